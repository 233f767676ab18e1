// SPDX-License-Identifier: GPL-3.0-or-later

import LimnCompression
import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing

/// The legacy format, which is used by Notes and by annotations in PDFs.
@Suite struct PencilKitNotesTests {
    static let points: [[UInt8]] = [
        notesPoint(0, 5, time: 0, force: 500), notesPoint(6, 5, time: 1, force: 600),
        notesPoint(12, 5, time: 2, force: 700), notesPoint(18, 5, time: 3, force: 800),
    ]
    static let drawing = notes([notesStroke(points)])
    /// The drawing in Notes' wrapping: field 3 of an element in a list of versions.
    static let wrapped = Wire.data(2, Wire.number(1, 0) + Wire.number(2, 0) + Wire.data(3, drawing))

    @Test(arguments: [drawing, wrapped]) func `A drawing is found bare, wrapped, and compressed with gzip or zlib`(
        bytes: [UInt8]
    ) throws {
        for file in [bytes, Gzip.compress(bytes), Deflate.compress(bytes)] {
            #expect(InkReader.format(of: file) == .pencilKit)
            let stroke = try #require(try pkStrokes(file).first)
            #expect(stroke.points.positions == [0, 1, 6, 12, 17, 18].map { Point(x: $0, y: 5) })
            #expect(stroke.constantWidth == 2)
            #expect(stroke.brush.tool == .ballpoint)
            #expect(Set(stroke.points.channels.keys) == [.pressure, .time])
            for (pressure, t) in zip(try #require(stroke.points[.pressure]), [0, 1.0 / 6, 1, 2, 17.0 / 6, 3]) {
                #expect(abs(pressure - 0.5 - 0.1 * t) < 1e-12)
            }
        }
    }

    @Test func `Records quantize angles and opacity`() throws {
        let point = notesPoint(1, 2, azimuth: 10430, altitude: 162, opacity: 51)
        let stroke = try #require(try pkStrokes(notes([notesStroke([point])], inks: [pkInk("marker")])).first)
        #expect(stroke.brush.kind == .highlighter)
        #expect(stroke.brush.color.alpha == 0.2)
        #expect(stroke.points.count == 1)
        #expect(abs(stroke.points[.azimuth]![0] - 1) < 1e-4)
        #expect(abs(stroke.points[.altitude]![0] - 1) < 3e-3)
    }

    @Test func `A pencil's alpha is ignored if its points have an opacity`() throws {
        let strokes = try pkStrokes(
            notes([notesStroke([notesPoint(1, 2, opacity: 102)])], inks: [pkInk("pencil", [0, 0, 0, 0.5])]))
        #expect(strokes.map(\.brush.color.alpha) == [0.4])
    }

    @Test func `Hidden strokes are skipped and transforms are applied`() throws {
        let points = [notesPoint(0, 0), notesPoint(6, 0)]
        let strokes = try pkStrokes(
            notes([
                notesStroke(points, Wire.number(9, 1)), notesStroke([]), Wire.double(11, 1),
                notesStroke(points, Wire.floats(10, [2, 0, 0, 2, 10, 20])),
            ]))
        #expect(strokes.map(\.points.positions) == [[Point(x: 10, y: 20), Point(x: 22, y: 20)]])
        #expect(strokes[0].constantWidth == 4)
    }

    @Test func `Messages with a slightly different structure are not recognized`() {
        let stroke = notesStroke([notesPoint(0, 0)])
        let replica = Wire.data(2, [UInt8](repeating: 9, count: 16))
        let others = [
            Wire.number(1, 1) + replica,  // Nothing drawn.
            Wire.number(1, 1) + Wire.data(5, stroke),  // No replica.
            replica + Wire.data(5, stroke),  // No version.
            Wire.number(1, 1) + Wire.data(2, [1, 2, 3]) + Wire.data(5, stroke),
            Wire.number(1, 1) + replica + Wire.data(5, Wire.number(4, 2) + Wire.data(5, notesPoint(0, 0))),
            Wire.number(1, 1) + replica + Wire.data(5, stroke) + [0x80],
            Wire.number(1, 1) + replica + Wire.number(5, 3),
        ]
        for bytes in others {
            for file in [bytes, Gzip.compress(bytes), Deflate.compress(bytes)] {
                #expect(InkReader.format(of: file) == nil)
                #expect(throws: InkFormatError.self) { try InkReader.read(file, format: .pencilKit) }
            }
        }
    }

    @Test func `PaperKit markup is rejected by name`() {
        let error = #expect(throws: InkFormatError.self) {
            try InkReader.read(Array("crdt".utf8) + [6, 0, 3, 0], format: .pencilKit)
        }
        #expect(
            error?.description
                == "The PencilKit drawing file uses something that is not supported: it is PaperKit markup, not a drawing."
        )
    }
}
