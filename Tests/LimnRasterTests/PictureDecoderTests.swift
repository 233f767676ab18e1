// SPDX-License-Identifier: GPL-3.0-or-later

import LimnPictures
import LimnRaster
import Testing

@Suite struct PictureDecoderTests {
    private let decoder = PictureDecoder(pixelLimit: 1_000_000)

    /// A picture whose colors change from place to place, with 16 × 16 pixels of one color each.
    private func picture(hasAlpha: Bool = false) throws -> PixelBuffer {
        let buffer = try PixelBuffer(width: 64, height: 48, hasAlpha: hasAlpha)
        for y in 0..<48 {
            for x in 0..<64 {
                let alpha: UInt8 = hasAlpha ? UInt8(60 * (x / 16) + 60) : 255
                // Premultiplied colors are at most as large as their alpha.
                buffer[x, y] = (UInt8(15 * (y / 16)), UInt8(12 * (x / 16)), 40, alpha)
            }
        }
        return buffer
    }

    @Test(arguments: [false, true]) func `A PNG comes back pixel by pixel`(hasAlpha: Bool) throws {
        let original = try picture(hasAlpha: hasAlpha)
        let back = try decoder.decodePNG(PictureEncoder(.png).encode(original))
        #expect(back.width == 64 && back.height == 48 && back.hasAlpha == hasAlpha)
        for y in 0..<48 {
            for x in 0..<64 {
                let (a, b) = (original[x, y], back[x, y])
                let tolerance = hasAlpha ? 1 : 0
                #expect(abs(Int(a.blue) - Int(b.blue)) <= tolerance && abs(Int(a.green) - Int(b.green)) <= tolerance)
                #expect(abs(Int(a.red) - Int(b.red)) <= tolerance && (!hasAlpha || a.alpha == b.alpha))
            }
        }
    }

    @Test func `A JPEG comes back nearly, and smaller where no more is needed`() throws {
        let original = try picture()
        let file = try JPEGEncoder(quality: 95).encode(original)
        let back = try decoder.decodeJPEG(file)
        #expect(back.width == 64 && back.height == 48)
        #expect(abs(Int(back[40, 40].green) - Int(original[40, 40].green)) < 8)
        let small = try decoder.decodeJPEG(file, atLeast: 20)
        #expect(small.width == 32 && small.height == 24)
        #expect(try decoder.decodeJPEG(file, atLeast: 1).width == 8)
    }

    @Test func `Too many pixels are refused before they are decoded`() throws {
        let png = try PictureEncoder(.png).encode(picture())
        let small = PictureDecoder(pixelLimit: 64 * 48 - 1)
        #expect(throws: RasterError.self) { try small.decodePNG(png) }
        #expect(try PictureDecoder(pixelLimit: 64 * 48).decodePNG(png).width == 64)
        // A head that speaks of 60,000 × 60,000 pixels.
        var large = png
        for (place, byte) in [(18, 0xea), (19, 0x60), (22, 0xea), (23, 0x60)] { large[place] = UInt8(byte) }
        #expect(throws: RasterError.self) { try PictureDecoder(pixelLimit: .max).decodePNG(large) }
    }

    @Test func `Damaged files are errors, never crashes`() throws {
        let files = [try PictureEncoder(.png).encode(picture()), try JPEGEncoder(quality: 80).encode(picture())]
        for file in files {
            for length in stride(from: 0, to: file.count, by: 7) {
                let cut = Array(file.prefix(length))
                _ = try? decoder.decodePNG(cut)
                _ = try? decoder.decodeJPEG(cut)
            }
            for place in stride(from: 0, to: file.count, by: 3) {
                var copy = file
                copy[place] ^= 0x5a
                _ = try? decoder.decodePNG(copy)
                _ = try? decoder.decodeJPEG(copy)
            }
        }
        #expect(throws: RasterError.self) { try decoder.decodePNG([1, 2, 3]) }
        #expect(throws: RasterError.self) { try decoder.decodeJPEG([]) }
    }
}
