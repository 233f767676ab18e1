// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnCompression
internal import LimnInk

/// Finds an Excalidraw scene in a file: JSON, a note of Obsidian's Excalidraw plugin, or an SVG or PNG with the scene
/// inside.
enum ExcalidrawContainer {
    private static let mediaType = Array("application/vnd.excalidraw+json".utf8)
    private static let payloadStart = Array("<!-- payload-start -->".utf8)
    private static let payloadEnd = Array("<!-- payload-end -->".utf8)
    private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    /// The values of `type` in JSON.
    static let types: Set<String> = ["excalidraw", "excalidrawlib", "excalidraw/clipboard", "excalidraw-api/clipboard"]

    private enum Kind { case json, markdown, svg, png }

    /// Returns whether a file has a scene. Its JSON is not checked.
    static func recognizes(_ bytes: [UInt8]) -> Bool { kind(bytes) != nil }

    private static func kind(_ bytes: [UInt8]) -> Kind? {
        if bytes.starts(with: pngSignature) { return pngText(bytes) == nil ? nil : .png }
        if types.contains(where: { JSONInkFile.names("\"\($0)\"", in: bytes) }) { return .json }
        // The type may stand behind the elements.
        let keys = JSONInkFile.keys(of: bytes)
        if keys.contains("type"), !keys.isDisjoint(with: ["elements", "library", "libraryItems"]),
            bytes.place(of: Array("\"excalidraw".utf8), from: 0) != nil
        {
            return .json
        }
        let head = Array(bytes.prefix(64 << 10))
        if XMLProlog(head) == .root("svg") {
            return bytes.place(of: payloadStart, from: 0) != nil && bytes.place(of: mediaType, from: 0) != nil
                ? .svg : nil
        }
        return isNote(head) ? .markdown : nil
    }

    /// Returns the JSON of the scene.
    ///
    /// - Throws: `corrupt` if it cannot be found or decompressed, or `tooLarge`.
    static func json(in bytes: [UInt8], limits: InkLimits) throws(InkFormatError) -> [UInt8] {
        switch kind(bytes) {
        case .json, nil: return bytes
        case .markdown: return try drawing(inNote: bytes, limits: limits)
        case .svg:
            guard let start = bytes.place(of: payloadStart, from: 0),
                let end = bytes.place(of: payloadEnd, from: start),
                let data = Data(
                    base64Encoded: Data(bytes[(start + payloadStart.count)..<end]), options: .ignoreUnknownCharacters)
            else { throw failure("the scene in it is not complete") }
            return try decoded(unicode(data), limits: limits)
        case .png:
            guard let text = pngText(bytes) else { throw failure("the scene in it is not complete") }
            return try decoded(unicode(text), limits: limits)
        }
    }

    /// Returns a text in UTF-8. Bytes that are not UTF-8 are Latin-1, in which JSON keeps compressed scenes.
    private static func unicode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        if String(validating: bytes, as: UTF8.self) != nil { return Array(bytes) }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 3 / 2)
        for byte in bytes {
            if byte < 0x80 { text.append(byte) } else { text += [0xc0 | byte >> 6, 0x80 | byte & 0x3f] }
        }
        return text
    }

    private static func failure(_ what: String) -> InkFormatError {
        InkFormatError(.corrupt, format: .excalidraw, what)
    }

    /// Decodes the JSON in which an SVG or a PNG keeps its scene: the scene itself, or an object whose `encoded` is
    /// the scene, usually compressed, with a character for each byte.
    private static func decoded(_ json: [UInt8], limits: InkLimits) throws(InkFormatError) -> [UInt8] {
        let root = try JSONInkFile.tree(json, limits: limits, as: .excalidraw)
        guard let text = root["encoded"]?.string else { return json }
        guard root["encoding"]?.string ?? "bstring" == "bstring" else {
            throw failure("the scene in it has an unknown encoding")
        }
        let scalars = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        guard scalars.count == text.unicodeScalars.count else { throw failure("the scene in it is damaged") }
        guard root["compressed"]?.bool == true else { return scalars }
        do throws(CompressionError) {
            return try Inflate.decompress(
                scalars, as: .zlib, limits: InflateLimits(maximumBytes: limits.maximumBytes))
        } catch {
            throw InkFormatError(
                error.code == .tooLarge ? .tooLarge : .corrupt, format: .excalidraw,
                "the scene in it cannot be decompressed", cause: error.description)
        }
    }

    // MARK: PNG

    /// Returns the text of the chunk with the scene; nil if there is none.
    private static func pngText(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var at = pngSignature.count
        while at + 12 <= bytes.count {
            let length = bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - at - 12 else { return nil }
            let body = bytes[(at + 8)..<(at + 8 + length)]
            if bytes[(at + 4)..<(at + 8)].elementsEqual("tEXt".utf8), body.starts(with: mediaType + [0]) {
                return body.dropFirst(mediaType.count + 1)
            }
            at += 12 + length
        }
        return nil
    }

    // MARK: Notes of Obsidian

    /// Returns whether bytes are a Markdown file whose properties name the plugin.
    private static func isNote(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head.prefix(16 << 10), as: UTF8.self)
        guard text.drop(while: { $0.isWhitespace || $0 == "\u{feff}" }).hasPrefix("---") else { return false }
        return text.firstRange(of: "excalidraw-plugin:") != nil
    }

    /// The maximum number of images that a note may name.
    private static let maximumPaths = 1000

    /// Returns the paths of the images that a note names, by their identifiers: lines `IDENTIFIER: [[PATH]]`.
    static func paths(in bytes: [UInt8]) -> [String: String] {
        guard kind(bytes) == .markdown else { return [:] }
        var paths: [String: String] = [:]
        for line in bytes.split(separator: 10) where paths.count < maximumPaths && line.count < 1024 {
            let text = String(decoding: line, as: UTF8.self)
            guard let mark = text.firstRange(of: ": [["), let end = text.firstRange(of: "]]"),
                mark.upperBound <= end.lowerBound,
                text[..<mark.lowerBound].allSatisfy({ $0.isASCII && $0.isHexDigit })
            else { continue }
            let path = text[mark.upperBound..<end.lowerBound].prefix { $0 != "|" && $0 != "#" }
            if !path.isEmpty { paths[String(text[..<mark.lowerBound])] = String(path) }
        }
        return paths
    }

    /// Returns the drawing in a note: the last code block with a scene, or the text after the heading `Drawing`.
    private static func drawing(inNote bytes: [UInt8], limits: InkLimits) throws(InkFormatError) -> [UInt8] {
        let fence = Array("```".utf8)
        var found: ArraySlice<UInt8>?
        var isCompressed = false
        var at = 0
        while let start = bytes.place(of: fence, from: at) {
            let line = bytes[(start + 3)...].prefix { $0 != 10 && $0 != 13 }
            let body = line.endIndex
            let end = bytes.place(of: fence, from: body) ?? bytes.count
            let name = String(decoding: line.prefix(64).filter { $0 != 32 && $0 != 9 }, as: UTF8.self)
            if name == "compressed-json" || name == "json" {
                (found, isCompressed) = (bytes[body..<end], name == "compressed-json")
            }
            at = min(end + 3, bytes.count)
        }
        if found == nil, let heading = bytes.place(of: Array("# Drawing".utf8), from: 0) {
            // The oldest notes have no code block.
            found = bytes[heading...].drop { $0 != UInt8(ascii: "{") }
            if let last = found?.lastIndex(of: UInt8(ascii: "}")) { found = found?[...last] }
        }
        guard let found, !found.isEmpty else { throw failure("there is no drawing in the note") }
        guard isCompressed else { return Array(found) }
        guard
            let text = try LZString.decompress(base64: found, limit: limits.maximumBytes, as: .excalidraw)
        else { throw failure("the drawing in the note cannot be decompressed") }
        return Array(text.utf8)
    }
}
