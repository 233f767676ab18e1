// SPDX-License-Identifier: GPL-3.0-or-later

import LimnRaster
import Testing
import TestSupport

@Suite struct PNGEncoderTests {
    @Test func `A gray picture becomes an 8-bit gray PNG with the same pixels`() throws {
        let buffer = try picture(301, 17) { x, y in
            let v = UInt8(truncatingIfNeeded: x / 3 + y * 7)
            return (v, v, v, UInt8(truncatingIfNeeded: x))  // the fourth byte means nothing
        }
        let decoded = try DecodedPNG(try PNGEncoder().encode(buffer))
        #expect((decoded.mode, decoded.width, decoded.height) == ("L", 301, 17))
        let expected = (0..<17).flatMap { y in (0..<301).map { buffer[$0, y].blue } }
        #expect(decoded.bytes == expected)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 64, 255])
    func `A picture of flat, smooth and noisy rows keeps every pixel at any width`(width: Int) throws {
        var noise = Noise()
        let buffer = try picture(width, 40) { x, y in
            switch (y / 3) % 3 {
            case 0: (10, 20, UInt8(y), 0)
            case 1: (UInt8(truncatingIfNeeded: x * 2 + y), UInt8(truncatingIfNeeded: x + y), UInt8(x), 99)
            default: (.random(in: 0...255, using: &noise), .random(in: 0...255, using: &noise), 0, 255)
            }
        }
        let decoded = try DecodedPNG(try PNGEncoder().encode(buffer), as: "RGB")
        let expected = (0..<40).flatMap { y in
            (0..<width).flatMap { x in [buffer[x, y].red, buffer[x, y].green, buffer[x, y].blue] }
        }
        #expect(decoded.bytes == expected)
    }

    /// Widths just below and above 32 KiB of RGB, the greatest distance at which a match with the row above is
    /// possible.
    @Test(arguments: [(10_922, 60), (10_923, 60), (32_767, 40), (700, 1500), (3, 30_000), (1, 32_767)])
    func `A large picture of runs, repeated rows, noise and few colors keeps every pixel`(
        width: Int, height: Int
    ) throws {
        var noise = Noise(state: UInt64(width))
        let tile = (0..<500).map { _ in UInt8.random(in: 0...255, using: &noise) }
        let buffer = try picture(width, height) { x, y in
            switch (y / 7 + x / 211) % 6 {
            case 0: (255, 255, 255, 0)
            case 1: (tile[x % 500], tile[(x + 7) % 500], tile[(x / 3) % 500], 0)
            case 2: (tile[(x + y * 31) % 500], 7, tile[(x + y * 17) % 500], 0)
            case 3: (.random(in: 0...3, using: &noise), 0, .random(in: 0...1, using: &noise), 0)
            case 4: (.random(in: 0...255, using: &noise), .random(in: 0...255, using: &noise), 1, 0)
            default: (UInt8(truncatingIfNeeded: x / 40), UInt8(truncatingIfNeeded: y), 0, 0)
            }
        }
        let decoded = try DecodedPNG(try PNGEncoder().encode(buffer), as: "RGB")
        #expect((decoded.width, decoded.height) == (width, height))
        var expected: [UInt8] = []
        expected.reserveCapacity(width * height * 3)
        buffer.withUnsafeMutableBytes { bytes in
            for pixel in 0..<width * height {
                expected += [bytes[4 * pixel + 2], bytes[4 * pixel + 1], bytes[4 * pixel]]
            }
        }
        #expect(decoded.bytes == expected)
    }

    @Test func `Noise grows by less than one percent`() throws {
        var noise = Noise()
        let buffer = try picture(600, 600) { _, _ in
            (.random(in: 0...255, using: &noise), .random(in: 0...255, using: &noise), 3, 0)
        }
        let png = try PNGEncoder().encode(buffer)
        #expect(png.count < 600 * 600 * 3 * 101 / 100)
        #expect(try DecodedPNG(png).bytes.count == 600 * 600 * 3)
    }

    @Test func `Every premultiplied color is unpremultiplied as cairo does it`() throws {
        // Column: a color value, row: alpha; values above alpha do not occur in premultiplied pixels.
        let buffer = try picture(256, 256, alpha: true) { x, y in
            (UInt8(min(x, y)), UInt8(y / 2), UInt8(y - min(x, y)), UInt8(y))
        }
        let decoded = try DecodedPNG(try PNGEncoder().encode(buffer))
        #expect(decoded.mode == "RGBA")
        var expected: [UInt8] = []
        for y in 0..<256 {
            for x in 0..<256 {
                let p = buffer[x, y]
                let alpha = Int(p.alpha)
                func straight(_ v: UInt8) -> UInt8 { alpha == 0 ? 0 : UInt8((Int(v) * 255 + alpha / 2) / alpha) }
                expected += [straight(p.red), straight(p.green), straight(p.blue), p.alpha]
            }
        }
        #expect(decoded.bytes == expected)
    }

    @Test func `A gray picture with alpha has two channels`() throws {
        let buffer = try picture(200, 3, alpha: true) { x, y in
            let v = UInt8(min(x, 100 + y))
            return (v, v, v, UInt8(x))
        }
        let decoded = try DecodedPNG(try PNGEncoder().encode(buffer))
        #expect(decoded.mode == "LA")
        #expect(Array(decoded.bytes[300..<302]) == [170, 150])  // 100 · 255 / 150
        #expect(Array(decoded.bytes[0..<2]) == [0, 0])
    }

    @Test func `The file states its resolution when it has one`() throws {
        let buffer = try PixelBuffer(width: 2, height: 2, hasAlpha: false)
        let stated = try DecodedPNG(try PNGEncoder(dpi: 150).encode(buffer))
        #expect(abs(try #require(stated.dpi) - 150) < 0.02)
        for none in [nil, 0, -3, .nan, .infinity, 1e12] {
            #expect(try DecodedPNG(try PNGEncoder(dpi: none).encode(buffer)).dpi == nil)
        }
    }

    @Test func `The same picture gives the same bytes`() throws {
        func encoded() throws -> [UInt8] {
            var noise = Noise()
            return try PNGEncoder(dpi: 96).encode(
                try picture(90, 70, alpha: true) { _, _ in (0, 0, .random(in: 0...255, using: &noise), 255) })
        }
        #expect(try encoded() == encoded())
    }

    @Test func `An empty sheet of A4 at 150 dpi takes a few kilobytes`() throws {
        let buffer = try PixelBuffer(width: 1241, height: 1754, hasAlpha: false)
        buffer.fillWhite()
        let png = try PNGEncoder().encode(buffer)
        #expect(png.count < 8192)
        #expect(try DecodedPNG(png, as: "L").bytes.allSatisfy { $0 == 255 })
    }
}
