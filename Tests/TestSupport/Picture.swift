// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// A picture of 8-bit red, green and blue, as the independent engines write it (binary PPM or PGM).
public struct Picture: Hashable, Sendable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// Rows from the top, three bytes a pixel.
    public let rgb: [UInt8]

    /// Makes a picture from its pixels.
    public init(width: Int, height: Int, rgb: [UInt8]) {
        precondition(rgb.count == width * height * 3)
        self.width = width
        self.height = height
        self.rgb = rgb
    }

    /// Reads a binary PPM (P6) or PGM (P5) with 255 as the largest value; nil for anything else.
    public init?(ppm bytes: [UInt8]) {
        var at = 0
        func token() -> String {
            while at < bytes.count, bytes[at] <= 32 { at += 1 }
            if at < bytes.count, bytes[at] == UInt8(ascii: "#") {
                while at < bytes.count, bytes[at] != 10 { at += 1 }
                return token()
            }
            let start = at
            while at < bytes.count, bytes[at] > 32 { at += 1 }
            return String(decoding: bytes[start..<at], as: UTF8.self)
        }
        let kind = token()
        guard ["P5", "P6"].contains(kind), let w = Int(token()), let h = Int(token()), token() == "255" else {
            return nil
        }
        at += 1
        let channels = kind == "P6" ? 3 : 1
        guard bytes.count - at >= w * h * channels else { return nil }
        let body = bytes[at..<(at + w * h * channels)]
        self.init(width: w, height: h, rgb: channels == 3 ? Array(body) : body.flatMap { [$0, $0, $0] })
    }

    /// The pixel in column `x` and row `y`, as red, green and blue.
    public subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let at = (y * width + x) * 3
        return (rgb[at], rgb[at + 1], rgb[at + 2])
    }

    /// The mean of the absolute differences of all channels, 0…255; nil when the sizes differ.
    public func meanDifference(from other: Picture) -> Double? {
        guard width == other.width, height == other.height else { return nil }
        let sum = zip(rgb, other.rgb).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(max(rgb.count, 1))
    }
}
