// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnForms
internal import LimnGeometry
internal import LimnHandwriting
package import LimnInk
package import LimnJobs

extension HandwritingTextReader {
    /// A box of a field with the ink in it.
    private struct InkedBox {
        let field: FormField
        let expectation: FieldExpectation
        let widget: FieldWidget
        let page: Int
        var lines: [[Point]] = []
        /// Whether the ink is in one line, as far as that is known.
        var isOneLine = true
        /// Whether ink that goes on beyond the box may belong to it.
        var isCrowded = false

        /// The lines of a number, of which shorter strikes are known.
        var numberLines: [[Point]] = []
        /// Whether something of a number may be struck out.
        var isCorrected = false
    }

    /// A piece of the ink in a box, and the grammar that it is read with.
    private struct FieldPiece {
        let box: Int
        let grammar: FieldGrammar
        let lines: [[Point]]
        /// Whether something else than the letters speaks against being certain.
        let isDoubtful: Bool
    }

    /// The certainty of a doubtful value at most. It is below that of any value that counts as certain.
    private static let mostDoubtful = 0.9

    /// The margin around a box in which ink counts as in it: a share of the box's height, and a length in points.
    private static let margin = (share: 0.25, most: 4.0)
    /// The margin around a check box, whose marks are often larger, as a share of its shorter side.
    private static let markMargin = 0.6
    /// The height that the ink of a piece has at least: a share of the box's height, and a length in points. What is lower, such as
    /// a dash, is not drawn as high as a letter.
    private static let leastHeight = (share: 0.3, most: 5.0)
    /// The maximum number of strokes of a value. A scribble has more, and a long text is no value of a field.
    private static let strokeLimit = 100
    /// The maximum number of boxes on a page. A form that was made to be slow has more.
    private static let boxLimit = 1000

    /// Reads the ink in the boxes of a form's fields.
    ///
    /// - Parameters:
    ///   - form: the form. Its boxes are in the page space of the ink.
    ///   - ink: the strokes that are read, by page number from 1.
    /// - Returns: the fields with ink in them, in the order of the form.
    /// - Throws: ``LimnError``.
    package func fields(of form: Form, in ink: [Int: Drawing]) throws(LimnError) -> [HandwrittenField] {
        let boxes = Self.boxes(of: form, in: ink)
        var pieces: [FieldPiece] = []
        for (index, box) in boxes.enumerated() {
            guard case .value(let grammars) = box.expectation.ink, box.lines.count <= Self.strokeLimit else { continue }
            for grammar in grammars {
                switch grammar {
                case .word:
                    guard box.isOneLine else { continue }
                    pieces.append(FieldPiece(box: index, grammar: grammar, lines: box.lines, isDoubtful: box.isCrowded))
                case .options:
                    pieces.append(
                        FieldPiece(
                            box: index, grammar: grammar, lines: GapClosing.closed(box.lines), isDoubtful: box.isCrowded
                        ))
                case .number, .roll, .groups:
                    guard !box.numberLines.isEmpty else { continue }
                    let isApart = !box.field.flags.contains(.comb) && GapClosing.isApart(box.numberLines)
                    pieces.append(
                        FieldPiece(
                            box: index, grammar: grammar, lines: GapClosing.closed(box.numberLines),
                            isDoubtful: box.isCrowded || box.isCorrected || isApart))
                }
            }
        }
        let readings = try read(
            pieces.map { piece in
                let height = boxes[piece.box].widget.rect.height
                return self.piece(
                    of: piece.lines, leastHeight: min(Self.leastHeight.share * height, Self.leastHeight.most),
                    letters: piece.grammar.alphabet)
            })
        var guesses = [[FieldGuess]](repeating: [], count: boxes.count)
        var shown = [String](repeating: "", count: boxes.count)
        for (piece, reading) in zip(pieces, readings) {
            var search = ValueSearch(piece.grammar)
            let found = search.guesses(in: reading.lattice, outside: reading.outside).map { guess in
                FieldGuess(
                    guess.text,
                    certainty: piece.isDoubtful ? min(guess.certainty, Self.mostDoubtful) : guess.certainty)
            }
            if case .word = piece.grammar { shown[piece.box] = Self.shown(reading.text) }
            guesses[piece.box] += found.filter { guess in !guesses[piece.box].contains { $0.text == guess.text } }
        }
        return Self.fields(boxes, guesses, shown)
    }

    /// The boxes with ink in them, in the order of the form.
    private static func boxes(of form: Form, in ink: [Int: Drawing]) -> [InkedBox] {
        var boxes: [InkedBox] = []
        var counts: [Int: Int] = [:]
        for field in form.fields where field.widgets.contains(where: { $0.pages.contains { ink[$0 + 1] != nil } }) {
            guard let expectation = FieldExpectation(field) else { continue }
            for widget in field.widgets where !widget.isHidden {
                for page in widget.pages where ink[page + 1] != nil && counts[page, default: 0] < boxLimit {
                    counts[page, default: 0] += 1
                    boxes.append(InkedBox(field: field, expectation: expectation, widget: widget, page: page + 1))
                }
            }
        }
        for (page, drawing) in ink {
            let here = boxes.indices.filter { boxes[$0].page == page }
            let sorted = FieldInk(
                drawing,
                in: here.map { index in
                    let rect = boxes[index].widget.rect
                    if case .mark = boxes[index].expectation.ink {
                        return FieldInk.Box(rect, margin: markMargin * min(rect.width, rect.height))
                    }
                    return FieldInk.Box(rect, margin: min(margin.share * rect.height, margin.most))
                })
            for (index, strokes) in zip(here, sorted.strokes) {
                let standing = HandwritingLayout.standing(strokes, in: drawing)
                let lines = { (strokes: [Int]) in strokes.map { drawing.strokes[$0].points.positions.finite } }
                boxes[index].lines = lines(standing).filter { !$0.isEmpty }
                let number = StandingInk(lines(Array(strokes.prefix(strokeLimit))))
                let shown = Set(standing)
                boxes[index].numberLines = lines(number.lines.map { strokes[$0] }.filter { shown.contains($0) })
                    .filter { !$0.isEmpty }
                boxes[index].isCorrected = number.isCorrected
                let layout = HandwritingLayout(Drawing(strokes: standing.map { drawing.strokes[$0] }))
                boxes[index].isOneLine = layout.lines.count <= 1
            }
            for (number, index) in here.enumerated() where !boxes[index].lines.isEmpty {
                let isMark = if case .mark = boxes[index].expectation.ink { true } else { false }
                boxes[index].isCrowded = sorted.isCrowded(number, in: boxes[index].widget.rect, isLoose: isMark)
            }
        }
        return boxes.filter { !$0.lines.isEmpty }
    }

    private static func fields(
        _ boxes: [InkedBox], _ guesses: [[FieldGuess]], _ shown: [String]
    ) -> [HandwrittenField] {
        var found: [HandwrittenField] = []
        var first: [String: Int] = [:]
        for (index, box) in boxes.enumerated() {
            let values: [HandwrittenField.Guess]
            if case .mark = box.expectation.ink {
                let marked = FieldMark.certainty(of: box.lines, in: box.widget.rect)
                let certainty = box.isCrowded ? min(marked, mostDoubtful) : marked
                let value = (box.widget.state ?? box.field.options.first?.state).flatMap {
                    box.expectation.value(ofState: $0)
                }
                values = value.map { [HandwrittenField.Guess($0, certainty)] } ?? []
                if let first = first[box.field.name] {
                    // Of several marks, only the writer knows which one counts.
                    let all = (found[first].guesses + values).sorted { $0.certainty > $1.certainty }
                    found[first] = field(boxes[index], all.map { .init($0.value, $0.certainty / 2) })
                    continue
                }
                first[box.field.name] = found.count
            } else {
                var known: Set<String> = []
                // What one grammar says leaves the rest of the certainty to the others.
                var rest = 1.0
                values = guesses[index].sorted { $0.certainty > $1.certainty }.compactMap { guess in
                    guard let value = box.expectation.value(of: guess.text, shown: shown[index]),
                        known.insert(value).inserted
                    else { return nil }
                    let certainty = min(guess.certainty, rest)
                    rest -= certainty
                    return .init(value, certainty)
                }
            }
            found.append(field(box, Array(values.prefix(FieldGuess.limit))))
        }
        return found
    }

    private static func field(_ box: InkedBox, _ guesses: [HandwrittenField.Guess]) -> HandwrittenField {
        HandwrittenField(
            name: box.field.name, kind: box.field.kind, page: box.page, box: box.widget.rect,
            guesses: guesses, current: box.field.exportedValues)
    }
}

extension Sequence<Point> {
    /// The points whose coordinates are finite.
    fileprivate var finite: [Point] { filter { $0.x.isFinite && $0.y.isFinite } }
}
