// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

@Suite struct SupernoteTests {
    private static func number(_ value: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).littleEndian, Array.init)
    }

    /// Builds a file block by block.
    private struct Builder {
        var bytes = Array("noteSN_FILE_VER_20230015".utf8)

        /// Adds a block and returns its offset.
        mutating func add(_ block: [UInt8]) -> Int {
            let offset = bytes.count
            bytes += SupernoteTests.number(block.count) + block
            return offset
        }

        mutating func add(_ table: KeyValuePairs<String, String>) -> Int {
            add(Array(table.map { "<\($0.key):\($0.value)>" }.joined().utf8))
        }
    }

    /// A record of a stroke on a page of 1872 pixels, with points as they are stored.
    private static func record(
        _ points: [(y: Int, x: Int)], pen: Int = 10, gray: Int = 0, kind: String = "others", mark: Int = 0,
        group: Int = 5000
    ) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: 208)
        func set(_ at: Int, _ value: Int) { head.replaceSubrange(at..<(at + 4), with: number(value)) }
        set(0, pen)
        set(4, gray)
        set(8, 400)
        set(40, group)
        head.replaceSubrange(48..<(48 + kind.utf8.count), with: Array(kind.utf8))
        set(128, 18720)
        var body = head + number(0) + number(points.count)
        for point in points { body += number(point.y) + number(point.x) }
        body += number(points.count) + points.flatMap { _ in [UInt8(0), 8] }
        for _ in 0..<4 { body += number(0) }
        body += number(mark)
        return number(body.count) + body
    }

    private static func file(
        records: [[UInt8]], layer: [UInt8] = [], style: String = "style_white", paper: [UInt8] = []
    ) -> [UInt8] {
        var file = Builder()
        let feature = file.add(["FILE_TYPE": "NOTE", "APPLY_EQUIPMENT": "A5X"])
        func add(_ name: String, _ bitmap: [UInt8]) -> Int {
            let offset = bitmap.isEmpty ? 0 : file.add(bitmap)
            return file.add([
                "LAYERTYPE": "NOTE", "LAYERPROTOCOL": "RATTA_RLE", "LAYERNAME": name, "LAYERBITMAP": "\(offset)",
            ])
        }
        let main = add("MAINLAYER", layer)
        let ground = add("BGLAYER", paper)
        let path = records.isEmpty ? 0 : file.add(number(records.count) + records.joined())
        let page = file.add([
            "PAGESTYLE": style, "LAYERSEQ": "MAINLAYER,BGLAYER", "MAINLAYER": "\(main)", "BGLAYER": "\(ground)",
            "TOTALPATH": "\(path)", "ORIENTATION": "1000",
        ])
        let footer = file.add(["PAGE1": "\(page)", "FILE_FEATURE": "\(feature)"])
        return file.bytes + number(footer)
    }

    private static let scale = 72.0 / 226

    @Test func `A stroke has its points from the right, its pen, width and pressure`() throws {
        let read = try InkReader.read(Self.file(records: [Self.record([(100, 40), (200, 1040)], pen: 16, gray: 157)]))
        #expect(read.format == .supernote && read.dropped.isEmpty)
        let page = read.document.pages[0]
        #expect(page.size == Size(width: 1404 * Self.scale, height: 1872 * Self.scale))
        let stroke = try #require(page.drawing.strokes.first)
        let wanted = [Point(x: 1400 * Self.scale, y: 10 * Self.scale), Point(x: 1300 * Self.scale, y: 20 * Self.scale)]
        #expect(zip(stroke.points.positions, wanted).allSatisfy { $0.distance(to: $1) < 1e-9 })
        #expect((stroke.brush.width - 4 * Self.scale).magnitude < 1e-9)
        #expect(stroke.brush.tool == .fountain && stroke.brush.color.rgba == 0x9d9d_9dff)
        #expect(stroke.points[.pressure] == [0.5, 0.5])
    }

    @Test func `Erasers paint white, and loops, boxes of links and erased strokes are no ink`() throws {
        let line = [(y: 0, x: 0), (y: 9, x: 9)]
        let read = try InkReader.read(
            Self.file(records: [
                Self.record(line), Self.record(line, gray: 255), Self.record(line, kind: "0000"),
                Self.record(line, pen: 4), Self.record(line, group: -5), Self.record(line, mark: -16),
                Self.record(line, mark: -4), Self.record(line, kind: "0001"),
            ]))
        #expect(read.document.pages[0].drawing.strokes.map(\.brush.kind) == [.pen, .whiteout, .pen])
        #expect(read.dropped.map(\.description) == ["page 1: 1 × unknown element (the background of a heading)"])
    }

    @Test func `Layers are pictures where no strokes are stored, and paper is one below them`() throws {
        let pixels = 1404 * 1872
        // 16384 black pixels, 100 × 128 + 6 gray ones, and then background.
        var code: [UInt8] = [0x61, 0xff, 0x9d, 0x80 | 99, 0x9d, 5]
        for _ in 0..<(pixels / 16384) { code += [0x62, 0xff] }
        let read = try InkReader.read(
            Self.file(records: [], layer: code, style: "user_lines", paper: [0xc9, 0xff] + code))
        let page = read.document.pages[0]
        #expect(page.drawing.objects.map(\.object.kind) == [.picture, .picture])
        #expect(page.drawing.layers.map(\.name) == [nil, "MAINLAYER", nil])
        let picture = try #require(page.drawing.objects.last?.object.picture)
        #expect(PictureHead(picture.data)?.width == 1404 && PictureHead(picture.data)?.height == 1872)
        let folder = try TemporaryFolder()
        try folder.write(picture.data.bytes, "a.png")
        let script = """
            import sys; from PIL import Image
            p = Image.open(sys.argv[1]).convert("RGBA").getdata(); print(p[0], p[16383], p[16384], p[16384 + 12805], p[16384 + 12806])
            """
        let done = try run(try Requirement.python(), "-c", script, folder.path("a.png"))
        #expect(
            done.text == "(0, 0, 0, 255) (0, 0, 0, 255) (157, 157, 157, 255) (157, 157, 157, 255) (0, 0, 0, 0)\n",
            "\(done.stderr)")
        let drawn = try InkReader.read(Self.file(records: [Self.record([(0, 0), (9, 9)])], layer: code))
        #expect(drawn.document.pages[0].drawing.items.map(\.name) == ["stroke"])
    }

    @Test func `Damaged files are refused or read in part, without a crash`() throws {
        let whole = Self.file(records: [Self.record([(100, 40), (200, 1040)])])
        for count in stride(from: 0, to: whole.count, by: 11) {
            _ = try? InkReader.read(Array(whole.prefix(count)), format: .supernote)
        }
        for at in stride(from: 24, to: whole.count, by: 3) {
            var damaged = whole
            damaged[at] ^= 0xff
            _ = try? InkReader.read(damaged, format: .supernote)
        }
        #expect(throws: InkFormatError.self) { try InkReader.read(Array(whole.prefix(40))) }
    }

    @Test(arguments: ForeignFile.further(.ink, "note"))
    func `Files of tablets are read`(file: ForeignFile) throws {
        let read = try InkReader.read(try file.bytes)
        #expect(read.format == .supernote && read.document.strokeCount > 10)
    }
}
