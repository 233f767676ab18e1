// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import Testing
import TestSupport

@testable import LimnInkFormats

@Suite struct TldrawTests {
    static func file(_ shapes: String, pages: String = page) -> [UInt8] {
        Array(
            """
            {"tldrawFileFormatVersion":1,"schema":{"schemaVersion":2},"records":[{"typeName":"document","name":"N"},
            \(pages),\(shapes)]}
            """.utf8)
    }

    static let page = #"{"typeName":"page","id":"page:a","name":"P","index":"a1"}"#

    static func shape(
        _ segments: String, type: String = "draw", props: String = "",
        more: String = #""parentId":"page:a","index":"a1""#
    ) -> String {
        """
        {"typeName":"shape","id":"shape:1","type":"\(type)","x":10,"y":20,"rotation":0,"opacity":1,\(more),
        "props":{"color":"red","size":"l","dash":"solid","fill":"none","isPen":false,"scale":1,"segments":[\(segments)]\(props)}}
        """
    }

    static let points =
        #"{"type":"free","points":[{"x":0,"y":0,"z":0.25},{"x":8,"y":6,"z":0.5},{"x":8,"y":6,"z":0.5}]}"#

    static func half(_ values: [Double]) -> [UInt8] {
        values.flatMap { withUnsafeBytes(of: Float16($0).bitPattern.littleEndian, Array.init) }
    }
    static func single(_ values: [Double]) -> [UInt8] {
        values.flatMap { withUnsafeBytes(of: Float($0).bitPattern.littleEndian, Array.init) }
    }
    static func only(_ bytes: [UInt8]) throws -> Stroke {
        let strokes = try InkReader.read(bytes).document.pages[0].drawing.strokes
        return try #require(strokes.count == 1 ? strokes[0] : nil)
    }

    @Test func `All encodings of points give the same stroke`() throws {
        let absolute = Data(Self.half([0, 0, 0.25, 8, 6, 0.5])).base64EncodedString()
        let path = Data(Self.single([0, 0, 0.25]) + Self.half([8, 6, 0.25])).base64EncodedString()
        let forms = [Self.points, #"{"type":"free","points":"\#(absolute)"}"#, #"{"type":"free","path":"\#(path)"}"#]
        let strokes = try forms.map { try Self.only(Self.file(Self.shape($0, props: #","isPen":true"#))) }
        #expect(strokes[0] == strokes[1] && strokes[1] == strokes[2])
        #expect(strokes[0].points[.pressure] == [0.25, 0.5])
        let (a, b) = (strokes[0].points.positions[0], strokes[0].points.positions[1])
        #expect((b.x - a.x - 6).magnitude < 1e-9 && (b.y - a.y - 4.5).magnitude < 1e-9)

        let flat = Data(Self.single([0, 0]) + Self.half([8, 6])).base64EncodedString()
        let plain = try Self.only(Self.file(Self.shape(#"{"dim":2,"path":"\#(flat)"}"#, props: #","isPen":true"#)))
        #expect(plain.points[.pressure] == [0.5, 0.5])
        #expect(plain.points.count == 2)
    }

    @Test func `Half floats are decoded like Float16`() {
        for pattern in stride(from: UInt16(0), to: .max, by: 7) {
            let own = Double(Float16(bitPattern: pattern))
            let ours = TldrawPoints.half([UInt8(pattern & 255), UInt8(pattern >> 8)], 0)
            #expect(own == ours || (own.isNaN && ours.isNaN))
        }
    }

    @Test func `Sizes, colors, dashes and opacity have tldraw's values`() throws {
        let solid = try Self.only(Self.file(Self.shape(Self.points)))
        #expect(solid.constantWidth == 6 * 0.75 && solid.brush.width == 6 * 0.75)
        #expect(solid.brush.color.rgba == 0xe031_31ff && solid.brush.kind == .pen)
        let dashed = try Self.only(
            Self.file(
                Self.shape(Self.points, props: "").replacingOccurrences(
                    of: #""solid""#, with: #""dashed""#)))
        #expect(dashed.brush.dash == [9, 9])
        let marker = try Self.only(Self.file(Self.shape(Self.points, type: "highlight")))
        #expect(marker.brush.kind == .highlighter && marker.brush.color.rgba == 0xff63_6ed1)
        #expect((marker.brush.width - 36 * 1.12 * 0.75).magnitude < 1e-9)
        let drawn = try Self.only(
            Self.file(Self.shape(Self.points).replacingOccurrences(of: #""solid""#, with: #""draw""#)))
        #expect(drawn.constantWidth == nil)
        let faint = try Self.only(
            Self.file(Self.shape(Self.points).replacingOccurrences(of: #""opacity":1"#, with: #""opacity":0.5"#)))
        #expect(faint.brush.color.alpha == 0.5)
    }

    @Test func `Groups, rotation, scale, and the order of pages and shapes are applied`() throws {
        let pages = #"{"typeName":"page","id":"page:b","index":"b1"},"# + Self.page
        let group =
            #"{"typeName":"shape","id":"shape:g","type":"group","x":100,"y":0,"rotation":1.5707963267948966,"parentId":"page:a","index":"a2","props":{}}"#
        let inside = Self.shape(
            Self.points, props: #","scaleX":2,"scaleY":-1"#, more: #""parentId":"shape:g","index":"a1""#)
        let below = Self.shape(#"{"points":[{"x":0,"y":0}]}"#, more: #""parentId":"page:a","index":"Zz""#)
        let file = try InkReader.read(Self.file([inside, group, below].joined(separator: ","), pages: pages))
        #expect(file.document.title == "N" && file.document.pages.count == 2 && file.dropped.isEmpty)
        let strokes = file.document.pages[0].drawing.strokes
        #expect(strokes.map(\.points.count) == [1, 2])
        let (a, b) = (strokes[1].points.positions[0], strokes[1].points.positions[1])
        // (8, 6) is scaled to (16, −6) and rotated to (6, 16).
        #expect((b.x - a.x - 4.5).magnitude < 1e-9 && (b.y - a.y - 12).magnitude < 1e-9)
        // The single point is at (10, 20), and the group's stroke starts at (100 − 20, 10).
        #expect((a.x - strokes[0].points.positions[0].x - 52.5).magnitude < 1e-9)
    }

    @Test func `Unsupported content is listed`() throws {
        let shapes = [
            Self.shape(Self.points, type: "video"), Self.shape(Self.points, type: "text"),
            Self.shape(#"{"points":"AA"}"#),
            Self.shape(#"{"path":"AAAA"}"#), Self.shape(""), Self.shape(Self.points, more: #""parentId":"shape:1""#),
            Self.shape(Self.points, props: #","isClosed":true"#)
                .replacingOccurrences(of: #""fill":"none""#, with: #""fill":"semi""#)
                .replacingOccurrences(of: #""red""#, with: #""mauve""#).replacingOccurrences(of: #""l""#, with: #""q""#)
                .replacingOccurrences(of: #""scale":1"#, with: #""scale":-1"#).replacingOccurrences(
                    of: "solid", with: "w"),
            #"{"typeName":"shape","type":"draw","id":"x","parentId":"nowhere"}"#,
        ]
        let lines = try dropped(Self.file(shapes.joined(separator: ",")))
        for wanted in [
            "page 1: 1 × unknown element (video)", "page 1: 1 × text (no words)",
            "page 1: 2 × malformed stroke (points that cannot be read)",
            "page 1: 1 × malformed stroke (no points)", "page 1: 1 × fill (semi)",
            "page 1: 1 × unreadable attribute (color=mauve)",
            "page 1: 1 × unreadable attribute (size=q)", "page 1: 1 × unreadable attribute (scale)",
            "page 1: 1 × unreadable attribute (dash=w)", "1 × unknown element (shape on no page)",
        ] { #expect(lines.contains(wanted), "\(wanted) in \(lines)") }
    }

    @Test func `Damaged files give an import or an InkFormatError`() {
        let path = Data(Self.single([0, 0, 0.25]) + Self.half([8, 6, 0.25, 1, 1, 0])).base64EncodedString()
        let sample = Self.file(Self.shape(#"{"type":"free","path":"\#(path)"}"#) + "," + Self.shape(Self.points))
        #expect(FormatDamage.truncate(sample, .tldraw) == 0)
        #expect((100..<2000).contains(FormatDamage.flip(sample, .tldraw, rounds: 2000)))
        FormatDamage.limit(sample, .tldraw, points: 5)
        var limits = InkLimits.standard
        limits.maximumPages = 0
        #expect(FormatDamage.code(sample, .tldraw, limits: limits) == .tooLarge)
        #expect(
            FormatDamage.code(Array(#"{"tldrawFileFormatVersion":2,"records":[]}"#.utf8), .tldraw)
                == .unsupportedVersion)
        #expect(FormatDamage.code(Array(#"{"records":[]}"#.utf8), .tldraw) == .corrupt)
        // A thousand nested groups, and a cycle of two.
        let chain = (0..<1000).map {
            #"{"typeName":"shape","id":"g\#($0 + 1)","type":"group","parentId":"\#($0 == 0 ? "page:a" : "g\($0)")"}"#
        }
        #expect(FormatDamage.code(Self.file(chain.joined(separator: ",")), .tldraw) == nil)
        let circle = #"{"typeName":"shape","id":"a","parentId":"b"},{"typeName":"shape","id":"b","parentId":"a"}"#
        #expect(FormatDamage.code(Self.file(circle), .tldraw) == nil)
    }
}
