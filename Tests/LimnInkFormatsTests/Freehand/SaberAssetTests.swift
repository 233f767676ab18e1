// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Notes of Saber whose pictures and PDFs are in other files or in an archive.
@Suite struct SaberAssetTests {
    private static let stroke =
        #"{"p":[{"x":0,"y":0},{"x":10,"y":0}],"ty":"fountainPen","c":-65536,"s":5,"pe":false}"#
    private static let pdf = Array("%PDF-1.4".utf8)
    private static let png = XournalppItemTests.png

    /// A note whose keys come in an unusual order.
    private static func note(_ pages: String...) -> [UInt8] {
        Array(#"{"z":[\#(pages.joined(separator: ","))],"c":0,"lt":3,"l":40,"p":"","ni":2,"v":19}"#.utf8)
    }

    private static func page(_ number: Int, asset: Int = 0, fit: Int = 1) -> String {
        #"{"w":1000,"h":1400,"s":[\#(stroke)],"b":{"e":".pdf","a":\#(asset),"pdfi":\#(number),"f":\#(fit)}}"#
    }

    private static func archive(_ files: [String: [UInt8]]) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        for (name, bytes) in files { try folder.write(bytes, name) }
        let zip = try Requirement.tool("zip")
        #expect(try run(zip, "-q", "-r", "a.sba", ".", directory: folder.url).status == 0)
        return try bytes(folder.url.appendingPathComponent("a.sba"))
    }

    @Test func `Pages of a PDF beside the note are the background, in the order of the note`() throws {
        let file = try InkReader.read(Self.note(Self.page(1), Self.page(0, fit: 0), Self.page(1)))
        #expect(file.format == .saber)
        #expect(file.document.template == .attachment(suffix: ".0"))
        #expect(file.document.pages.map(\.background) == [.pdf(page: 2), .pdf(page: 1), .pdf(page: 2)])
        #expect(file.document.pages.map(\.placement) == [.fitted, .stretched, .fitted])
        #expect(file.dropped.isEmpty && file.missing.isEmpty)
    }

    @Test func `A second PDF is told`() throws {
        let file = try InkReader.read(Self.note(Self.page(0), Self.page(0, asset: 1)))
        #expect(file.dropped.map(\.description) == ["page 2: 1 × background (a page of a second PDF)"])
    }

    @Test func `An archive has the note, its PDF and its pictures`() throws {
        let picture = #"{"w":1000,"h":1400,"s":[],"i":[{"e":".png","a":1,"x":1,"y":2,"w":30,"h":40}]}"#
        let note = Self.note(Self.page(0), picture)
        let file = try InkReader.read(
            try Self.archive(["main.sbn2": note, "main.sbn2.0": Self.pdf, "main.sbn2.1": Self.png]))
        #expect(file.format == .saber && file.dropped.isEmpty && file.missing.isEmpty)
        #expect(file.document.template == .embedded(Self.pdf))
        let item = file.document.pages[1].drawing.objects.first?.object.picture
        #expect(item?.data.bytes == Self.png)
        let without = try InkReader.read(try Self.archive(["main.sbn2": note]))
        #expect(without.dropped.map(\.kind) == [.background, .image])
    }

    @Test func `Pictures beside the note are asked for`() throws {
        let note = Self.note(#"{"w":9,"h":9,"s":[],"b":{"e":".png","a":3,"nw":9,"nh":9}}"#)
        let wanted = CompanionFile.attachment(suffix: ".3")
        #expect(try InkReader.read(note).missing == [wanted])
        let file = try InkReader.read(note, companions: [wanted: Self.png])
        #expect(file.document.pages[0].drawing.objects.count == 1 && file.dropped.isEmpty)
    }

    @Test func `BSON notes are recognized by their keys in any order`() throws {
        let element = TreeTests.element
        let notes = [
            element(0x10, "ni", [1, 0, 0, 0]) + element(0x04, "z", TreeTests.bson([]))
                + element(0x10, "v", [19, 0, 0, 0]),
            element(0x04, "z", TreeTests.bson(element(0x03, "0", TreeTests.bson([]))))
                + element(0x05, "x", [2, 0, 0, 0, 0, 1, 2]) + element(0x10, "v", [19, 0, 0, 0]),
        ]
        for note in notes { #expect(InkReader.format(of: TreeTests.bson(note)) == .saber) }
        #expect(InkReader.format(of: TreeTests.bson(element(0x10, "q", [1, 0, 0, 0]))) == nil)
    }
}
