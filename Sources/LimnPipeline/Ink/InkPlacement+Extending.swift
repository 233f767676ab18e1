// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnJobs

extension InkPlacement {
    /// Places a drawing that is in the page space of a page, and makes the page larger to hold it.
    ///
    /// - Throws: what `pageSizes` throws.
    init(
        _ drawing: Drawing, on number: Int, extends sides: PageSides,
        pageSizes: ([Int]) throws(LimnError) -> [Int: Size]
    ) throws(LimnError) {
        let page = InkDocument.Page(background: .pdf(page: number), drawing: drawing)
        try self.init(
            InkDocument(pages: [page]), mapping: .byBackground, pageCount: number, fit: false, layers: .everything,
            pageSizes: pageSizes)
        extend(sides)
    }

    /// The smallest distance, in points, by which an item must reach beyond a page to count as cut.
    private static let cutDistance = 1.0

    /// Makes pages larger to hold ink beyond them, and notes what still does not fit.
    ///
    /// The ink of a page that grows moves into the page space of its frame.
    ///
    /// - Parameters:
    ///   - sides: the sides on which pages grow.
    ///   - hasHidden: whether the ink on hidden layers counts, too.
    mutating func extend(_ sides: PageSides, hasHidden: Bool = false) {
        for (number, drawing) in drawings.sorted(by: { $0.key < $1.key }) {
            guard let size = sizes[number], size.width > 0, size.height > 0 else { continue }
            let boxes = (hasHidden ? drawing : drawing.shown).items.compactMap(\.bounds).filter(\.isFinite)
            let (reach, frame) = Self.frame(holding: boxes, on: size, sides)
            if let frame {
                extended.append(ExtendedPage(page: number, frame: frame, size: size))
                drawings[number] = drawing.transformed(
                    by: .translation(Vector(dx: -frame.minX, dy: -frame.minY)))
            }
            tell(boxes, beyond: frame ?? reach, on: number)
        }
    }

    private static func frame(
        holding boxes: [Rect], on size: Size, _ sides: PageSides
    ) -> (page: Rect, frame: Rect?) {
        let page = Rect(origin: .zero, size: size)
        guard !sides.isEmpty, let all = boxes.dropFirst().reduce(boxes.first, { $0?.union($1) }) else {
            return (page, nil)
        }
        let frame = sides.frame(of: size, holding: all)
        return (page, frame == page ? nil : frame)
    }

    private mutating func tell(_ boxes: [Rect], beyond frame: Rect, on number: Int) {
        var found = BeyondPage(page: number)
        for box in boxes {
            let place = Rect(
                x0: box.minX - frame.minX, y0: box.minY - frame.minY, x1: box.maxX - frame.minX,
                y1: box.maxY - frame.minY)
            // A level line of no width has an empty box, too.
            let isOff =
                place.maxX < 0 || place.maxY < 0 || place.minX > frame.width || place.minY > frame.height
            let sides = PageSides(
                beyond: frame.size, reachedBy: place, moreThan: isOff ? 0 : Self.cutDistance)
            guard !sides.isEmpty else { continue }
            if isOff { found.off += 1 } else { found.cut += 1 }
            found.sides.formUnion(sides)
        }
        guard !found.sides.isEmpty else { return }
        beyond.append(found)
        notes.append(Note(page: number, code: .inkBeyondPage, text: found.sentence))
    }

    /// The frames of the pages that grow, by page number.
    var frames: [Int: Rect] { extended.frames }
}

extension [ExtendedPage] {
    /// The frames by page number.
    var frames: [Int: Rect] { Dictionary(map { ($0.page, $0.frame) }) { first, _ in first } }
}
