// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import TestSupport

extension PageOverlay {
    /// A filled rectangle given in page space, in red unless other operators come first.
    static func mark(
        _ box: Rect, on page: PageGeometry, paint: String = "1 0 0 rg", states: [String: GraphicsState] = [:]
    ) -> PageOverlay {
        PageOverlay(
            content: Array("\(paint) \(box.minX) \(box.minY) \(box.width) \(box.height) re f".utf8),
            bounds: page.bounds, matrix: page.pageToUser, graphicsStates: states)
    }
}

extension InkAnnotation {
    /// A red line in page space, as thick as a box of whole numbers is high.
    static func mark(_ box: Rect, on page: PageGeometry) -> InkAnnotation {
        var appearance = PageOverlay.mark(box, on: page)
        appearance.bounds = box
        let ends = [box.minX, box.maxX].map { page.pageToUser.apply(Point(x: $0, y: box.center.y)) }
        return InkAnnotation(
            lines: [ends], color: RGBColor(red: 1, green: 0, blue: 0),
            borderWidth: box.height * page.pageToUser.lengthScale, appearance: appearance)
    }
}

extension Picture {
    /// The smallest box around the pixels that satisfy a condition, in pixels; nil when there are none.
    func box(where condition: (_ x: Int, _ y: Int) -> Bool) -> Rect? {
        var box: Rect?
        for y in 0..<height {
            for x in 0..<width where condition(x, y) {
                let pixel = Rect(x0: Double(x), y0: Double(y), x1: Double(x + 1), y1: Double(y + 1))
                box = box?.union(pixel) ?? pixel
            }
        }
        return box
    }

    /// The box around what is red.
    var redBox: Rect? {
        box { x, y in
            let (red, green, blue) = self[x, y]
            return red > 200 && green < 60 && blue < 60
        }
    }

    /// The box around what differs from another picture of the same size by more than rounding.
    func difference(from other: Picture) -> Rect? {
        box { x, y in
            let at = (y * width + x) * 3
            return (0..<3).contains { abs(Int(rgb[at + $0]) - Int(other.rgb[at + $0])) > 1 }
        }
    }
}

extension Rect {
    /// Whether every edge lies within a distance of the other's.
    func isWithin(_ distance: Double, of other: Rect) -> Bool {
        [minX - other.minX, minY - other.minY, maxX - other.maxX, maxY - other.maxY]
            .allSatisfy { $0.magnitude <= distance }
    }

    /// The rectangle scaled about the origin.
    func scaled(_ factor: Double) -> Rect {
        Rect(x0: minX * factor, y0: minY * factor, x1: maxX * factor, y1: maxY * factor)
    }
}

/// How a marked document is saved.
enum Save: CaseIterable {
    case append, rewrite

    /// A document with overlays on its pages, which are counted from 0.
    func callAsFunction(_ document: ObjectDocument, _ overlays: [(page: Int, overlay: PageOverlay)]) throws -> [UInt8] {
        switch self {
        case .append: return try document.original + (try document.update(adding: overlays)).bytes
        case .rewrite:
            for (page, overlay) in overlays { try document.addOverlay(overlay, toPage: page) }
            return try document.rewritten()
        }
    }

    /// A file with a mark on a page.
    func callAsFunction(_ bytes: [UInt8], marking box: Rect, onPage index: Int = 0) throws -> [UInt8] {
        let document = try ObjectDocument(bytes: bytes)
        return try self(document, [(index, .mark(box, on: try document.pageGeometry(at: index)))])
    }

    /// A document with changes.
    func callAsFunction(_ document: ObjectDocument, _ changes: DocumentChanges) throws -> [UInt8] {
        switch self {
        case .append: return try document.original + (try document.update(changes)).bytes
        case .rewrite:
            try document.apply(changes)
            return try document.rewritten()
        }
    }
}
