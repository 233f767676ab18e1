// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnRaster
import TestSupport

/// A PNG as Pillow decodes it.
struct DecodedPNG {
    /// The mode of the file: 1, L, LA, P, RGB, RGBA.
    let mode: String
    /// The bit depth.
    let depth: Int
    let width: Int
    let height: Int
    let dpi: Double?
    let bytes: [UInt8]

    /// - Parameter mode: the mode to convert the pixels to; nil keeps them as they are.
    init(_ png: [UInt8], as target: String? = nil) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(png, "picture.png")
        let raw = folder.path("picture.raw")
        let arguments = [file, raw] + (target.map { [$0] } ?? [])
        let words = try python("png_pixels", arguments).split(whereSeparator: \.isWhitespace).map(String.init)
        mode = words[0]
        depth = Int(words[1])!
        width = Int(words[2])!
        height = Int(words[3])!
        dpi = Double(words[4])
        bytes = Array(try Data(contentsOf: URL(fileURLWithPath: raw)))
    }
}

/// A picture whose pixels are computed from column and row, as blue, green, red and alpha.
func picture(
    _ width: Int, _ height: Int, alpha: Bool = false, _ pixel: (Int, Int) -> (UInt8, UInt8, UInt8, UInt8)
) throws -> PixelBuffer {
    let buffer = try PixelBuffer(width: width, height: height, hasAlpha: alpha)
    for y in 0..<height { for x in 0..<width { buffer[x, y] = pixel(x, y) } }
    return buffer
}

/// A deterministic pseudo-random generator.
struct Noise: RandomNumberGenerator {
    var state: UInt64 = 1
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
