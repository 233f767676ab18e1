// SPDX-License-Identifier: Apache-2.0

internal import Foundation
#if canImport(FoundationXML)
    internal import FoundationXML
#endif

/// Runs Foundation's XML parser over bytes and passes its events to a handler.
final class XMLEvents: NSObject, XMLParserDelegate {
    /// Ink files nest five deep; this leaves room for elements that are not known.
    private static let deepest = 64

    private let handler: any XMLHandler
    private let format: InkFormat
    private var depth = 0
    private var failure: InkFormatError?

    private init(_ handler: any XMLHandler, _ format: InkFormat) {
        self.handler = handler
        self.format = format
    }

    /// Reads a whole XML file, which must have passed ``XMLProlog``.
    ///
    /// - Throws: what the handler throws, or that the XML is not well-formed.
    static func parse(_ xml: [UInt8], with handler: any XMLHandler, as format: InkFormat) throws(InkFormatError) {
        let events = XMLEvents(handler, format)
        var (isSound, line) = (false, 0)
        xml.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            // No copy: the parser reads within this closure only, and does not write.
            let data = Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: base), count: bytes.count, deallocator: .none)
            let parser = XMLParser(data: data)
            parser.shouldResolveExternalEntities = false
            parser.shouldProcessNamespaces = false
            parser.delegate = events
            isSound = parser.parse()
            line = parser.lineNumber
        }
        if let failure = events.failure { throw failure }
        guard isSound, events.depth == 0 else {
            throw InkFormatError(
                .corrupt, format: format, at: .init(line: line > 0 ? line : nil), "its XML is not well-formed")
        }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        depth += 1
        guard depth <= Self.deepest else {
            fail(parser, InkFormatError(.corrupt, format: format, "its elements are nested too deeply"))
            return
        }
        attempt(parser) { () throws(InkFormatError) in try handler.start(name, attributes) }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        depth -= 1
        attempt(parser) { () throws(InkFormatError) in try handler.end() }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        guard failure == nil, handler.wantsText else { return }
        var string = string
        string.withUTF8 { handler.text($0) }
    }

    func parser(_ parser: XMLParser, foundCDATA data: Data) {
        guard failure == nil, handler.wantsText else { return }
        Array(data).withUnsafeBufferPointer { handler.text($0) }
    }

    // XMLProlog lets no declaration pass; should a parser see one all the same, it ends the reading.
    func parser(_ parser: XMLParser, foundInternalEntityDeclarationWithName name: String, value: String?) {
        fail(parser, InkFormatError(.unsupported, format: format, "an entity declaration"))
    }

    private func attempt(_ parser: XMLParser, _ work: () throws(InkFormatError) -> Void) {
        guard failure == nil else { return }
        do throws(InkFormatError) {
            try work()
        } catch {
            fail(parser, error)
        }
    }

    /// Keeps the first error and stops the parser, which may still send a few events.
    private func fail(_ parser: XMLParser, _ error: InkFormatError) {
        if failure == nil { failure = error }
        parser.abortParsing()
    }
}
