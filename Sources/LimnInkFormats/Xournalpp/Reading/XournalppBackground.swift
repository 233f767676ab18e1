// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Converts the `background` elements of pages to backgrounds and a reference to their common PDF.
struct XournalppBackground {
    /// A reference to a PDF.
    enum Reference: Hashable {
        /// An absolute or relative path.
        case absolute(String)
        /// A file that is attached to the ink file.
        case attached(String)
    }

    /// The reference to the PDF. Only the first page with a PDF background contains it.
    private(set) var reference: Reference?
    /// The backgrounds of earlier pages, to which later pages may refer.
    private var earlier: [InkDocument.Background] = []

    /// The result of reading one element.
    struct Result {
        var background: InkDocument.Background = .none
        var dropped: [(DroppedItem.Kind, String)] = []
    }

    /// Reads the element of a page.
    ///
    /// - Parameter page: the page index, from 0. Pages must be read in order.
    mutating func read(_ attributes: [String: String], page: Int) -> Result {
        var result = Result()
        switch attributes["type"] {
        case "solid": solid(attributes, &result)
        case "pixmap": pixmap(attributes, &result)
        case "pdf": pdf(attributes, &result)
        case let other: result.dropped.append((.background, "type \(other ?? "missing")"))
        }
        if attributes["name"] != nil { result.dropped.append((.background, "name of the background")) }
        while earlier.count < page { earlier.append(.none) }
        earlier.append(result.background)
        return result
    }

    private func solid(_ attributes: [String: String], _ result: inout Result) {
        let text = attributes["color"] ?? "white"
        let color = XournalppColor.paper(text)
        if color == nil { result.dropped.append((.attribute, "color=\(text)")) }
        result.background = .paper(
            style: attributes["style"] ?? "plain", color: color ?? .white, settings: attributes["config"] ?? "")
    }

    private func pixmap(_ attributes: [String: String], _ result: inout Result) {
        let name = attributes["filename"] ?? ""
        if attributes["domain"] == "clone" {
            guard let page = Int(name), earlier.indices ~= page, case .image = earlier[page] else {
                result.dropped.append((.background, "copy of page \(name)"))
                return
            }
            result.background = earlier[page]
        } else {
            result.background = .image(name: name)
        }
        if case .image(let name) = result.background { result.dropped.append((.backgroundImage, name)) }
    }

    private mutating func pdf(_ attributes: [String: String], _ result: inout Result) {
        if let name = attributes["filename"], !name.isEmpty {
            let new: Reference = attributes["domain"] == "attach" ? .attached(name) : .absolute(name)
            if reference == nil { reference = new }
            if reference != new {
                // Xournal++ uses the first file name and ignores all others.
                result.dropped.append((.background, "second PDF \(name)"))
            }
        }
        guard let text = attributes["pageno"], let page = Int(text), page >= 1 else {
            result.dropped.append((.background, "PDF page \(attributes["pageno"] ?? "missing")"))
            return
        }
        result.background = .pdf(page: page)
    }
}
