// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnInk
import LimnInkFormats

/// A minimal writer for the wire format of Protocol Buffers, independent of the module under test.
enum Wire {
    static func varint(_ value: UInt64) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value % 128) + 128] + varint(value / 128)
    }
    static func number(_ field: UInt64, _ value: UInt64) -> [UInt8] { varint(field * 8) + varint(value) }
    static func data(_ field: UInt64, _ value: [UInt8]) -> [UInt8] {
        varint(field * 8 + 2) + varint(UInt64(value.count)) + value
    }
    static func text(_ field: UInt64, _ value: String) -> [UInt8] { data(field, Array(value.utf8)) }
    static func float(_ field: UInt64, _ value: Float) -> [UInt8] { varint(field * 8 + 5) + f32(value) }
    static func double(_ field: UInt64, _ value: Double) -> [UInt8] {
        let bits = value.bitPattern
        return varint(field * 8 + 1) + (0..<8).map { UInt8(bits >> (8 * $0) & 255) }
    }
    static func floats(_ field: UInt64, _ values: [Float]) -> [UInt8] {
        data(field, values.enumerated().flatMap { float(UInt64($0 + 1), $1) })
    }

    static func f32(_ value: Float) -> [UInt8] { (0..<4).map { UInt8(value.bitPattern >> (8 * $0) & 255) } }
    static func u16(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
}

/// A drawing in the `wrd` format with some inks and strokes.
func wrd(_ strokes: [[UInt8]], inks: [[UInt8]] = [pkInk()], canvas: [Float] = [0, 0, 0, 0]) -> [UInt8] {
    let uuid = [UInt8](repeating: 7, count: 16)
    return [0x77, 0x72, 0x64, 0xf0, 1, 0] + Wire.number(1, 0) + Wire.data(2, [UInt8](repeating: 0, count: 16))
        + Wire.data(2, uuid) + inks.flatMap { Wire.data(4, $0) } + strokes.flatMap { Wire.data(5, $0) }
        + Wire.floats(6, canvas) + Wire.data(8, uuid)
}

/// An ink. A pen of size s paints a width of 2s − 4.
func pkInk(_ kind: String = "pen", _ color: [Float] = [0, 0, 0, 1]) -> [UInt8] {
    Wire.floats(1, color) + Wire.text(2, "com.apple.ink.\(kind)") + Wire.number(3, 3)
}

/// The constants of channels 2…9: size, aspect ratio 1, edge width 0, force 1, azimuth 0, upright altitude, opacity,
/// secondary scale 1.
func pkConstants(size: Float = 3, opacity: UInt16 = 32767) -> [UInt8] {
    Wire.f32(size) + Wire.u16(1000) + Wire.u16(0) + Wire.u16(1000) + Wire.u16(0) + Wire.u16(32768)
        + Wire.u16(opacity) + Wire.f32(1)
}

/// A path whose points have a location and the time 0. All other channels are constant (masks 0x003 and 0x3FC).
func pkPath(_ points: [(Float, Float)], size: Float = 3, opacity: UInt16 = 32767) -> [UInt8] {
    pkPath(
        count: points.count, masks: (0x003, 0x3fc), pkConstants(size: size, opacity: opacity),
        points.flatMap { Wire.f32($0.0) + Wire.f32($0.1) + Wire.f32(0) })
}

/// A path with the given raw blocks.
func pkPath(count: Int, masks: (UInt64, UInt64), _ constants: [UInt8], _ records: [UInt8]) -> [UInt8] {
    Wire.data(1, [UInt8](repeating: 3, count: 16)) + Wire.double(2, 7.9e8) + Wire.number(3, UInt64(count))
        + Wire.number(4, masks.0) + Wire.number(5, masks.1) + Wire.data(6, constants) + Wire.data(7, records)
        + Wire.number(8, 1)
}

/// A stroke with a path and further fields.
func pkStroke(_ path: [UInt8]?, ink: UInt64 = 0, _ more: [UInt8] = []) -> [UInt8] {
    Wire.data(1, [UInt8](repeating: 5, count: 16)) + (ink > 0 ? Wire.number(4, ink) : [])
        + (path.map { Wire.data(5, $0) } ?? []) + more
}

/// Reads the strokes of a drawing.
func pkStrokes(_ bytes: [UInt8]) throws -> [Stroke] {
    try InkReader.read(bytes).document.pages[0].drawing.strokes
}

/// A drawing in the legacy format.
func notes(_ strokes: [[UInt8]], inks: [[UInt8]] = [pkInk()]) -> [UInt8] {
    Wire.number(1, 10) + Wire.data(2, [UInt8](repeating: 9, count: 16)) + Wire.data(3, [8, 1, 16, 0])
        + inks.flatMap { Wire.data(4, $0) } + strokes.flatMap { Wire.data(5, $0) } + Wire.number(6, 0)
        + Wire.data(9, [UInt8](repeating: 8, count: 16)) + Wire.data(10, [8, 0, 16, 1])
}

/// A point record in the legacy format.
func notesPoint(
    _ x: Float, _ y: Float, time: Float = 0, width: UInt16 = 30, force: UInt16 = 1000, azimuth: UInt16 = 0,
    altitude: UInt8 = 255, opacity: UInt8 = 255
) -> [UInt8] {
    Wire.f32(time) + Wire.f32(x) + Wire.f32(y) + Wire.u16(width) + Wire.u16(1000) + Wire.u16(0) + Wire.u16(force)
        + Wire.u16(azimuth) + [altitude, opacity]
}

/// A stroke in the legacy format.
func notesStroke(_ points: [[UInt8]], _ more: [UInt8] = []) -> [UInt8] {
    Wire.number(4, UInt64(points.count)) + Wire.data(5, points.flatMap { $0 }) + Wire.double(11, 7.9e8) + more
}

/// The drawing for damage tests: two inks, a curve with varying channels, a split stroke and a deleted stroke.
let pkSample = wrd(
    [
        pkStroke(
            pkPath(
                count: 4, masks: (0x127, 0x2d8),
                Wire.u16(1000) + Wire.u16(0) + Wire.u16(0) + Wire.u16(20000) + Wire.f32(1),
                (0..<4).flatMap { (index: Int) -> [UInt8] in
                    let i = Float(index)
                    return Wire.f32(10 * i) + Wire.f32(i * i) + Wire.f32(i / 60) + Wire.f32(3 + i / 4)
                        + Wire.u16(UInt16(900 + 100 * index)) + Wire.u16(UInt16(20000 + 4000 * index))
                })),
        pkStroke(
            pkPath([(0, 0), (10, 0), (20, 10), (30, 0), (40, 0), (50, 0), (60, 0), (70, 0)]), ink: 1,
            Wire.data(11, pkStroke(nil, ink: 1, Wire.data(12, [0, 3.713, 6.679, 7].flatMap(Wire.f32))))),
        pkStroke(nil),
    ], inks: [pkInk(), pkInk("marker", [1, 1, 0, 1])], canvas: [0, 0, 595, 842])
