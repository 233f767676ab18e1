// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// An event-based parser for XML 1.0 in UTF-8.
///
/// It supports elements, attributes, text, CDATA sections, comments, processing instructions, character references and
/// the predefined entities. Document type declarations are rejected. Memory use does not depend on the size of the
/// file. Foundation's `XMLParser` is not used because it crashes on some damaged files on Linux.
struct XMLScanner {
    /// The maximum nesting depth. Ink files have a depth of about five.
    private static let maximumDepth = 64

    private var cursor: XMLCursor
    private let handler: any XMLHandler
    private let format: InkFormat
    /// The names of the open elements, as byte ranges.
    private var open: [Range<Int>] = []
    private var sawRoot = false

    /// Parses a whole file.
    ///
    /// - Throws: errors of the handler, `corrupt` with the line if the XML is not well-formed, and `unsupported` for a
    ///   declaration.
    static func parse(_ xml: [UInt8], with handler: any XMLHandler, as format: InkFormat) throws(InkFormatError) {
        try xml.withUnsafeBufferPointer { bytes throws(InkFormatError) in
            var scanner = XMLScanner(cursor: XMLCursor(bytes), handler: handler, format: format)
            try scanner.run()
        }
    }

    private init(cursor: XMLCursor, handler: any XMLHandler, format: InkFormat) {
        self.cursor = cursor
        self.handler = handler
        self.format = format
    }

    private mutating func run() throws(InkFormatError) {
        _ = cursor.take("\u{feff}")
        while !cursor.isAtEnd {
            if cursor.byte != UInt8(ascii: "<") {
                try text(cursor.takeUntil(UInt8(ascii: "<")))
            } else if cursor.take("</") {
                try endTag(from: cursor.at - 2)
            } else if cursor.take("<?") {
                guard cursor.skip(past: "?>") != nil else {
                    throw malformed("a processing instruction is not terminated")
                }
            } else if cursor.take("<!--") {
                guard cursor.skip(past: "-->") != nil else { throw malformed("a comment is not terminated") }
            } else if cursor.take("<![CDATA[") {
                try literal()
            } else if cursor.take("<!") {
                throw InkFormatError(.unsupported, format: format, at: .init(line: cursor.line), "a declaration")
            } else {
                _ = cursor.take("<")
                try startTag(from: cursor.at - 1)
            }
        }
        guard sawRoot, open.isEmpty else { throw malformed("it is incomplete") }
    }

    private mutating func startTag(from start: Int) throws(InkFormatError) {
        guard !open.isEmpty || !sawRoot else { throw malformed("there is a second root element") }
        guard open.count < Self.maximumDepth else { throw malformed("its elements are nested too deeply") }
        sawRoot = true
        guard let name = cursor.takeName() else { throw malformed("a tag has no name") }
        var attributes: [String: String] = [:]
        while true {
            let hasSpace = cursor.skipSpace()
            if cursor.take(">") {
                open.append(name)
                try handler.start(cursor.string(name), attributes, at: start..<cursor.at)
                return
            }
            if cursor.take("/>") {
                try handler.start(cursor.string(name), attributes, at: start..<cursor.at)
                try handler.end(at: cursor.at..<cursor.at)
                return
            }
            guard hasSpace, let key = cursor.takeName() else { throw malformed("a tag cannot be read") }
            _ = cursor.skipSpace()
            guard cursor.take("=") else { throw malformed("an attribute has no value") }
            _ = cursor.skipSpace()
            guard let value = cursor.takeQuoted() else { throw malformed("an attribute cannot be read") }
            guard attributes.updateValue(value, forKey: cursor.string(key)) == nil else {
                throw malformed("an attribute occurs twice")
            }
        }
    }

    private mutating func endTag(from start: Int) throws(InkFormatError) {
        guard let name = cursor.takeName(), let last = open.popLast(),
            cursor.bytes[last].elementsEqual(cursor.bytes[name])
        else { throw malformed("an end tag does not match its start tag") }
        _ = cursor.skipSpace()
        guard cursor.take(">") else { throw malformed("an end tag cannot be read") }
        try handler.end(at: start..<cursor.at)
    }

    private func text(_ range: Range<Int>) throws(InkFormatError) {
        let piece = UnsafeBufferPointer(rebasing: cursor.bytes[range])
        guard !open.isEmpty else {
            guard piece.allSatisfy(XMLCursor.isSpace) else { throw malformed("there is text outside its root element") }
            return
        }
        guard XMLReferences.occur(in: piece) else {
            if handler.wantsText { handler.text(piece) }
            return
        }
        guard let resolved = XMLReferences.resolve(piece) else { throw malformed("an undefined reference") }
        if handler.wantsText { resolved.withUnsafeBufferPointer { handler.text($0) } }
    }

    private mutating func literal() throws(InkFormatError) {
        guard !open.isEmpty, let range = cursor.skip(past: "]]>") else {
            throw malformed("a CDATA section is misplaced or not terminated")
        }
        if handler.wantsText { handler.text(UnsafeBufferPointer(rebasing: cursor.bytes[range])) }
    }

    private func malformed(_ what: String) -> InkFormatError {
        InkFormatError(.corrupt, format: format, at: .init(line: cursor.line), "its XML is not well-formed, \(what)")
    }
}
