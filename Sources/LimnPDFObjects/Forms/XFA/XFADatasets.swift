// SPDX-License-Identifier: GPL-3.0-or-later

/// The data of an XFA form (XFA 3.3, "Data Handling"). Each field has an element, below elements for subforms.
struct XFADatasets {
    private let bytes: [UInt8]
    private let outline: MarkupOutline
    private let data: Int

    /// Reads the packet `datasets`, or a document with all packets; nil if it has no readable data.
    init?(_ bytes: [UInt8]) {
        guard let outline = MarkupOutline(bytes) else { return nil }
        let sets = outline.elements.indices.filter { outline.elements[$0].name == "datasets" }
        guard sets.count == 1,
            let data = outline.elements[sets[0]].kids.first(where: { outline.elements[$0].name == "data" })
        else { return nil }
        (self.bytes, self.outline, self.data) = (bytes, outline, data)
    }

    /// Returns the packet with new values, by the full names of their fields. Nothing else changes.
    ///
    /// - Returns: nil if a field has no element of its own in the data.
    func filled(_ values: [(field: String, values: [String])]) -> [UInt8]? {
        var edits: [Int: [UInt8]] = [:]
        for (field, values) in values {
            guard let place = element(of: field), edits[place] == nil else { return nil }
            edits[place] = content(values, of: place)
        }
        var result: [UInt8] = []
        var done = 0
        for (place, content) in edits.sorted(by: { $0.key < $1.key }) {
            let element = outline.elements[place]
            if let range = element.content {
                result += bytes[done..<range.lowerBound] + content
                done = range.upperBound
            } else if !content.isEmpty {
                // <name/> becomes <name>value</name>.
                let end = element.whole.upperBound
                result += bytes[done..<(end - 2)] + [UInt8(ascii: ">")] + content + Array("</\(element.tag)>".utf8)
                done = end
            }
        }
        return result + bytes[done...]
    }

    /// Returns the element of a field. `name[2]` is the third child of that name. Subforms without an element in the
    /// data are skipped.
    private func element(of field: String) -> Int? {
        let parts = field.split(separator: ".").map(Part.init)
        guard let last = parts.last else { return nil }
        var place = data
        for part in parts.dropLast() { place = child(part, of: place) ?? place }
        if let found = child(last, of: place), isLeaf(found) { return found }
        // Like other programs, accept the only element of this name.
        let named = descendants.filter { outline.elements[$0].name == last.name && isLeaf($0) }
        return named.count == 1 && last.index == 0 ? named[0] : nil
    }

    private func child(_ part: Part, of place: Int) -> Int? {
        let same = outline.elements[place].kids.filter { outline.elements[$0].name == part.name }
        return same.indices.contains(part.index) ? same[part.index] : nil
    }

    /// Returns whether an element contains only text or the values of a list.
    private func isLeaf(_ place: Int) -> Bool {
        outline.elements[place].kids.allSatisfy {
            outline.elements[$0].name == "value" && outline.elements[$0].kids.isEmpty
        }
    }

    private var descendants: [Int] {
        var (all, pending) = ([Int](), outline.elements[data].kids)
        while let place = pending.popLast() {
            all.append(place)
            pending += outline.elements[place].kids
        }
        return all
    }

    private func content(_ values: [String], of place: Int) -> [UInt8] {
        if values.count > 1 {
            return values.flatMap { Array("<value>".utf8) + Self.escaped($0) + Array("</value>".utf8) }
        }
        return values.first.map(Self.escaped) ?? []
    }

    /// Escapes text for XML. Characters that XML does not allow are left out.
    private static func escaped(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;".utf8
            case "<": result += "&lt;".utf8
            case ">": result += "&gt;".utf8
            case "\r": result += "&#13;".utf8
            case "\u{0}"..."\u{8}", "\u{b}", "\u{c}", "\u{e}"..."\u{1f}", "\u{fffe}", "\u{ffff}": break
            default: result += Array(String(scalar).utf8)
            }
        }
        return result
    }

    /// A part of a full name: `name[i]`, or `name` for the first.
    private struct Part {
        let name: String
        let index: Int

        init(_ text: Substring) {
            if text.hasSuffix("]"), let open = text.lastIndex(of: "["),
                let index = Int(text[text.index(after: open)...].dropLast()), index >= 0
            {
                (name, self.index) = (String(text[..<open]), index)
            } else {
                (name, index) = (String(text), 0)
            }
        }
    }
}
