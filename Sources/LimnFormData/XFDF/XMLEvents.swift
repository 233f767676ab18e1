// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

/// A piece of an XML document.
enum XMLEvent: Equatable {
    /// The start of an element. The name has no namespace prefix.
    case start(String, attributes: [String: [UInt8]])
    /// The end of the innermost open element.
    case end
    /// Text, as UTF-8.
    case text([UInt8])
}

/// A streaming parser for XML 1.0. It is not recursive, so deep nesting cannot overflow the call stack.
///
/// It rejects document type declarations and with them custom entities, which could name files or expand without
/// bounds. It supports the five predefined entities and character references.
struct XMLEvents {
    private let bytes: [UInt8]
    private let limits: FormDataLimits
    private var at = 0
    private var open: [[UInt8]] = []
    private var hasRoot = false
    /// Whether the next event is the end of an empty element (`<name/>`).
    private var isEnding = false

    init(_ bytes: [UInt8], limits: FormDataLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    func error(_ code: FormDataError.Code, _ detail: String) -> FormDataError {
        let line = bytes[..<min(at, bytes.count)].reduce(1) { $1 == 10 ? $0 + 1 : $0 }
        return FormDataError(code, format: .xfdf, at: .init(line: line, byte: at), detail)
    }

    /// Returns the next event; nil at the end of a complete document.
    mutating func next() throws(FormDataError) -> XMLEvent? {
        if isEnding {
            isEnding = false
            open.removeLast()
            return .end
        }
        while at < bytes.count {
            if bytes[at] != UInt8(ascii: "<") {
                let end = bytes[at...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                let raw = bytes[at..<end]
                if open.isEmpty {
                    guard raw.allSatisfy(Self.isSpace) else {
                        throw error(.damaged, "text stands outside the elements")
                    }
                    at = end
                    continue
                }
                let text = try resolved(raw, isAttribute: false)
                at = end
                return .text(text)
            }
            if take("<!--") {
                try skip(past: "-->", "a comment")
            } else if take("<![CDATA[") {
                let start = at
                try skip(past: "]]>", "a section of text")
                guard !open.isEmpty else { throw error(.damaged, "text stands outside the elements") }
                return .text(Self.normalized(bytes[start..<(at - 3)]))
            } else if take("<?") {
                try skip(past: "?>", "an instruction")
            } else if take("<!") {
                throw error(.unsupported, "a declaration of a document type or of entities")
            } else if take("</") {
                let name = self.name()
                skipSpace()
                guard take(">"), open.popLast()?.elementsEqual(name) ?? false else {
                    throw error(.damaged, "an end tag does not match its start tag")
                }
                return .end
            } else {
                return try startTag()
            }
        }
        guard hasRoot, open.isEmpty else { throw error(.damaged, "it ends before its elements do") }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }

    private mutating func take(_ text: StaticString) -> Bool {
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard bytes[min(at, bytes.count)...].starts(with: wanted) else { return false }
        at += wanted.count
        return true
    }

    private mutating func skip(past text: StaticString, _ what: String) throws(FormDataError) {
        guard let found = bytes[at...].firstRange(of: text) else { throw error(.damaged, "\(what) is never closed") }
        at = found.upperBound
    }

    private mutating func skipSpace() { while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 } }

    private mutating func name() -> ArraySlice<UInt8> {
        let start = at
        while at < bytes.count, !Self.isSpace(bytes[at]), !"<>/='\"&".utf8.contains(bytes[at]) { at += 1 }
        return bytes[start..<at]
    }

    /// Returns the part of a name after its namespace prefix.
    private static func local(_ name: ArraySlice<UInt8>) -> String {
        String(
            decoding: name[(name.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? name.startIndex)...], as: UTF8.self)
    }

    private mutating func startTag() throws(FormDataError) -> XMLEvent {
        guard !open.isEmpty || !hasRoot else { throw error(.damaged, "a second root element follows") }
        guard open.count < limits.depth else {
            throw error(.tooLarge, "its elements are nested deeper than \(limits.depth) levels")
        }
        at += 1
        let name = self.name()
        guard !name.isEmpty else { throw error(.damaged, "a tag has no name") }
        hasRoot = true
        var attributes: [String: [UInt8]] = [:]
        while true {
            let before = at
            skipSpace()
            if take(">") { break }
            if take("/>") {
                isEnding = true
                break
            }
            let key = self.name()
            guard at > before, !key.isEmpty else { throw error(.damaged, "a tag cannot be read") }
            skipSpace()
            guard take("=") else { throw error(.damaged, "an attribute has no value") }
            skipSpace()
            guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'"),
                let end = bytes[(at + 1)...].firstIndex(of: bytes[at])
            else { throw error(.damaged, "an attribute is not in quotation marks") }
            let value = try resolved(bytes[(at + 1)..<end], isAttribute: true)
            guard attributes.updateValue(value, forKey: Self.local(key)) == nil || key.contains(UInt8(ascii: ":"))
            else {
                throw error(.damaged, "an attribute occurs twice")
            }
            guard attributes.count <= 100 else { throw error(.tooLarge, "an element has more than 100 attributes") }
            at = end + 1
        }
        open.append(Array(name))
        return .start(Self.local(name), attributes: attributes)
    }

    /// Converts line breaks to LF, as XML requires.
    private static func normalized(_ raw: ArraySlice<UInt8>) -> [UInt8] {
        guard raw.contains(13) else { return Array(raw) }
        var text: [UInt8] = []
        for (index, byte) in zip(raw.indices, raw) {
            if byte == 13 {
                if index + 1 == raw.endIndex || raw[index + 1] != 10 { text.append(10) }
            } else {
                text.append(byte)
            }
        }
        return text
    }

    private func resolved(_ raw: ArraySlice<UInt8>, isAttribute: Bool) throws(FormDataError) -> [UInt8] {
        var text = Self.normalized(raw)
        // Tabs and line breaks in attributes become spaces.
        if isAttribute { for index in text.indices where text[index] == 9 || text[index] == 10 { text[index] = 32 } }
        guard text.contains(UInt8(ascii: "&")) else { return text }
        var output: [UInt8] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            output.append(contentsOf: rest[..<start])
            // The longest reference is `&#x10FFFF;` with a few leading zeros.
            let window = rest[(start + 1)...].prefix(16)
            guard let end = window.firstIndex(of: UInt8(ascii: ";")) else {
                throw error(.damaged, "an ampersand is not written as &amp;")
            }
            let name = String(decoding: window[..<end], as: UTF8.self)
            guard let code = Self.character(name) else {
                throw error(.unsupported, "the entity \(Quotation.of("&\(name);"))")
            }
            UTF8Bytes.append(code, to: &output)
            rest = rest[(end + 1)...]
        }
        output.append(contentsOf: rest)
        return output
    }

    /// Returns the code point of a reference; nil if it is unknown. NUL and lone surrogates are allowed here and
    /// rejected later with their field.
    private static func character(_ name: String) -> UInt32? {
        switch name {
        case "amp": return 38
        case "lt": return 60
        case "gt": return 62
        case "quot": return 34
        case "apos": return 39
        default: break
        }
        guard name.hasPrefix("#") else { return nil }
        let isHexadecimal = name.hasPrefix("#x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        guard digits.first?.isHexDigit ?? false, let code = UInt32(digits, radix: isHexadecimal ? 16 : 10),
            code <= 0x10ffff
        else { return nil }
        return code
    }
}
