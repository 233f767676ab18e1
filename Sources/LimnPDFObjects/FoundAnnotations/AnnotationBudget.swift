// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Limits for reading a document's annotations. All pages may share the same list of annotations, so a small file can
/// contain more annotation data than fits into memory.
public struct AnnotationBudget: Sendable {
    /// The remaining number of annotations of any kind.
    var annotations = 400_000
    /// The remaining number of points of lines and shapes.
    var points = 8_000_000
    /// The remaining number of bytes of text, as UTF-8.
    var bytes = 32 << 20
    /// The remaining number of operators in the appearances of stamps.
    var operators = 4_000_000
    /// The remaining number of pixels of pictures and of bytes of JPEG data.
    var pixels = 100_000_000
    /// The pictures read so far, or the reasons why they cannot be read, by object.
    var pictures: [ObjectID: Result<FoundPicture.Source, FoundPicture.Unreadable>] = [:]

    /// The indices of pages, from 0, by object; nil until a page is looked up.
    private var pages: [ObjectID: Int]?

    /// The document's layers; nil until an annotation with a layer is read.
    private var layers: FoundLayers?

    /// Whether annotations or parts of them were left out because a limit was reached.
    public private(set) var isExceeded = false

    /// Makes a budget for a document.
    public init() {}

    /// Takes an amount from one of the limits. If less is left, sets the limit to 0 and returns false.
    mutating func take(_ part: WritableKeyPath<AnnotationBudget, Int>, _ count: Int) -> Bool {
        guard self[keyPath: part] >= count else {
            self[keyPath: part] = 0
            isExceeded = true
            return false
        }
        self[keyPath: part] -= count
        return true
    }

    /// Returns a text string with line feeds as line ends; "" if there is none or if it is too long.
    mutating func text(_ object: PDFObject?) -> String {
        guard let text = object?.text, take(\.bytes, text.utf8.count) else { return "" }
        // A carriage return, alone or before a line feed, also ends a line (ISO 32000-2, 12.5.6.2). In Swift, CR LF is
        // one character.
        return text.contains(where: { $0 == "\r" || $0 == "\r\n" })
            ? String(text.map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 }) : text
    }

    /// Returns the points of an array of coordinates. A pair with a value that is not a finite number is skipped.
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

    /// Returns the layer for an annotation's /OC; nil if there is none.
    mutating func layer(_ content: PDFObject?, in document: ObjectDocument) -> FoundLayer? {
        guard let content else { return nil }
        var found = layers ?? FoundLayers(root: try? document.file.root())
        // Release the other reference, so that adding a layer does not copy all layers.
        layers = nil
        defer { layers = found }
        return found.layer(content, &self)
    }

    /// Returns the index of a page, counted from 0; nil if the object is not a page.
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
