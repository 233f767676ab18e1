// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import LimnHandwriting
package import LimnInk
package import LimnJobs
internal import LimnWorker
package import SystemPackage

/// Reads the handwriting of pages: cuts it into lines, and has a worker read their phrases.
package struct HandwritingTextReader {
    private let client: JobClient
    let context: JobContext
    private let files: ReadingFiles
    private let model: FileDescriptor

    /// The maximum number of points of a phrase. Handwriting has a quarter of that. Where there are more, those that hardly change
    /// its picture are left out, and then further ones.
    private static let pointLimit = 4000
    /// How far left out points may be from the line without them, in heights of the phrase: a quarter of a pixel of its picture.
    private static let tolerance = 1.0 / 160
    /// The width of the pieces of a job, in heights of pieces. A page of handwriting has about 200; reading it takes a second.
    private static let widthLimit = 400.0
    /// How high small letters are beside the typical stroke.
    private static let smallLetters = 0.6

    /// Prepares the reading of handwriting.
    ///
    /// - Parameter files: what reads it; nil if it is not installed.
    /// - Throws: ``LimnError`` with `failed` if it is not installed.
    package init(context: JobContext = .standard, files: ReadingFiles? = .find()) throws(LimnError) {
        guard let files else { throw ReadingFiles.missing }
        (self.files, self.context, client) = (files, context, JobClient(context, access: Access()))
        // A pipe would keep it waiting, and what is no file of that size is no model.
        let size = (try? InputFile(regularFile: FilePath(files.model)))?.size ?? 0
        guard (1...ReadHandwritingJob.modelSizeLimit).contains(size) else { throw ReadingFiles.unusable }
        do {
            model = try FileDescriptor.open(FilePath(files.model), .readOnly, options: [.closeOnExec, .nonBlocking])
        } catch { throw ReadingFiles.missing }
    }

    /// Closes the model. Call it when no more pages are read.
    package func close() { try? model.close() }

    /// Reads the handwriting of a page.
    ///
    /// - Parameter number: the number of the page, from 1.
    /// - Throws: ``LimnError``.
    package func page(_ number: Int, with drawing: Drawing) throws(LimnError) -> HandwrittenPage {
        let layout = HandwritingLayout(drawing)
        let lines = layout.lines.map { line in
            line.phrases.map { self.piece(of: $0, in: line, drawing, layout.letterHeight) }
        }
        let readings = try read(lines.flatMap { $0 })
        var next = 0
        let read = zip(layout.lines, lines).map { line, pieces -> HandwrittenPage.Line in
            let own = readings[next..<next + pieces.count]
            next += pieces.count
            let phrases = zip(own, pieces).map { reading, piece in
                HandwrittenPage.Phrase(lattice: reading.lattice, box: piece.box, angle: line.angle)
            }
            return HandwrittenPage.Line(
                text: own.map { Self.shown($0.text) }.filter { !$0.isEmpty }.joined(separator: " "), box: line.box,
                words: line.words.map(\.box), phrases: phrases)
        }
        return HandwrittenPage(page: number, lines: read)
    }

    /// Straightens a phrase.
    private func piece(
        of part: HandwrittenLine.Part, in line: HandwrittenLine, _ drawing: Drawing, _ height: Double
    ) -> (piece: HandwritingPiece, box: Rect) {
        let turn = HandwrittenLine.straightening(line.angle)
        let turned = part.strokes.map { index in
            drawing.strokes[index].points.positions.filter { $0.x.isFinite && $0.y.isFinite }.map { turn.apply($0) }
        }.filter { !$0.isEmpty }
        let box = Rect(containing: turned.joined()) ?? part.box
        return (piece(of: turned, leastHeight: Self.smallLetters * height, letters: nil).piece, box)
    }

    /// Makes a piece of upright lines.
    ///
    /// - Parameters:
    ///   - lines: the centers of the lines, with points each.
    ///   - leastHeight: the height of small letters in the same unit.
    ///   - letters: the only letters that the piece may have; nil for all.
    func piece(
        of lines: [[Point]], leastHeight: Double, letters: FieldAlphabet?
    ) -> (piece: HandwritingPiece, box: Rect) {
        let box = Rect(containing: lines.joined()) ?? Rect(x0: 0, y0: 0, x1: 0, y1: 0)
        var kept = lines
        if lines.reduce(0, { $0 + $1.count }) > Self.pointLimit {
            let tolerance = Tolerance(points: Self.tolerance * max(box.height, leastHeight))
            let simplifier = Simplifier(tolerance: tolerance ?? .storage)
            var left = Self.pointLimit
            kept = lines.map { points in
                let stroke = Stroke(brush: Brush(width: 0), points: StrokePoints(points, width: 0))
                let fewer = simplifier.simplify(stroke).stroke.points.positions.prefix(left)
                left -= fewer.count
                return Array(fewer)
            }.filter { !$0.isEmpty }
        }
        // From the corner of its box, so that hundredths keep the shape of letters wherever the page has them.
        let placed = kept.map { line in line.map { Point(x: $0.x - box.minX, y: $0.y - box.minY) } }
        return (HandwritingPiece(placed, leastHeight: leastHeight, letters: letters), box)
    }

    /// Has a worker read pieces, in jobs that are far from the time limit.
    func read(_ pieces: [(piece: HandwritingPiece, box: Rect)]) throws(LimnError) -> [HandwritingReading] {
        var found: [HandwritingReading] = []
        var (job, width) = ([HandwritingPiece](), 0.0)
        for (index, (piece, box)) in pieces.enumerated() {
            job.append(piece)
            width += min(box.width / max(box.height, piece.leastHeight, 1e-9), Self.widthLimit)
            let isLast = index == pieces.count - 1
            guard isLast || job.count == ReadHandwritingJob.limit || width >= Self.widthLimit else { continue }
            if context.isCancelled { throw .cancelled }
            found += try readings(of: job)
            (job, width) = ([], 0)
        }
        return found
    }

    private func readings(of pieces: [HandwritingPiece]) throws(LimnError) -> [HandwritingReading] {
        do {
            let input = try ScratchFile(Array(try JSONEncoder().encode(pieces)))
            var allowance = LeaseAllowance.none
            allowance.library = files.library
            return try client.value(
                of: ReadHandwritingJob(count: pieces.count), on: nil, reading: [input, model],
                allowing: allowance
            ).value
        } catch { throw LimnError(error) }
    }

    /// A text as a terminal may get it.
    static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }
        return String(scalars).trimmingCharacters(in: .whitespaces)
    }
}

/// The ink of a page that is read.
struct ReadInk {
    var strokes: [Stroke] = []
    /// The number of layers for the game master.
    var secrets = 0
}

extension HandwritingTextReader {
    /// Reads the handwriting of an ink file, or of the ink in a PDF.
    ///
    /// A page that takes too long, or whose worker ends, has no lines and a warning; the others are read.
    ///
    /// - Parameters:
    ///   - selection: the pages, in the order in which they are returned; nil for all.
    ///   - audience: who gets the result.
    /// - Throws: ``LimnError``, with `noSuchPage` for a page that does not exist.
    package func pages(
        of file: OpenDocument, _ selection: PageSelection?, for audience: Drawing.Layer.Audience, access: Access
    ) throws(LimnError) -> [HandwrittenPage] {
        let ink = try InkFile(opened: file, format: nil, access: access, context: context)
        let inked = ink.content.document.visibleInk(for: audience)
        let count = file.facts(access, for: context.owner)?.pageCount
        let numbers = try Self.numbers(
            selection, of: ink.content.document, inked: inked.keys.sorted(), pageCount: count)
        var found: [HandwrittenPage] = []
        for number in numbers {
            if context.isCancelled { throw .cancelled }
            let ink = inked[number] ?? ReadInk()
            var page: HandwrittenPage
            do throws(LimnError) { page = try self.page(number, with: Drawing(strokes: ink.strokes)) } catch {
                guard [.limit, .crashed].contains(error.code) else { throw error }
                page = HandwrittenPage(page: number, lines: [])
                page.diagnostics = [
                    Diagnostic(
                        .textIncomplete, "The handwriting was not read. \(error.sentence)", about: file.input.path,
                        page: number)
                ]
            }
            if let (code, text) = Diagnostic.Code.fate(ofSecretLayers: ink.secrets, for: audience) {
                page.diagnostics.append(Diagnostic(code, text, about: file.input.path, page: number, .note))
            }
            found.append(page)
            context.tell(Double(found.count) / Double(numbers.count))
        }
        return found
    }

    /// Returns the numbers of the selected pages.
    ///
    /// - Parameter pageCount: the number of pages of a PDF; nil for an ink file, which does not tell how many pages a PDF below
    ///   its ink has.
    private static func numbers(
        _ selection: PageSelection?, of document: InkDocument, inked: [Int], pageCount: Int?
    ) throws(LimnError) -> [Int] {
        guard let selection else { return inked }
        let last = max(inked.last ?? 0, document.pages.count)
        do { return try selection.numbers(of: pageCount ?? last) } catch {
            guard error.code == .noSuchPage, pageCount == nil, last > document.pages.count else { throw error }
            throw LimnError(.noSuchPage, "Not all of these pages are there: the last one with ink is page \(last).")
        }
    }
}

extension InkDocument {
    /// The visible strokes by page number. The page of a PDF that ink names counts; ink on paper is counted from 1.
    func visibleInk(for audience: Drawing.Layer.Audience) -> [Int: ReadInk] {
        var found: [Int: ReadInk] = [:]
        for (index, page) in pages.enumerated() {
            var number = index + 1
            if case .pdf(let named) = page.background, (1...AnswerBounds.pages).contains(named) { number = named }
            found[number, default: ReadInk()].secrets += page.drawing.secretLayerCount
            found[number, default: ReadInk()].strokes += page.drawing.visibleStrokes(for: audience)
        }
        return found
    }
}

extension Drawing {
    /// The strokes that an audience gets, without those in hidden layers.
    func visibleStrokes(for audience: Layer.Audience) -> [Stroke] {
        let drawing = made(for: audience)
        return drawing.strokes.filter {
            !drawing.layers.indices.contains($0.layer) || drawing.layers[$0.layer].isVisible
        }
    }
}
