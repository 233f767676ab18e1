// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import Testing
import TestSupport

@testable import LimnInkFormats

@Suite struct UniversalInkTests {
    private static func zigzag(_ values: [Int]) -> [UInt8] {
        var bytes: [UInt8] = []
        for value in values {
            var rest = UInt64(bitPattern: Int64(value << 1 ^ value >> 63))
            repeat {
                bytes.append(UInt8(rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
                rest >>= 7
            } while rest > 0
        }
        return bytes
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        Array(name.utf8) + withUnsafeBytes(of: UInt32(body.count).littleEndian, Array.init) + body
            + (body.count % 2 == 1 ? [0] : [])
    }

    private static func file(_ ink: [UInt8], version: [UInt8] = [3, 1, 0], compression: UInt8 = 0) -> [UInt8] {
        let head = version + [0] + [3, 1, 0, 1, compression, 0, 0, 0]
        let body = Array("UINK".utf8) + chunk("HEAD", head) + chunk("INKD", ink)
        return Array("RIFF".utf8) + withUnsafeBytes(of: UInt32(body.count).littleEndian, Array.init) + body
    }

    /// Ink with one stroke through (0, 0), (96, 0) and (96, 48), whose size grows from 2 to 4.
    private static func ink(isCompressed: Bool, mode: String = "") -> [UInt8] {
        var ink = ProtobufWriter()
        let (xs, ys, sizes) = ([0.0, 0, 96, 96, 96], [0.0, 0, 0, 48, 48], [2.0, 2, 4, 4, 4])
        ink.message(1) { stroke in
            if isCompressed {
                func differences(_ values: [Double]) -> [UInt8] {
                    zigzag(zip(values, [0] + values).map { Int(($0 - $1) * 100) })
                }
                stroke.varint(2, 68)
                stroke.message(6) { spline in
                    spline.data(1, differences(xs))
                    spline.data(2, differences(ys))
                    spline.data(8, differences(sizes))
                }
            } else {
                func floats(_ values: [Double]) -> [UInt8] {
                    values.flatMap { withUnsafeBytes(of: Float($0).bitPattern.littleEndian, Array.init) }
                }
                stroke.message(5) { spline in
                    spline.data(1, floats(xs))
                    spline.data(2, floats(ys))
                    spline.data(8, floats(sizes))
                }
            }
            stroke.varint(7, 1)
            stroke.varint(9, 1)
            stroke.varint(11, 1)
        }
        ink.float(2, 1)
        ink.string(4, "will://brush/3.0/shape/Circle?precision=4&radius=0.5")
        ink.string(5, mode)
        // 0x0000ffff, blue, as a zigzag number.
        ink.message(6) { $0.varint(1, 0x1fffe) }
        return ink.bytes
    }

    @Test(arguments: [false, true])
    func `A spline goes through its points with their sizes`(isCompressed: Bool) throws {
        let read = try InkReader.read(Self.file(Self.ink(isCompressed: isCompressed)))
        #expect(read.format == .universalInk && read.dropped.isEmpty)
        let stroke = try #require(read.document.pages[0].drawing.strokes.first)
        #expect(stroke.points.count == 9)
        let origin = stroke.points.positions[0]
        for (index, place) in [(0, (0.0, 0.0)), (4, (72, 0)), (8, (72, 36))] {
            let point = stroke.points.positions[index]
            #expect((point.x - origin.x - place.0).magnitude < 1e-6 && (point.y - origin.y - place.1).magnitude < 1e-6)
        }
        #expect([0, 4, 8].map { stroke.points.widths[$0] } == [1.5, 3, 3])
        #expect(stroke.brush.color.rgba == 0x0000_ffff)
    }

    @Test func `An eraser paints white`() throws {
        let read = try InkReader.read(
            Self.file(Self.ink(isCompressed: true, mode: "will://rasterization/3.0/blend-mode/DestinationOut")))
        #expect(read.document.pages[0].drawing.strokes.map(\.brush.kind) == [.whiteout])
    }

    @Test func `Other versions, compression and damage are refused`() throws {
        let ink = Self.ink(isCompressed: true)
        func code(_ bytes: [UInt8]) -> InkFormatError.Code? {
            do { _ = try InkReader.read(bytes, format: .universalInk) } catch { return error.code }
            return nil
        }
        #expect(code(Self.file(ink, version: [3, 0, 0])) == .unsupportedVersion)
        #expect(code(Self.file(ink, compression: 1)) == .unsupported)
        #expect(code(Self.file([0xff])) == .corrupt)
        let whole = Self.file(ink)
        for count in 12..<whole.count { _ = try? InkReader.read(Array(whole.prefix(count)), format: .universalInk) }
        for at in 12..<whole.count {
            var damaged = whole
            damaged[at] ^= 0x55
            _ = try? InkReader.read(damaged, format: .universalInk)
        }
    }

    @Test(arguments: ForeignFile.further(.ink, "uim"))
    func `Files of Wacom's programs are read`(file: ForeignFile) throws {
        let read = try InkReader.read(try file.bytes)
        #expect(read.format == .universalInk && read.document.strokeCount >= 16 && read.dropped.isEmpty)
    }
}
