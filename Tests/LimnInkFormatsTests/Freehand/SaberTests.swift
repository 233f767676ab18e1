// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import Testing
import TestSupport

@testable import LimnInkFormats

@Suite struct SaberTests {
    static let json = """
        {"v":12,"ni":0,"b":4294967040,"p":"lined","l":40,"lt":3,"z":[{"w":1000,"h":1400,"s":[
        {"f":true,"p":[{"x":1,"y":2,"p":0.25},{"x":11,"y":2,"p":0.75}],"i":0,"ty":"fountainPen","ox":1,"oy":-1,
        "c":-16776961,"s":4,"t":0.5,"sp":false},
        {"p":[{"x":1,"y":2},{"x":11,"y":2}],"ty":"Highlighter","c":1694498560,"pe":false}],"i":[{"id":1,"w":9,"h":9,"a":0}]},{"w":5,"h":6}],"c":0}
        """

    static func float(_ values: Double...) -> [UInt8] {
        values.flatMap { withUnsafeBytes(of: Float($0).bitPattern.littleEndian, Array.init) }
    }

    static func binary(_ key: String, _ bytes: [UInt8]) -> [UInt8] {
        TreeTests.element(0x05, key, [UInt8(bytes.count), 0, 0, 0, 0] + bytes)
    }

    static func bson(version: UInt8 = 19, points: [[UInt8]]) -> [UInt8] {
        let list = points.enumerated().flatMap { binary("\($0)", $1) }
        let stroke = TreeTests.bson(
            TreeTests.element(0x04, "p", TreeTests.bson(list)) + TreeTests.element(0x10, "c", [0xff, 0, 0, 0xff])
                + TreeTests.element(0x01, "s", withUnsafeBytes(of: 4.0.bitPattern, Array.init))
                + TreeTests.element(0x08, "sp", [0]))
        func size(_ key: String) -> [UInt8] { TreeTests.element(0x10, key, [100, 0, 0, 0]) }
        let page = TreeTests.bson(
            size("w") + size("h") + TreeTests.element(0x04, "s", TreeTests.bson(TreeTests.element(0x03, "0", stroke))))
        return TreeTests.bson(
            TreeTests.element(0x10, "v", [version, 0, 0, 0])
                + TreeTests.element(0x04, "z", TreeTests.bson(TreeTests.element(0x03, "0", page))))
    }

    @Test func `JSON notes are read with size, color, thinning and offset`() throws {
        let file = try InkReader.read(Array(Self.json.utf8))
        #expect(file.format == .saber)
        #expect(file.document.pages.map(\.size) == [Size(width: 1000, height: 1400), Size(width: 5, height: 6)])
        #expect(
            file.document.pages[1].background
                == .paper(style: "lined", color: Color(rgba: 0xffff_00ff), settings: "l=40,lt=3"))
        let strokes = file.document.pages[0].drawing.strokes
        try #require(strokes.count == 2)
        #expect(strokes[0].brush == Brush(color: Color(rgba: 0x0000_ffff), width: 4, tool: .fountain))
        #expect(strokes[0].points.positions == [Point(x: 2, y: 1), Point(x: 12, y: 1)])
        #expect(strokes[0].points[.pressure] == [0.25, 0.75])
        // 2 · 4 · (½ − ½ · (½ − p))
        #expect(strokes[0].points.widths == [3, 5])
        #expect(strokes[1].brush.kind == .highlighter && strokes[1].brush.color.rgba == 0xffff_0064)
        #expect(strokes[1].constantWidth == 10)
        #expect(file.dropped.map(\.description) == ["page 1: 1 × image (kept in a file of its own)"])
    }

    @Test func `Points in BSON notes are two or three floats`() throws {
        let file = try InkReader.read(Self.bson(points: [Self.float(1, 2, 0.5), Self.float(3, 4, 1)]))
        #expect(file.format == .saber && file.dropped.isEmpty)
        let stroke = file.document.pages[0].drawing.strokes[0]
        #expect(stroke.points.positions == [Point(x: 1, y: 2), Point(x: 3, y: 4)])
        #expect(stroke.brush.color.rgba == 0x0000_ffff)
        #expect(zip(stroke.points.widths, [4, 2 * 4 * 0.85]).allSatisfy { ($0 - $1).magnitude < 1e-12 })
        let plain = try InkReader.read(Self.bson(points: [Self.float(1, 2), Self.float(3, 4)]))
        #expect(plain.document.pages[0].drawing.strokes[0].points[.pressure] == nil)
        let newer = try InkReader.read(Self.bson(version: 20, points: []))
        #expect(
            newer.dropped.map(\.description) == [
                "1 × newer version (version 20)", "page 1: 1 × malformed stroke (no points)",
            ])
    }

    @Test func `Pages without a size use the size of the note, which is looked up once`() throws {
        let keys = (0..<20_000).map { "\"k\($0)\":0" }.joined(separator: ",")
        let pages = Array(repeating: "{}", count: 20_000) + ["{\"w\":7}", "{\"h\":\"x\"}"]
        let json = "{\"v\":12,\"ni\":0,\"w\":5,\"h\":6,\"z\":[\(pages.joined(separator: ","))],\(keys)}"
        let file = try InkReader.read(Array(json.utf8), format: .saber)
        let sizes = file.document.pages.map(\.size)
        #expect(sizes.prefix(20_000).allSatisfy { $0 == Size(width: 5, height: 6) })
        #expect(sizes.suffix(2) == [Size(width: 7, height: 6), nil])
    }

    @Test func `Invalid points and settings are listed`() throws {
        for bad in [Self.float(1), Self.float(.nan, 1), Self.float(1e9, 1)] {
            let file = try InkReader.read(Self.bson(points: [Self.float(1, 2), bad]))
            #expect(file.dropped.map(\.description) == ["page 1: 1 × malformed stroke (points that cannot be read)"])
        }
        let odd = Self.json.replacingOccurrences(of: #""s":4,"t":0.5"#, with: #""s":-4,"t":9"#)
            .replacingOccurrences(of: #""y":2,"p":0.75"#, with: #""y":2"#).replacingOccurrences(
                of: "-16776961", with: "1.5"
            )
            .replacingOccurrences(of: "4294967040", with: "\"x\"")
        #expect(
            try dropped(Array(odd.utf8)) == [
                "1 × unreadable attribute (b)", "page 1: 1 × image (kept in a file of its own)",
                "page 1: 1 × channel of points (pressure of some points only)",
                "page 1: 1 × unreadable attribute (s)", "page 1: 1 × unreadable attribute (t)",
                "page 1: 1 × unreadable attribute (c)",
            ])
    }

    @Test func `Damaged files give an import or an InkFormatError`() {
        let json = Array(Self.json.utf8)
        let bson = Self.bson(points: [Self.float(1, 2, 0.5), Self.float(3, 4, 1)])
        #expect(FormatDamage.truncate(json, .saber) == 0)
        #expect(FormatDamage.truncate(bson, .saber) == 0)
        #expect((100..<2000).contains(FormatDamage.flip(json, .saber, rounds: 2000)))
        #expect((100..<2000).contains(FormatDamage.flip(bson, .saber, rounds: 2000)))
        FormatDamage.limit(json, .saber, points: 4)
        FormatDamage.limit(bson, .saber, points: 2)
        #expect(FormatDamage.code(Array("{}".utf8), .saber) == .corrupt)
        let deep = Self.json.replacingOccurrences(of: "\"lined\"", with: String(repeating: "[", count: 100_000))
        #expect(FormatDamage.code(Array(deep.utf8), .saber) == .corrupt)
    }
}
