// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnRaster
import TestSupport

/// What Pillow reads from a PNG.
struct DecodedPNG {
    let mode: String
    let width: Int
    let height: Int
    let dpi: Double?
    let bytes: [UInt8]

    init(_ png: [UInt8]) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(png, "picture.png")
        let raw = folder.path("picture.raw")
        let words = try python("png_pixels", file, raw).split(whereSeparator: \.isWhitespace).map(String.init)
        mode = words[0]
        width = Int(words[1])!
        height = Int(words[2])!
        dpi = Double(words[3])
        bytes = Array(try Data(contentsOf: URL(fileURLWithPath: raw)))
    }
}

/// A picture whose pixels come from a function of column and row, as blue, green, red and alpha in memory.
func picture(
    _ width: Int, _ height: Int, alpha: Bool = false, _ pixel: (Int, Int) -> (UInt8, UInt8, UInt8, UInt8)
) throws -> PixelBuffer {
    let buffer = try PixelBuffer(width: width, height: height, hasAlpha: alpha)
    for y in 0..<height { for x in 0..<width { buffer[x, y] = pixel(x, y) } }
    return buffer
}

/// Numbers that look random and are the same every time.
struct Noise: RandomNumberGenerator {
    var state: UInt64 = 1
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
