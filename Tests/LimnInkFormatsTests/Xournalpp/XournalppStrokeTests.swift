// SPDX-License-Identifier: Apache-2.0

import Foundation
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing

/// Strokes with unusual or invalid values.
@Suite struct XournalppStrokeTests {
    static func only(_ element: String) throws -> Stroke {
        let all = try strokes(element)
        return try #require(all.count == 1 ? all[0] : nil)
    }

    @Test func `A width belongs to the point where its segment starts, and the last point repeats its neighbor's`()
        throws
    {
        let stroke = try Self.only(pen("0 0 1 0 2 0 3 0", width: "2 0.5 0.75 1"))
        #expect(stroke.brush.width == 2)
        #expect(stroke.points.widths == [0.5, 0.75, 1, 1])
        #expect(stroke.constantWidth == nil)
        #expect(try Self.only(pen("0 0 1 0", width: "2")).points.widths == [2, 2])
        #expect(try dropped(note(pen("0 0 1 0 2 0 3 0", width: "2 0.5 0.75 1"))).isEmpty)
    }

    @Test func `Half a coordinate pair is dropped and listed`() throws {
        let element = pen("1 2 3 4 5")
        #expect(try Self.only(element).points.positions == [Point(x: 1, y: 2), Point(x: 3, y: 4)])
        #expect(try dropped(note(element)) == ["page 1: 1 × malformed point (x without y)"])
    }

    @Test func `Points without a width are dropped if others have one`() throws {
        let element = pen("0 0 1 0 2 0 3 0 4 0", width: "2 0.5 0.75")
        let points = try Self.only(element).points
        #expect(points.count == 3)
        #expect(points.widths == [0.5, 0.75, 0.75])
        #expect(try dropped(note(element)) == ["page 1: 2 × malformed point (without a width)"])
    }

    @Test func `Surplus widths are dropped and listed, except a trailing −1`() throws {
        let element = pen("0 0 1 0", width: "2 0.5 0.6 0.7")
        #expect(try Self.only(element).points.widths == [0.5, 0.5])
        #expect(try dropped(note(element)) == ["page 1: 2 × surplus width"])

        let beta = pen("0 0 1 0 2 0", width: "2 0.5 0.6 -1")
        #expect(try Self.only(beta).points.widths == [0.5, 0.6, 0.6])
        #expect(try dropped(note(beta)).isEmpty)
    }

    @Test func `MrWriter's pressures are read as widths`() throws {
        let element = pen("0 0 1 0 2 0", #"pressures="0.5 0.6""#)
        #expect(try Self.only(element).points.widths == [0.5, 0.6, 0.6])
        let file = String(decoding: note(element), as: UTF8.self).replacingOccurrences(
            of: "xournal ", with: "MrWriter ")
        let renamed = file.replacingOccurrences(of: "/xournal>", with: "/MrWriter>")
        #expect(try InkReader.read(Array(renamed.utf8)).document.strokeCount == 1)
    }

    @Test(arguments: ["nan 1", "1 inf", "1 2 x 4", "1e999 0", "1e8 0", "1,5 2", "0x10 3"])
    func `A stroke with invalid coordinates is dropped and listed, and the others are kept`(text: String)
        throws
    {
        let file = note(pen("0 0 1 1") + pen(text) + pen("2 2 3 3"))
        #expect(try InkReader.read(file).document.strokeCount == 2)
        #expect(try dropped(file) == ["page 1: 1 × malformed stroke (coordinates that are not usable numbers)"])
    }

    @Test func `Strokes without points are dropped, and strokes of one point are dots`() throws {
        let file = note(pen("") + pen("  ") + pen("7") + ##"<stroke tool="pen" width="1" color="#000000ff"/>"##)
        #expect(try InkReader.read(file).document.strokeCount == 0)
        #expect(try dropped(file) == ["page 1: 4 × malformed stroke (no points)"])
        let dot = try Self.only(pen("3 4"))
        #expect(dot.points.positions == [Point(x: 3, y: 4)])
        #expect(dot.points.widths == [2])
        #expect(try Self.only(pen("3 4", width: "2 0.5")).points.widths == [0.5])
    }

    @Test(arguments: ["-3", "1e300", "nan", "", "wide"])
    func `An invalid width is replaced by the default and listed`(width: String) throws {
        let element = pen("0 0 1 1", width: width)
        #expect(try Self.only(element).points.widths == [1.41, 1.41])
        #expect(try dropped(note(element)) == ["page 1: 1 × unreadable attribute (width)"])
    }

    @Test func `Invalid widths of segments are replaced by the nominal width`() throws {
        let element = pen("0 0 1 0 2 0 3 0", width: "2 0.5 -1 1e300")
        #expect(try Self.only(element).points.widths == [0.5, 2, 2, 2])
        #expect(try dropped(note(element)) == ["page 1: 2 × unreadable attribute (width)"])
    }

    @Test func `Color names have Xournal's values, and highlighters have Xournal++'s opacity`() throws {
        let values: [(String, UInt32)] = [
            ("black", 0x0000_00ff), ("blue", 0x3333_ccff), ("green", 0x0080_00ff), ("lightblue", 0x00c0_ffff),
            ("orange", 0xff80_00ff), ("#12AbEf80", 0x12ab_ef80), ("#12abef", 0x12ab_efff),
        ]
        for (name, rgba) in values {
            let stroke = try Self.only(##"<stroke tool="pen" color="\##(name)" width="1">0 0 1 1</stroke>"##)
            #expect(stroke.brush.color.rgba == rgba)
        }
        let marker = try Self.only(#"<stroke tool="highlighter" color="yellow" width="8.5">0 0 1 1</stroke>"#)
        #expect(marker.brush.kind == .highlighter)
        #expect(marker.brush.color.rgba == 0xffff_0078)
        let opaque = try Self.only(##"<stroke tool="highlighter" color="#ffff00ff" width="8">0 0 1 1</stroke>"##)
        #expect(opaque.brush.color.rgba == 0xffff_0078)
        let filled = try Self.only(
            ##"<stroke tool="highlighter" color="#ffff007f" width="8" fill="51">0 0 1 1</stroke>"##)
        #expect(filled.brush.color.rgba == 0xffff_0033)
    }

    @Test func `Caps, dashes and fills are read`() throws {
        #expect(try Self.only(pen("0 0 1 1", #"capStyle="square""#)).brush.cap == .square)
        #expect(try Self.only(pen("0 0 1 1", #"style="cust: 1 2.5 0 4""#)).brush.dash == [1, 2.5, 0, 4])
        #expect(try Self.only(pen("0 0 1 1", #"style="plain""#)).brush.dash.isEmpty)
        #expect(try Self.only(pen("0 0 1 1", #"fill="-1""#)).brush.fill == nil)
        #expect(try Self.only(pen("0 0 1 1", #"fill="51""#)).brush.fill == 0.2)
        #expect(try Self.only(pen("0 0 1 1", #"fill="999""#)).brush.fill == 1)
    }

    @Test(arguments: [
        #"capStyle="spiked""#, #"style="wavy""#, #"style="cust: 0 0""#, #"style="cust: -1 2""#, #"fill="full""#,
    ])
    func `Invalid attributes are listed and replaced by defaults`(attribute: String) throws {
        let element = pen("0 0 1 1", attribute)
        #expect(try Self.only(element).brush == Brush(width: 2))
        let value = attribute.replacingOccurrences(of: "\"", with: "")
        #expect(try dropped(note(element)) == ["page 1: 1 × unreadable attribute (\(value))"])
    }

    @Test func `Sound linked to a stroke is listed unless its name is empty`() throws {
        #expect(try dropped(note(pen("0 0 1 1", #"ts="0" fn="""#))).isEmpty)
        let tied = note(pen("0 0 1 1", #"ts="12" fn="a.ogg""#) + pen("0 0 1 1", #"ts="13" fn="a.ogg""#))
        #expect(try dropped(tied) == ["page 1: 2 × audio (tied to a stroke)"])
        #expect(try InkReader.read(tied).document.strokeCount == 2)
    }
}
