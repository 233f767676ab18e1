// SPDX-License-Identifier: Apache-2.0

import LimnCompression
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Damaged and hostile files give an import or an `InkFormatError`.
@Suite struct XournalppDamageTests {
    static let plain = note(
        pen("1 2 3 4 5 6", width: "2 0.5 0.6") + #"<text x="1">t</text>"# + pen("0 0 9 9", #"style="dot" fill="7""#))

    static func code(_ bytes: [UInt8], limits: InkLimits = .standard) -> InkFormatError.Code? {
        do {
            _ = try InkReader.read(bytes, format: .xournalpp, limits: limits)
            return nil
        } catch { return error.code }
    }

    @Test func `Unknown formats are not recognized`() {
        for bytes in [[], [0], Array("%PDF-1.7".utf8), Array("<html/>".utf8), Gzip.compress(Array("text".utf8))] {
            #expect(InkReader.format(of: bytes) == nil)
            let error = #expect(throws: InkFormatError.self) { try InkReader.read(bytes) }
            #expect(error?.code == .unrecognized)
        }
        #expect(InkReader.format(of: Self.plain) == .xournalpp)
        #expect(InkReader.format(of: Gzip.compress(Self.plain)) == .xournalpp)
        #expect(InkReader.format(of: [0xef, 0xbb, 0xbf] + Self.plain) == .xournalpp)
        #expect(Self.code(Array("<svg/>".utf8)) == .corrupt)
    }

    @Test func `Truncated plain XML is rejected`() {
        let end = Self.plain.count - 1  // The last byte is a line break.
        for length in 0..<end { #expect(Self.code(Array(Self.plain[..<length])) == .corrupt) }
        #expect(Self.code(Array(Self.plain[..<end])) == nil)
    }

    @Test func `A truncated gzip file is rejected`() {
        let packed = Gzip.compress(Self.plain)
        for length in 0..<packed.count { #expect(Self.code(Array(packed[..<length])) == .corrupt) }
    }

    @Test func `Two thousand files with flipped bits give an import or an InkFormatError`() {
        var generator = SeededGenerator(seed: 5)
        var (read, refused) = (0, 0)
        for source in [Self.plain, Gzip.compress(Self.plain)] {
            for _ in 0..<1000 {
                do {
                    let file = try InkReader.read(source.flipped(using: &generator), format: .xournalpp)
                    #expect(file.document.pages.allSatisfy { $0.drawing.strokes.allSatisfy { $0.points.isValid } })
                    read += 1
                } catch { refused += 1 }
            }
        }
        #expect(read > 100)
        #expect(refused > 1000)
    }

    @Test func `Two thousand flipped ZIP packages give an import or a declared error`() throws {
        let source = try XournalppSampleTests.made("stroke-zip").bytes
        var generator = SeededGenerator(seed: 6)
        var refused = 0
        for _ in 0..<2000 {
            do {
                let file = try InkReader.read(source.flipped(using: &generator))
                #expect(file.document.pointCount == 90)
            } catch { refused += 1 }
        }
        #expect(refused > 500)
    }

    @Test func `Entity declarations are rejected before parsing`() {
        let laughs = (1...9).map { #"<!ENTITY l\#($0) "\#(String(repeating: "&l\($0 - 1);", count: 10))">"# }.joined()
        let bomb = #"<?xml version="1.0"?><!DOCTYPE xournal [<!ENTITY l0 "ha">\#(laughs)]><xournal>&l9;</xournal>"#
        #expect(Self.code(Array(bomb.utf8)) == .unsupported)
        let outside = #"<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><xournal><title>&e;</title></xournal>"#
        #expect(Self.code(Array(outside.utf8)) == .unsupported)
        let hidden = #"<?xml version="1.0" encoding="UTF-7"?><xournal></xournal>"#
        #expect(Self.code(Array(hidden.utf8)) == .unsupported)
        #expect(Self.code(Array("<xournal><!DOCTYPE x [<!ENTITY e 'e'>]></xournal>".utf8)) == .unsupported)
        #expect(Self.code(Array("<xournal><title>&undefined;</title></xournal>".utf8)) == .corrupt)
    }

    @Test(arguments: [
        "<xournal>", "<xournal></Xournal>", "<xournal/><xournal/>", "<xournal/>text", "<xournal a=1/>",
        "<xournal a='1' a='2'/>", "<xournal a='<'/>", "<xournal a='1'b='2'/>", "<xournal><1/></xournal>",
        "<xournal></xournal></xournal>", "<xournal a='&#0;'/>", "<xournal a='&#xD800;'/>", "<xournal a='\u{1}'/>",
        "<xournal><title>&#+65;</title></xournal>", "<xournal><!-- </xournal>", "<xournal/><![CDATA[x]]>",
        "<xournal><![CDATA[x]></xournal>", "<xournal a/>", "<xournal a=/>", "<xournal <page/></xournal>",
    ])
    func `XML that is not well-formed is rejected`(text: String) {
        #expect(Self.code(Array(text.utf8)) == .corrupt)
    }

    @Test func `All XML features except declarations are read`() throws {
        let text = """
            <?xml version='1.0' encoding="utf-8"?><!-- <x> -->\n<?pi <x>?>
            <xournal ><title >a&amp;b&#65;&#x42;<![CDATA[<c>&amp;]]></title ><page width='10' height = "2&#48;"
            ><layer name='x&quot;&lt;
            ü'/></page><!-- end --></xournal >  <!-- after -->
            """
        let document = try InkReader.read(Array(text.utf8)).document
        #expect(document.title == "a&bAB<c>&amp;")
        #expect(document.pages[0].size?.height == 20)
        #expect(document.pages[0].drawing.layers[0].name == "x\"< ü")
    }

    @Test func `Deeply nested elements are rejected`() {
        let deep = String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)
        #expect(Self.code(note(deep)) == .corrupt)
        #expect(Self.code(note(String(repeating: "<a>", count: 50) + String(repeating: "</a>", count: 50))) == nil)
    }

    @Test func `Decompression bombs are rejected`() {
        let spaces = Array("<xournal>".utf8) + [UInt8](repeating: 32, count: 60_000_000)
        #expect(Self.code(Gzip.compress(spaces, level: 9)) == .tooLarge)
    }

    @Test func `Pages, strokes and points are limited`() {
        var limits = InkLimits.standard
        limits.maximumPoints = 5
        #expect(Self.code(Self.plain, limits: limits) == nil)
        limits.maximumPoints = 4
        #expect(Self.code(Self.plain, limits: limits) == .tooLarge)
        limits = .standard
        limits.maximumStrokes = 2  // A layer counts as a stroke.
        #expect(Self.code(Self.plain, limits: limits) == .tooLarge)
        limits = .standard
        limits.maximumPages = 0
        #expect(Self.code(Self.plain, limits: limits) == .tooLarge)
        limits = .standard
        limits.maximumBytes = 100
        #expect(Self.code(Gzip.compress(Self.plain), limits: limits) == .tooLarge)
        #expect(Self.code(Self.plain, limits: limits) == .tooLarge)
    }

    @Test func `Errors are sentences with the location`() throws {
        let broken = note(pen("0 0 1 1") + "<stroke")
        let error = #expect(throws: InkFormatError.self) { try InkReader.read(broken) }
        #expect(
            error?.description
                == "The Xournal++ file is damaged: its XML is not well-formed, a tag cannot be read (line 8).")
        let cut = #expect(throws: InkFormatError.self) {
            try InkReader.read(Array(Gzip.compress(Self.plain).dropLast(9)))
        }
        #expect(cut?.description.hasSuffix("it may not have been copied completely.") == true)
    }
}
