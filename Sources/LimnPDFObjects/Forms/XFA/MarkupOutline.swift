// SPDX-License-Identifier: GPL-3.0-or-later

/// The elements of an XML document in UTF-8, with the byte ranges of their contents. With these, some contents can be
/// changed and all other bytes kept.
///
/// It reads XML as Acrobat and similar programs write it: without a document type, and without entities except XML's
/// five predefined ones and character references.
struct MarkupOutline {
    /// An element.
    struct Element {
        /// The name without its prefix.
        let name: String
        /// The indices of its child elements in ``MarkupOutline/elements``.
        var kids: [Int] = []
        /// The bytes of the whole element.
        var whole: Range<Int>
        /// The bytes between its tags; nil for an empty-element tag.
        var content: Range<Int>?
        /// The tag's name with its prefix.
        let tag: String
    }

    private(set) var elements: [Element] = []

    /// The maximum number of elements. A document with more is rejected as hostile.
    private static let limit = 200_000
    private static let depthLimit = 256

    /// Reads a document; nil if it is not well-formed, or has a document type or another encoding.
    init?(_ bytes: [UInt8]) {
        var open: [Int] = []
        var at = 0
        while let start = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
            guard start + 1 < bytes.count else { return nil }
            if let skipped = Self.skip(bytes, start) {
                guard let end = skipped else { return nil }
                at = end
                continue
            }
            guard let end = Self.endOfTag(bytes, start) else { return nil }
            at = end
            if bytes[start + 1] == UInt8(ascii: "/") {
                guard let last = open.popLast(), Self.name(bytes, start + 2) == elements[last].tag else { return nil }
                elements[last].content = elements[last].whole.upperBound..<start
                elements[last].whole = elements[last].whole.lowerBound..<end
                continue
            }
            guard let tag = Self.name(bytes, start + 1), elements.count < Self.limit, open.count < Self.depthLimit
            else {
                return nil
            }
            let local = tag.split(separator: ":").last.map(String.init) ?? tag
            elements.append(Element(name: local, whole: start..<end, tag: tag))
            if let parent = open.last { elements[parent].kids.append(elements.count - 1) }
            if bytes[end - 2] != UInt8(ascii: "/") { open.append(elements.count - 1) }
        }
        guard open.isEmpty, !elements.isEmpty else { return nil }
    }

    /// Returns the position after a comment, CDATA section or processing instruction. Returns nil if there is a tag
    /// instead, and a nested nil if the construct has no end or is not allowed.
    private static func skip(_ bytes: [UInt8], _ start: Int) -> Int?? {
        for (opening, closing) in [("<?", "?>"), ("<!--", "-->"), ("<![CDATA[", "]]>")]
        where bytes[start...].starts(with: opening.utf8) {
            let pattern = Array(closing.utf8)
            var place = start + opening.utf8.count
            while place + pattern.count <= bytes.count {
                if bytes[place..<(place + pattern.count)].elementsEqual(pattern) { return .some(place + pattern.count) }
                place += 1
            }
            return .some(nil)
        }
        return bytes[start + 1] == UInt8(ascii: "!") ? .some(nil) : nil
    }

    /// Returns the position after a tag; nil if the tag has no end. Attribute values may contain `>`.
    private static func endOfTag(_ bytes: [UInt8], _ start: Int) -> Int? {
        var quote: UInt8?
        for place in (start + 1)..<bytes.count {
            switch (quote, bytes[place]) {
            case (nil, UInt8(ascii: ">")): return place + 1
            case (nil, UInt8(ascii: "\"")), (nil, UInt8(ascii: "'")): quote = bytes[place]
            case (let open?, let byte) where open == byte: quote = nil
            case (nil, UInt8(ascii: "<")): return nil
            default: break
            }
        }
        return nil
    }

    private static func name(_ bytes: [UInt8], _ start: Int) -> String? {
        let name = bytes[start...].prefix { !" \t\r\n/>".utf8.contains($0) }
        return name.isEmpty ? nil : String(validating: name, as: UTF8.self)
    }
}
