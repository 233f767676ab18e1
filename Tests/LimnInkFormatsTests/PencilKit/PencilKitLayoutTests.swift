// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing

/// The channel masks and the layout of point records.
@Suite struct PencilKitLayoutTests {
    static let xs: [Float] = [0, 6, 12, 18]

    static func points(_ masks: (UInt64, UInt64), _ constants: [UInt8], _ record: (Float) -> [UInt8]) throws
        -> StrokePoints
    {
        let path = pkPath(count: 4, masks: masks, constants, xs.flatMap(record))
        return try #require(try pkStrokes(wrd([pkStroke(path)])).first).points
    }

    static func error(_ bytes: [UInt8]) -> InkFormatError? {
        do {
            _ = try InkReader.read(bytes)
            return nil
        } catch { return error }
    }

    @Test func `Location and time may vary alone, with eight or nine constants`() throws {
        for more in [[], Wire.u16(0)] {
            let masks: (UInt64, UInt64) = (0x003, more.isEmpty ? 0x3fc : 0x7fc)
            let constants = pkConstants(size: 5) + more
            #expect(constants.count == (more.isEmpty ? 20 : 22))
            let points = try Self.points(masks, constants) { Wire.f32($0) + Wire.f32(2) + Wire.f32($0 / 6) }
            #expect(points.positions.map(\.x) == [0, 1, 6, 12, 17, 18])
            #expect(points.widths == [6, 6, 6, 6, 6, 6])
            #expect(points.channels.keys.elementsEqual([.time]))
        }
    }

    @Test func `Opacity may vary`() throws {
        let constants = Array(pkConstants().prefix(14)) + Wire.f32(1)
        #expect(constants.count == 18)
        let points = try Self.points((0x103, 0x2fc), constants) {
            Wire.f32($0) + Wire.f32(2) + Wire.f32(0) + Wire.u16(UInt16($0 * 1000))
        }
        #expect(points.channels.keys.elementsEqual([.opacity]))
        #expect(abs(points[.opacity]![2] - 6000.0 / 32767) < 1e-12)
    }

    @Test func `The size may vary`() throws {
        let constants = Array(pkConstants().dropFirst(4))
        #expect(constants.count == 16)
        let points = try Self.points((0x007, 0x3f8), constants) {
            Wire.f32($0) + Wire.f32(2) + Wire.f32(0) + Wire.f32(3 + $0 / 6)
        }
        #expect(points.widths[2...3] == [4, 6])
        #expect(points.widths.first == 2)
        #expect(points.widths.last == 8)
    }

    @Test func `An unknown channel is rejected with its number`() {
        for bit in [11, 12, 40, 63] {
            let constants = pkConstants() + [UInt8](repeating: 0, count: 4)
            let path = pkPath(
                count: 1, masks: (0x003, 0x3fc | 1 << UInt64(bit)), constants, Array(repeating: 0, count: 12))
            let error = Self.error(wrd([pkStroke(path)]))
            #expect(error?.code == .unsupported)
            #expect(error?.description.contains("an unknown channel, number \(bit)") == true)
        }
    }

    @Test func `Inconsistent masks and blocks are rejected`() {
        let (constants, record) = (pkConstants(), [UInt8](repeating: 0, count: 12))
        let wrong = [
            pkPath(count: 1, masks: (0x007, 0x3fc), constants, record + [0, 0, 0, 0]),  // Size is in both.
            pkPath(count: 2, masks: (0x003, 0x3fc), constants, record),
            pkPath(count: 0x1555_5555_5555_5556, masks: (0x003, 0x3fc), constants, record),  // 12 × count wraps around.
            pkPath(count: .max, masks: (0x003, 0x3fc), constants, record),
            pkPath(count: 1, masks: (0x003, 0x3fc), constants + [0], record),
            pkPath(count: 1, masks: (0x003, 0x3fc), [], record),
            pkPath(count: 1, masks: (0x003, 0x3f8), Array(constants.dropFirst(4)), record),  // No size.
            pkPath(count: 1, masks: (0x006, 0x3f8), Array(constants.dropFirst(4)), Array(record.dropFirst(4))),
            pkPath(count: .max, masks: (0, 0), [], []),
        ]
        for path in wrong { #expect(Self.error(wrd([pkStroke(path)]))?.code == .corrupt) }
    }

    @Test func `Points without varying channels become one point, whatever the count`() throws {
        let constants = Wire.f32(3) + Wire.f32(4) + Wire.f32(0) + pkConstants()
        let path = pkPath(count: .max, masks: (0, 0x3ff), constants, [])
        #expect(try pkStrokes(wrd([pkStroke(path)]))[0].points.positions == [Point(x: 3, y: 4)])
    }

    @Test func `Unsupported channels are listed if they differ from the default`() throws {
        var constants = pkConstants()
        constants[4] = 9  // The aspect ratio, as markers have it.
        let path = pkPath(count: 1, masks: (0x003, 0x7fc), constants + Wire.u16(1), Array(repeating: 0, count: 12))
        let dropped = try InkReader.read(wrd([pkStroke(path), pkStroke(path)])).dropped.map(\.description)
        #expect(
            dropped == [
                "page 1: 2 × channel of points (aspect ratio)", "page 1: 2 × channel of points (threshold)",
            ])
    }

    @Test func `Strokes without usable points are listed`() throws {
        let far = pkPath([(2e7, 0)])
        let notANumber = pkPath([(.nan, 0)])
        let negative = pkPath([(0, 0)], size: -1)
        let none = pkPath([])
        let file = try InkReader.read(wrd([far, notANumber, negative, none].map { pkStroke($0) }))
        #expect(file.document.strokeCount == 0)
        #expect(
            file.dropped.map(\.description) == [
                "page 1: 3 × malformed stroke (numbers that are not usable)",
                "page 1: 1 × malformed stroke (no points)",
            ])
    }
}
