// SPDX-License-Identifier: GPL-3.0-or-later

import LimnPictures
import LimnRaster
import Testing

@Suite struct PPMEncoderTests {
    /// Two rows of three pixels, all different.
    private func picture(hasAlpha: Bool = false) throws -> PixelBuffer {
        let buffer = try PixelBuffer(width: 3, height: 2, hasAlpha: hasAlpha)
        for y in 0..<2 {
            for x in 0..<3 {
                let first = UInt8(30 * y + 10 * x)
                buffer[x, y] = (blue: first + 3, green: first + 2, red: first + 1, alpha: 255)
            }
        }
        return buffer
    }

    @Test func `The head is followed by red, green and blue of each pixel`() throws {
        let pixels: [UInt8] = [1, 2, 3, 11, 12, 13, 21, 22, 23, 31, 32, 33, 41, 42, 43, 51, 52, 53]
        var encoder = PPMEncoder()
        #expect(try encoder.encode(picture()) == Array("P6\n3 2\n255\n".utf8) + pixels)
        encoder.stamp = "abc 3x2"
        #expect(try encoder.encode(picture()) == Array("P6\n3 2\n# abc 3x2\n255\n".utf8) + pixels)
    }

    @Test func `A picture with transparency is refused`() throws {
        let error = #expect(throws: RasterError.self) { try PPMEncoder().encode(picture(hasAlpha: true)) }
        #expect(error?.code == .hasAlpha)
        #expect(error?.description == "PPM has no transparency; choose PNG or WebP.")
    }
}
