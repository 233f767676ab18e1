// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Converts the `background` elements of pages to backgrounds, pictures and a reference to their common PDF.
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
    /// The pictures that lie beside the ink file.
    private(set) var companions: CompanionFiles
    /// The elements of earlier pages, to which later pages may refer.
    private var earlier: [[String: String]] = []

    init(_ companions: [CompanionFile: [UInt8]]) { self.companions = CompanionFiles(companions) }

    /// A picture of paper.
    enum Picture {
        /// The name of an entry of the ZIP form.
        case entry(String)
        case bytes([UInt8])
    }

    /// The result of reading one element.
    struct Result {
        var background: InkDocument.Background = .none
        var picture: Picture?
        var dropped: [(DroppedItem.Kind, String)] = []
    }

    /// Reads the element of a page.
    ///
    /// - Parameters:
    ///   - page: the page index, from 0. Pages must be read in order.
    ///   - isArchive: whether the file has the ZIP form.
    mutating func read(_ attributes: [String: String], page: Int, isArchive: Bool) -> Result {
        var result = Result()
        switch attributes["type"] {
        case "solid": solid(attributes, &result)
        case "pixmap": pixmap(attributes, isArchive: isArchive, &result)
        case "pdf": pdf(attributes, &result)
        case let other: result.dropped.append((.background, "type \(other ?? "missing")"))
        }
        if attributes["name"] != nil { result.dropped.append((.background, "name of the background")) }
        while earlier.count < page { earlier.append([:]) }
        // A copy of a copy refers to the same picture.
        if attributes["domain"] == "clone", let original = Self.original(attributes, in: earlier) {
            earlier.append(original)
        } else {
            earlier.append(attributes)
        }
        return result
    }

    private func solid(_ attributes: [String: String], _ result: inout Result) {
        let text = attributes["color"] ?? "white"
        let color = XournalppColor.paper(text)
        if color == nil { result.dropped.append((.attribute, "color=\(text)")) }
        result.background = .paper(
            style: attributes["style"] ?? "plain", color: color ?? .white, settings: attributes["config"] ?? "")
    }

    private mutating func pixmap(_ attributes: [String: String], isArchive: Bool, _ result: inout Result) {
        var attributes = attributes
        if attributes["domain"] == "clone" {
            guard let original = Self.original(attributes, in: earlier) else {
                result.dropped.append((.background, "copy of page \(attributes["filename"] ?? "")"))
                return
            }
            attributes = original
        }
        let name = attributes["filename"] ?? ""
        result.background = .image(name: name)
        if attributes["domain"] == "attach" {
            if isArchive {
                result.picture = .entry(name)
                return
            }
            // In “note.xopp”, the name “bg_1.png” refers to the file “note.xopp.bg_1.png”.
            if !name.isEmpty, !name.utf8.contains(where: { [0, 0x2f, 0x5c].contains($0) }) {
                result.picture = companions.bytes(of: .attachment(suffix: ".\(name)")).map { .bytes($0) }
            }
        } else if !name.isEmpty, !name.utf8.contains(0) {
            result.picture = companions.bytes(of: .file(name)).map { .bytes($0) }
        }
        if result.picture == nil { result.dropped.append((.backgroundImage, name)) }
    }

    /// Returns the element whose picture a copy shows; nil if there is none.
    private static func original(_ copy: [String: String], in earlier: [[String: String]]) -> [String: String]? {
        guard let page = copy["filename"].flatMap({ Int($0) }), earlier.indices ~= page,
            earlier[page]["type"] == "pixmap"
        else { return nil }
        return earlier[page]
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
        // Xournal++ reads the digits and ignores what follows them.
        let digits = attributes["pageno"]?.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }
        guard let digits, let page = Int(digits), page >= 1 else {
            result.dropped.append((.background, "PDF page \(attributes["pageno"] ?? "missing")"))
            return
        }
        result.background = .pdf(page: page)
    }
}
