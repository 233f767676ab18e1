// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnCompression
import LimnInk
import Testing
import TestSupport

@testable import LimnInkFormats

/// Scenes inside other files.
@Suite struct ExcalidrawContainerTests {
    private static let scene = ExcalidrawTests.scene(ExcalidrawTests.pen)
    private static let text = String(decoding: scene, as: UTF8.self)
    private static let head =
        "---\n\nexcalidraw-plugin: parsed\ntags: [excalidraw]\n\n---\n# Text Elements\nWord ^a\n\n%%\n"

    private static func check(_ bytes: [UInt8]) throws {
        let file = try InkReader.read(bytes)
        let plain = try InkReader.read(scene)
        #expect(file.format == .excalidraw)
        #expect(file.document.pages.map(\.drawing) == plain.document.pages.map(\.drawing))
    }

    /// Compresses a text as lz-string does, to Base64.
    static func compressed(_ text: String) -> String {
        var bits: [Bool] = []
        var (width, left) = (2, 2)
        func put(_ value: Int, _ count: Int) { for power in 0..<count { bits.append(value >> power & 1 == 1) } }
        func grow() {
            left -= 1
            if left == 0 {
                left = 1 << width
                width += 1
            }
        }
        var codes: [[UInt16]: Int] = [:]
        var fresh: Set<UInt16> = []
        var phrase: [UInt16] = []
        func emit() {
            if phrase.count == 1, fresh.remove(phrase[0]) != nil {
                let isShort = phrase[0] < 256
                put(isShort ? 0 : 1, width)
                put(Int(phrase[0]), isShort ? 8 : 16)
                grow()
            } else {
                put(codes[phrase] ?? 0, width)
            }
            grow()
        }
        for unit in text.utf16 {
            if codes[[unit]] == nil {
                codes[[unit]] = codes.count + 3
                fresh.insert(unit)
            }
            if codes[phrase + [unit]] != nil {
                phrase.append(unit)
            } else {
                emit()
                codes[phrase + [unit]] = codes.count + 3
                phrase = [unit]
            }
        }
        if !phrase.isEmpty { emit() }
        put(2, width)
        while bits.count % 6 != 0 { bits.append(false) }
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        return stride(from: 0, to: bits.count, by: 6).map { at in
            String(alphabet[(0..<6).reduce(0) { $0 << 1 | (bits[at + $1] ? 1 : 0) }])
        }.joined()
    }

    @Test func `Texts of lz-string are decompressed`() throws {
        func text(_ base64: String) throws -> String? {
            try LZString.decompress(base64: base64.utf8, limit: 100_000, as: .excalidraw)
        }
        // These two were made by the library itself.
        #expect(try text("BIUwNmD2AEDukCcwBMg=") == "Hello world")
        #expect(try text("BIUwNmD2A0AEDqkBOYAmBCIA") == "Hello, World!")
        for sample in ["a", "aaaaaaaaaaaaaaaa", "abababab€€ü\u{1f600}", Self.text] {
            #expect(try text(Self.compressed(sample)) == sample)
        }
        for damaged in ["", "A", "BIUwNmD2", "////////////"] { #expect(try text(damaged) != "Hello world") }
        let long = String(repeating: "a", count: 60_000)
        #expect(throws: InkFormatError.self) {
            try LZString.decompress(base64: Self.compressed(long).utf8, limit: 50_000, as: .excalidraw)
        }
    }

    @Test func `Notes of Obsidian have a scene in a code block, plain or compressed`() throws {
        try Self.check(Array((Self.head + "## Drawing\n```json\n\(Self.text)\n```\n%%\n").utf8))
        var lines: [String] = []
        var rest = Substring(Self.compressed(Self.text))
        while !rest.isEmpty {
            lines.append(String(rest.prefix(256)))
            rest = rest.dropFirst(256)
        }
        let block = lines.joined(separator: "\n\n")
        try Self.check(Array((Self.head + "## Drawing\n```compressed-json\n\(block)\n```\n%%").utf8))
        try Self.check(Array((Self.head + "# Drawing\n\(Self.text)\n%%").utf8))
        #expect(throws: InkFormatError.self) { try InkReader.read(Array(Self.head.utf8)) }
    }

    @Test func `Images that a note names are asked for`() throws {
        let image = #"{"type":"image","x":0,"y":0,"width":20,"height":10,"fileId":"0a1b2c"}"#
        let scene = String(decoding: ExcalidrawTests.scene(image), as: UTF8.self)
        let note = Array(
            (Self.head + "## Embedded Files\n0a1b2c: [[in/a b.png|100]]\n## Drawing\n```json\n\(scene)\n```\n").utf8)
        let wanted = CompanionFile.file("in/a b.png")
        let without = try InkReader.read(note)
        #expect(without.missing == [wanted])
        #expect(without.dropped.map(\.description) == ["page 1: 1 × image (kept in a file of its own)"])
        let with = try InkReader.read(note, companions: [wanted: XournalppItemTests.png])
        #expect(with.document.pages[0].drawing.objects.count == 1 && with.dropped.isEmpty)
    }

    /// The JSON in which pictures keep a scene.
    private static var payload: [UInt8] {
        let bytes = Deflate.compress(scene, as: .zlib)
        var text = Array(#"{"version":"1","encoding":"bstring","compressed":true,"encoded":""#.utf8)
        for byte in bytes {
            switch byte {
            case 0x22, 0x5c: text += [0x5c, byte]
            case ..<0x20: text += Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
            default: text.append(byte)
            }
        }
        return text + Array(#""}"#.utf8)
    }

    private static func svg(_ payload: [UInt8]) -> [UInt8] {
        Array(
            """
            <svg version="1.1" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><!-- svg-source:excalidraw -->
            <metadata><!-- payload-type:application/vnd.excalidraw+json --><!-- payload-version:2 --><!-- payload-start -->\
            \(Data(payload).base64EncodedString())<!-- payload-end --></metadata><g/></svg>
            """.utf8)
    }

    @Test func `Pictures keep their scene, in an SVG or a PNG`() throws {
        try Self.check(Self.svg(Self.payload))
        try Self.check(Self.svg(Self.scene))
        let chunk = Array("application/vnd.excalidraw+json\0".utf8) + Self.payload
        func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
        let picture = try #require(PNGPicture.rgba([1, 2, 3, 4], width: 1, height: 1)).bytes
        let head = picture.prefix(33)
        try Self.check(
            Array(head) + number(chunk.count) + Array("tEXt".utf8) + chunk + [0, 0, 0, 0] + picture.dropFirst(33))
        #expect(InkReader.format(of: picture) == nil)
        #expect(InkReader.format(of: Self.svg([]).filter { $0 != 0x70 }) != .excalidraw)
        #expect(throws: InkFormatError.self) {
            try InkReader.read(Self.svg(Array("{\"encoded\":\"x\",\"compressed\":true}".utf8)))
        }
    }

    @Test func `The clipboard is a scene, and a library has a page for each item`() throws {
        try Self.check(Array(#"{"type":"excalidraw/clipboard","elements":[\#(ExcalidrawTests.pen)],"files":{}}"#.utf8))
        try Self.check(
            Array(
                #"{"elements":[\#(ExcalidrawTests.pen)],"x":"\#(String(repeating: " ", count: 9000))","type":"excalidraw"}"#
                    .utf8))
        let items = #"{"id":"1","elements":[\#(ExcalidrawTests.pen)]},{"id":"2","elements":[]}"#
        let new = try InkReader.read(Array(#"{"type":"excalidrawlib","version":2,"libraryItems":[\#(items)]}"#.utf8))
        #expect(new.document.pages.map(\.drawing.strokes.count) == [1, 0])
        let old = try InkReader.read(
            Array(#"{"type":"excalidrawlib","version":1,"library":[[\#(ExcalidrawTests.pen)]]}"#.utf8))
        #expect(old.document.pages.map(\.drawing.strokes.count) == [1])
    }

    @Test(
        arguments: ForeignFile.further(.found, "md").filter { $0.name.contains("excalidraw") }
            + ForeignFile.further(.found, "svg"))
    func `Files of other programs are read`(file: ForeignFile) throws {
        let read = try InkReader.read(try file.bytes)
        #expect(read.format == .excalidraw)
        #expect(read.document.pages[0].drawing.itemCount > 5)
    }
}
