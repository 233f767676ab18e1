// SPDX-License-Identifier: Apache-2.0

import Foundation
import LimnGeometry
import LimnInk
import Testing
import TestSupport

@Suite struct NativeInkTests {
    /// A document that uses every feature of the model.
    static func rich(seed: UInt64 = 3) -> InkDocument {
        var generator = SeededGenerator(seed: seed)
        var strokes = (0..<20).map { _ in randomStroke(using: &generator) }
        let positions = (0..<50).map { Point(x: 100 + Double($0) / 7, y: -3 * Double($0)) }
        var channels: [StrokePoints.Channel: [Double]] = [:]
        for channel in StrokePoints.Channel.allCases {
            channels[channel] = (0..<50).map { _ in .random(in: 0...1, using: &generator) }
        }
        strokes.append(
            Stroke(
                brush: Brush(
                    kind: .highlighter, color: Color(rgba: 0xffee_007f), width: 12, cap: .butt, dash: [6, 3], fill: 0.5,
                    tool: .marker),
                points: StrokePoints(positions: positions, widths: positions.map { $0.x / 9 }, channels: channels),
                layer: 1))
        strokes.append(Stroke(brush: Brush(kind: .whiteout), points: StrokePoints([])))
        let drawing = Drawing(strokes: strokes, layers: [.init(name: "Ink – первый"), .init()])
        let item = PageItem(kind: .text, format: "xopp", layer: 1, position: 4, content: Array("<text/>".utf8))
        return InkDocument(
            title: "Rich",
            pages: [
                .init(
                    size: Size(width: 595.25, height: 842), background: .pdf(page: 3), drawing: drawing,
                    items: [item]),
                .init(background: .paper(style: "lined", color: .white)),
                .init(background: .image(name: "a.png")),
            ], template: .attachment(suffix: ".bg.pdf"))
    }

    @Test func `A lossless round trip gives the identical document`() throws {
        let document = Self.rich()
        let bytes = try NativeInk.encode(document, precision: .lossless)
        #expect(try NativeInk.decode(bytes) == document)
        #expect(try NativeInk.encode(NativeInk.decode(bytes), precision: .lossless) == bytes)
    }

    @Test(arguments: InkDocument.Placement.allCases)
    func `The placement on a PDF page is kept`(placement: InkDocument.Placement) throws {
        let document = InkDocument(pages: [.init(background: .pdf(page: 7), placement: placement), .init()])
        #expect(try NativeInk.decode(NativeInk.encode(document)) == document)
        #expect(try InkJSON.decode(InkJSON.encode(document)) == document)
    }

    @Test func `A compact round trip changes positions and widths by at most 1/512 point`() throws {
        let document = Self.rich()
        let back = try NativeInk.decode(NativeInk.encode(document))
        #expect(back.strokeCount == document.strokeCount)
        for (page, other) in zip(document.pages, back.pages) {
            for (a, b) in zip(page.drawing.strokes, other.drawing.strokes) {
                #expect(a.brush == b.brush && a.layer == b.layer)
                for (p, q) in zip(a.points.positions, b.points.positions) {
                    #expect((p.x - q.x).magnitude <= 1.0 / 512 && (p.y - q.y).magnitude <= 1.0 / 512)
                }
                for (p, q) in zip(a.points.widths, b.points.widths) { #expect((p - q).magnitude <= 1.0 / 512) }
                for (channel, values) in a.points.channels {
                    let other = try #require(b.points[channel])
                    for (p, q) in zip(values, other) { #expect((p - q).magnitude <= 1.0 / 2000) }
                }
            }
        }
        #expect(try NativeInk.encode(back) == NativeInk.encode(document), "a second round changes nothing")
    }

    @Test func `Compact ink takes less than six bytes per point for a smooth pressure stroke`() throws {
        let positions = (0..<1000).map { i in
            Point(x: 300, y: 300) + UnitVector(angle: Double(i) / 40).vector * (50 + Double(i) / 20)
        }
        let widths = (0..<1000).map { 1.5 + UnitVector(angle: Double($0) / 25).vector.dx }
        let pressure = widths.map { $0 / 3 }
        let stroke = Stroke(
            brush: Brush(),
            points: StrokePoints(positions: positions, widths: widths, channels: [.pressure: pressure]))
        let bytes = try NativeInk.encode(InkDocument(pages: [.init(drawing: Drawing(strokes: [stroke]))]))
        #expect(bytes.count < 6000)
    }

    @Test func `Every truncation is rejected as corrupt or as not ink`() throws {
        let bytes = try NativeInk.encode(Self.rich())
        for length in 0..<bytes.count {
            #expect(throws: InkError.self) { try NativeInk.decode(Array(bytes.prefix(length))) }
        }
    }

    @Test func `Checksums detect flipped bits`() throws {
        let bytes = try NativeInk.encode(Self.rich())
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<2000 {
            var copy = bytes
            copy[Int.random(in: 0..<copy.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            #expect(throws: InkError.self) { try NativeInk.decode(copy) }
        }
    }

    @Test func `Damage with valid checksums never crashes the reader`() throws {
        let bytes = try NativeInk.encode(Self.rich())
        var generator = SeededGenerator(seed: 12)
        var refused = 0
        for _ in 0..<3000 {
            var copy = bytes
            for _ in 0..<3 {
                copy[Int.random(in: 8..<copy.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            // Checksums are recomputed up to the first record with a damaged length.
            var start = 8
            while start + 9 <= copy.count {
                let length = copy[(start + 1)..<(start + 5)].reversed().reduce(0) { $0 << 8 | Int($1) }
                guard length <= copy.count - start - 9 else { break }
                let end = start + 5 + length
                let sum = crc32(Array(copy[start..<end]))
                copy.replaceSubrange(end..<(end + 4), with: (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) })
                start = end + 4
            }
            do { _ = try NativeInk.decode(copy) } catch { refused += 1 }
        }
        #expect(refused > 100)
    }

    @Test func `Version 1 ink is read exactly`() throws {
        func fixture(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: Project.folder.appendingPathComponent("Tests/LimnInkTests/Fixtures/\(name)")))
        }
        let old = try fixture("version-1.limn")
        #expect(old[7] == 1)
        let document = try NativeInk.decode(old)
        #expect(document.strokeCount == 3 && document.pointCount == 8)
        #expect(try document == InkJSON.decode(fixture("version-1.json")))
        #expect(try NativeInk.decode(NativeInk.encode(document, precision: .lossless)) == document)
        for length in 0..<old.count {
            #expect(throws: InkError.self) { try NativeInk.decode(Array(old.prefix(length))) }
        }
    }

    @Test func `Version 2 ink is read exactly, and version 3 takes no more bytes for it`() throws {
        func fixture(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: Project.folder.appendingPathComponent("Tests/LimnInkTests/Fixtures/\(name)")))
        }
        let old = try fixture("version-2.limn")
        #expect(old[7] == 2)
        let document = try NativeInk.decode(old)
        #expect(document.strokeCount == 3 && document.pages[0].items.count == 1)
        #expect(try document == InkJSON.decode(fixture("version-2.json")))
        var new = try NativeInk.encode(document, precision: .lossless)
        #expect(new[7] == 3)
        new[7] = 2
        #expect(new == old)
    }

    @Test func `Many equal points take few bytes, but a small file never expands without limit`() throws {
        func line(_ count: Int) -> InkDocument {
            let points = StrokePoints((0..<count).map { Point(x: Double($0), y: 7) }, width: 2)
            return InkDocument(pages: [.init(drawing: Drawing(strokes: [Stroke(brush: Brush(), points: points)]))])
        }
        let short = try NativeInk.encode(line(100_000))
        #expect(short.count < 15_000)
        #expect(try NativeInk.decode(short) == line(100_000))
        // 1.5 million points take 36 MB of memory, more than a file of 200 KB may expand to.
        let long = try NativeInk.encode(line(1_500_000))
        #expect(long.count > 1_500_000)
        #expect(try NativeInk.decode(long) == line(1_500_000))
    }

    @Test func `Lossless ink keeps the sign of zero`() throws {
        let points = StrokePoints([Point(x: -0.0, y: 0), Point(x: 1, y: -0.0)], width: 1)
        let document = InkDocument(pages: [.init(drawing: Drawing(strokes: [Stroke(brush: Brush(), points: points)]))])
        let back = try NativeInk.decode(NativeInk.encode(document, precision: .lossless))
        let positions = back.pages[0].drawing.strokes[0].points.positions
        #expect(positions[0].x.sign == .minus && positions[0].y.sign == .plus && positions[1].y.sign == .minus)
    }

    @Test func `Compact ink stores multiples of a device's step exactly`() throws {
        let values = (0...255).map { Double($0) / 255 }
        let points = StrokePoints(
            positions: values.map { Point(x: $0 * 100, y: 0) }, widths: values, channels: [.pressure: values])
        let document = InkDocument(pages: [.init(drawing: Drawing(strokes: [Stroke(brush: Brush(), points: points)]))])
        let back = try NativeInk.decode(NativeInk.encode(document))
        #expect(back.pages[0].drawing.strokes[0].points[.pressure] == values)
    }

    @Test func `Ink of a newer version is rejected with its version number`() throws {
        var bytes = try NativeInk.encode(InkDocument())
        bytes[7] = 9
        let error = #expect(throws: InkError.self) { try NativeInk.decode(bytes) }
        #expect(error?.code == .unsupportedVersion)
        #expect(error?.description.contains("version 9") == true)
    }

    @Test func `A value that is not finite is rejected before anything is written`() {
        let stroke = Stroke(brush: Brush(), points: StrokePoints([Point(x: .nan, y: 0)]))
        let document = InkDocument(pages: [.init(drawing: Drawing(strokes: [stroke]))])
        #expect(throws: InkError.self) { try NativeInk.encode(document) }
        #expect(throws: InkError.self) { try InkJSON.encode(document) }
    }

    @Test func `JSON ink is lossless`() throws {
        let document = Self.rich()
        let bytes = try InkJSON.encode(document)
        #expect(InkJSON.recognizes(bytes))
        #expect(!NativeInk.recognizes(bytes))
        #expect(try InkJSON.decode(bytes) == document)
        #expect(try InkJSON.encode(document) == bytes)
    }

    @Test func `JSON with channels of different lengths is rejected with a sentence`() {
        let text = """
            {"limnInk":1,"pages":[{"strokes":[{"brush":{"kind":"pen","color":{"red":0,"green":0,"blue":0,"alpha":1},
            "width":1,"cap":"round","dash":[]},"xy":[1,2,3,4],"widths":[1]}]}]}
            """
        let error = #expect(throws: InkError.self) { try InkJSON.decode(Array(text.utf8)) }
        #expect(error?.code == .corrupt)
    }

    /// A bitwise CRC-32, independent of the tables under test.
    private func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xffff_ffff
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xedb8_8320 : crc >> 1 }
        }
        return ~crc
    }
}
