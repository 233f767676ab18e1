// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// How much may be read from a document's annotations. The same list may stand on every page, so that little data can
/// stand for more than fits into memory.
public struct AnnotationBudget: Sendable {
    /// Annotations of any kind.
    var annotations = 400_000
    /// Points of lines and shapes.
    var points = 8_000_000
    /// Bytes of texts.
    var bytes = 32 << 20
    /// Operators of stamps' appearances.
    var operators = 4_000_000
    /// Pixels of pictures, and bytes of JPEG data.
    var pixels = 100_000_000
    /// Pictures that were read already, by the number of their object; nil for those that could not be.
    var pictures: [ObjectID: Result<FoundPicture.Source, FoundPicture.Unreadable>] = [:]

    /// The indices of pages by their objects, once somebody has asked for one.
    private var pages: [ObjectID: Int]?

    /// Whether something was left out because there was too much.
    public private(set) var isExceeded = false

    /// Makes a budget for a document.
    public init() {}

    /// Takes an amount; false where there is not as much left, and all later calls give false, too.
    mutating func take(_ part: WritableKeyPath<AnnotationBudget, Int>, _ count: Int) -> Bool {
        guard self[keyPath: part] >= count else {
            self[keyPath: part] = 0
            isExceeded = true
            return false
        }
        self[keyPath: part] -= count
        return true
    }

    /// A text string; "" where there is none, or where it is too long.
    mutating func text(_ object: PDFObject?) -> String {
        guard let text = object?.text, take(\.bytes, text.utf8.count) else { return "" }
        // A carriage return alone or before a line feed ends a line, too (ISO 32000-2, 12.5.6.2). In Swift, both together
        // are one character.
        return text.contains(where: { $0 == "\r" || $0 == "\r\n" })
            ? String(text.map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 }) : text
    }

    /// The points of an array of coordinates. What is no number is passed over with its partner.
    mutating func points(_ list: PDFObject?) -> [Point] {
        guard let list, list.isArray else { return [] }
        var points: [Point] = []
        for place in stride(from: 0, to: list.count / 2 * 2, by: 2) {
            guard take(\.points, 1) else { break }
            guard let x = list.item(place)?.number, let y = list.item(place + 1)?.number, x.isFinite, y.isFinite
            else { continue }
            points.append(Point(x: x, y: y))
        }
        return points
    }

    /// The index of a page, from 0; nil where the object is no page.
    mutating func pageIndex(of page: ObjectID, in tree: PageTree) -> Int? {
        if pages == nil {
            var indices: [ObjectID: Int] = [:]
            for index in 0..<((try? tree.count()) ?? 0) {
                if let id = try? tree.leaf(at: index).page.identity { indices[id] = indices[id] ?? index }
            }
            pages = indices
        }
        return pages?[page]
    }
}
