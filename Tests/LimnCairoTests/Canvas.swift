// SPDX-License-Identifier: GPL-3.0-or-later

import LimnCairo
import LimnRaster

/// A picture and a context that draws into it.
struct Canvas {
    let buffer: PixelBuffer
    let surface: ImageSurface
    let context: CairoContext

    init(_ width: Int, _ height: Int, alpha: Bool = false) throws {
        buffer = try PixelBuffer(width: width, height: height, hasAlpha: alpha)
        if !alpha { buffer.fillWhite() }
        surface = try .init(over: buffer)
        context = try CairoContext(surface)
    }

    /// The area of black ink in pixels: the sum of the darkness of all pixels, where black counts 1 and white 0.
    func inkArea() throws -> Double {
        try surface.flush()
        var sum = 0
        for y in 0..<buffer.height { for x in 0..<buffer.width { sum += 255 - Int(buffer[x, y].green) } }
        return Double(sum) / 255
    }
}

extension ImageSurface {
    convenience init(over buffer: PixelBuffer) throws {
        let base = buffer.withUnsafeMutableBytes { $0.baseAddress! }
        try self.init(
            over: base, width: buffer.width, height: buffer.height, stride: buffer.stride, hasAlpha: buffer.hasAlpha,
            owner: buffer)
    }
}
