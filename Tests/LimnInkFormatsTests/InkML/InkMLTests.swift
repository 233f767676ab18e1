// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import Testing
import TestSupport

@testable import LimnInkFormats

@Suite struct InkMLTests {
    static func file(_ inside: String) -> [UInt8] {
        Array(#"<?xml version="1.0"?><ink xmlns="http://www.w3.org/2003/InkML">\#(inside)</ink>"#.utf8)
    }

    /// A file with X and Y in points and further channels.
    static func points(_ channels: String = "", _ inside: String) -> [UInt8] {
        file(
            """
            <traceFormat><channel name="X" units="pt"/><channel name="Y" units="pt"/>\(channels)</traceFormat>\(inside)
            """)
    }

    static func only(_ bytes: [UInt8]) throws -> Stroke {
        let strokes = try InkReader.read(bytes).document.pages[0].drawing.strokes
        return try #require(strokes.count == 1 ? strokes[0] : nil)
    }

    static func values(_ text: String, regular: Int = 2, optional: Int = 0) -> [[Double]] {
        InkMLTrace(Array(text.utf8), regular: regular, optional: optional).columns
    }

    @Test func `Prefixes select values, first or second differences until the next prefix`() {
        // The example of W3C's recommendation, section 3.2.
        let text = #"1125 18432,'23'43,"7"-8,3-5,7 -3,6 2,6 8,3 6 T,2 4*T,3 6,3-6 F F"#
        let columns = Self.values(text, optional: 2)
        #expect(columns[0] == [1125, 1148, 1178, 1211, 1251, 1297, 1349, 1404, 1461, 1521, 1584])
        #expect(columns[1] == [18432, 18475, 18510, 18540, 18567, 18596, 18633, 18676, 18723, 18776, 18823])
        #expect(columns[2].map { $0.isNaN ? -1 : $0 } == [-1, -1, -1, -1, -1, -1, -1, 1, 1, -1, 0])
    }

    @Test(
        arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian],
        ["", #"<?xml version="1.0" encoding="UTF-16"?>"#])
    func `Files in UTF-16 are read`(encoding: String.Encoding, declaration: String) throws {
        let text = #"\#(declaration)<ink xmlns="http://www.w3.org/2003/InkML"><trace>0 0, 9 9</trace></ink>"#
        let data = try #require("\u{feff}\(text)".data(using: encoding))
        #expect(try Self.only(Array(data)).points.count == 2)
        #expect(throws: InkFormatError.self) { try InkMLReader().read(Array(data.prefix(31))) }
    }

    @Test func `Values need no space before a sign or a prefix`() {
        #expect(Self.values("3-5,+2-.5") == [[3, 2], [-5, -0.5]])
        #expect(Self.values("#ff #1A,'#1'#2,!7*") == [[255, 256, 7], [26, 28, 28]])
        #expect(Self.values("1e2 -1.5E-1 , 2,3 4,") == [[100, 3], [-0.15, 4]])
        #expect(Self.values("1 2,?*")[0][1].isNaN)
        #expect(Self.values("10 0,'5'0,!3'1,'1'1") == [[10, 15, 3, 4], [0, 0, 1, 2]])
    }

    @Test(arguments: ["x", "1", "1 y", "! !", "#", "- -", "1 2 x"])
    func `An unreadable point is counted and its neighbors are kept`(point: String) {
        let trace = InkMLTrace(Array("1 2,\(point),3 4".utf8), regular: 2, optional: 0)
        #expect(trace.count == 2 && trace.malformed == 1)
        #expect(trace.columns[0].first == 1 && trace.columns[0].last == 3)
    }

    @Test func `Every channel has its own unit and resolution`() throws {
        let source = """
            <definitions><context xml:id="c"><inkSource><traceFormat>
            <channel name="X" units="in"/><channel name="Y" units="cm"/><channel name="F" max="200" min="100"/>
            </traceFormat><channelProperties>
            <channelProperty channel="X" name="resolution" value="144" units="1/in"/>
            <channelProperty channel="Y" name="resolution" value="1000" units="1/cm"/>
            <channelProperty channel="F" name="resolution" value="0" units="1/dev"/></channelProperties></inkSource></context>
            </definitions><trace contextRef="#c">2 2540 150,4 1270 200</trace>
            """
        let stroke = try Self.only(Self.file(source))
        #expect(stroke.points.positions[0].x == 1)
        #expect((stroke.points.positions[0].y - 72).magnitude < 1e-12)
        #expect(stroke.points[.pressure] == [0.5, 1])
        #expect(try dropped(Self.file(source)).isEmpty)
        let half = Self.file(
            "<traceFormat><channel name='X'/><channel name='Y' units='pt'/></traceFormat><trace>2540 5080</trace>")
        #expect((try Self.only(half).points.positions[0].x - 72).magnitude < 1e-12)
        #expect(
            try dropped(half) == ["page 1: 1 × unreadable attribute (no unit of X, 0.01 mm is assumed)"])
        let units: [(String, Double)] = [
            ("mm", 72 / 25.4), ("m", 7200 / 2.54), ("pc", 12), ("pt", 1), ("in", 72), ("cm", 72 / 2.54),
        ]
        for (unit, size) in units {
            let bytes = Self.file(
                "<traceFormat><channel name='Y' units='\(unit)'/><channel name='X' units='pt'/></traceFormat><trace>1 3</trace>"
            )
            let point = try Self.only(bytes).points.positions[0]
            #expect(point.x == 3 && (point.y - size).magnitude < 1e-9 * size)
        }
    }

    @Test func `Times are relative, angles are in radians, and pen lifts split the stroke`() throws {
        let channels = """
            <channel name="T" units="ms"/><channel name="OA" units="deg"/><channel name="OE" units="rad"/>
            <intermittentChannels><channel name="S" type="boolean"/></intermittentChannels>
            """
        let bytes = Self.points(
            channels, "<trace timeOffset='5'>0 0 100 180 1 T,1 1 350 90 0.5,2 2 400 0 0 F,3 3 500 0 1 T</trace>")
        let drawing = try InkReader.read(bytes).document.pages[0].drawing
        try #require(drawing.strokes.count == 2)
        #expect(drawing.strokes[0].points[.time] == [0, 0.25])
        #expect(drawing.strokes[0].points[.azimuth] == [Double.pi, Double.pi / 2])
        #expect(drawing.strokes[0].points[.altitude] == [1, 0.5])
        #expect(drawing.strokes[1].points[.time] == [0])
        #expect(
            try dropped(bytes) == [
                "page 1: 1 × setting of a stroke (when it began, timeOffset)",
                "page 1: 2 × setting of a stroke (when it began, T)",
            ])
    }

    @Test func `Brushes have a width, a color, a transparency, a tip and a raster operation`() throws {
        let brush = """
            <definitions><brush xml:id="b"><brushProperty name="width" value="0.5" units="in"/>
            <brushProperty name="color" value="#FFFF00"/><brushProperty name="transparency" value="51"/>
            <brushProperty name="tip" value="rectangle"/><brushProperty name="rasterOp" value="maskPen"/>
            <brushProperty name="ignorePressure" value="1"/><brushProperty name="antiAliased" value="1"/>
            <brushProperty name="glow" value="1"/><brushProperty name="fitToCurve" value="1"/></brush></definitions>
            """
        let bytes = Self.points(
            "", brush + "<traceGroup brushRef='#b'><traceGroup><trace>0 0,9 9</trace></traceGroup></traceGroup>")
        #expect(
            try Self.only(bytes).brush
                == Brush(kind: .highlighter, color: Color(rgba: 0xffff_00cc), width: 36, cap: .square))
        #expect(
            try dropped(bytes) == [
                "1 × setting of a stroke (brush property glow)", "1 × setting of a stroke (smoothing, fitToCurve)",
            ])
    }

    @Test func `A flat tip has the width of its extent across the line`() throws {
        func widths(_ tip: String) throws -> [Double] {
            let brush = """
                <brush><brushProperty name="width" value="3" units="pt"/><brushProperty name="height" value="4" units="pt"/>
                <brushProperty name="tip" value="\(tip)"/></brush>
                """
            return try Self.only(Self.points("", brush + "<trace>0 0,10 0</trace>")).points.widths
                + Self.only(Self.points("", brush + "<trace>0 0,0 10</trace>")).points.widths
                + Self.only(Self.points("", brush + "<trace>0 0,3 4</trace>")).points.widths
        }
        let even = (2.4 * 2.4 * 2).squareRoot()
        #expect(try zip(widths("ellipse"), [4, 4, 3, 3, even, even]).allSatisfy { ($0 - $1).magnitude < 1e-12 })
        let slanted = 0.8 * 3 + 0.6 * 4
        #expect(
            try zip(widths("rectangle"), [4, 4, 3, 3, slanted, slanted]).allSatisfy { ($0 - $1).magnitude < 1e-12 })
    }

    @Test func `Unknown content is listed`() throws {
        let bytes = Self.points(
            "<channel name='OTx'/><channel name='F' units='dev'/>",
            """
            <mapping/><timestamp/><trace type="penUp">1 1 1 1</trace><traceView/>
            <trace brushRef="#no" continuation="end">0 0 1 300,1 1 1 2,1e9 0 0 0,4 4</trace><trace> </trace>
            <annotation type="truth">a</annotation><traceGroup><annotationXML/></traceGroup>
            """)
        #expect(
            try dropped(bytes) == [
                "page 1: 1 × unknown element (mapping)", "page 1: 1 × unknown element (trace of a raised pen)",
                "page 1: 1 × unknown element (traceView)",
                "page 1: 1 × setting of a stroke (that it continues another)",
                "1 × unreadable attribute (brushRef=#no)",
                "page 1: 1 × malformed point (unreadable values)", "page 1: 2 × channel of points (OTx)",
                "page 1: 1 × malformed point (coordinates that are not usable numbers)",
                "page 1: 1 × channel of points (F without a range)", "page 1: 1 × malformed stroke (no points)",
                "page 1: 1 × unknown element (annotation truth)", "page 1: 1 × unknown element (annotationXML)",
            ])
        #expect(try Self.only(bytes).points.count == 2)
    }

    /// A file in Office's dialect.
    static let office = ForeignFile.made(.ink, "office.inkml")

    @Test(arguments: [office] + ForeignFile.further(.ink, "inkml"))
    func `A file as Office writes it holds the strokes and points that Python counts`(_ sample: ForeignFile) throws {
        let file = try InkReader.read(sample.bytes)
        #expect(file.format == .inkml)
        let lines = try python("inkml_counts", sample.url.path).split(separator: "\n").map {
            $0.split(separator: " ").compactMap { Double($0) }
        }
        let strokes = file.document.pages[0].drawing.strokes
        #expect([Double(strokes.count), Double(file.document.pointCount)] == lines[0])
        for (stroke, line) in zip(strokes, lines.dropFirst()) {
            let points = stroke.points
            #expect(Double(points.count) == line[0])
            #expect(abs(points.positions.reduce(0) { $0 + $1.x } - line[1] * 72 / 3971.75757) < 1e-6)
            #expect(abs(points.positions.reduce(0) { $0 + $1.y } - line[2] * 72 / 5295.24854) < 1e-6)
            #expect(abs((points[.pressure] ?? []).reduce(0, +) - line[3] / 32767) < 1e-9)
        }
        #expect(Set(strokes.map(\.brush.color.rgba)) == [0xed1c_24ff, 0x3165_bbff])
        #expect(abs(strokes[0].brush.width - 0.06667 * 72 / 2.54) < 1e-9)
        #expect(file.dropped.contains { $0.kind == .unknownElement && $0.detail == "annotationXML" })
    }

    @Test func `Differences of differences lead to the points that were written`() throws {
        let strokes = try InkReader.read(Self.office.bytes).document.pages[0].drawing.strokes
        #expect(strokes.map(\.points.count) == (0...12).map { 20 + 3 * $0 })
        let last = try #require(strokes[12].points.positions.last)
        // The 56th point of the stroke: x grows by 40 units a point, y follows a sine.
        #expect(abs(last.x - (2000 + 40 * 55) * 72 / 3971.75757) < 1e-9)
        #expect(abs(last.y - (8400 + 400 * sin(55.0 / 4)).rounded(.down) * 72 / 5295.24854) < 1e-9)
    }
}
