// SPDX-License-Identifier: GPL-3.0-or-later

import LimnRaster
import Testing
import TestSupport

/// Pictures of few colors take fewer bits a pixel and keep every pixel.
@Suite struct IndexedPNGTests {
    private func decoded(_ buffer: PixelBuffer, as mode: String? = nil) throws -> DecodedPNG {
        try DecodedPNG(try PNGEncoder().encode(buffer), as: mode)
    }

    @Test(arguments: [1, 7, 8, 9, 64, 301])
    func `Black and white take one bit a pixel`(width: Int) throws {
        let buffer = try picture(width, 20) { x, y in
            let v: UInt8 = (x * 7 + y * y) % 5 < 2 ? 0 : 255
            return (v, v, v, UInt8(truncatingIfNeeded: x))
        }
        let decoded = try decoded(buffer, as: "L")
        #expect((decoded.mode, decoded.depth) == ("1", 1))
        #expect(decoded.bytes == (0..<20).flatMap { y in (0..<width).map { buffer[$0, y].blue } })
    }

    @Test(arguments: [(85, 4, 2), (17, 16, 4)])
    func `Evenly spaced grays take as few bits as possible and no palette`(
        step: Int, count: Int, depth: Int
    ) throws {
        let buffer = try picture(61, 33) { x, y in
            let v = UInt8(((x * 3 + y * 5) % count) * step)
            return (v, v, v, 0)
        }
        let png = try PNGEncoder().encode(buffer)
        let decoded = try DecodedPNG(png, as: "L")
        #expect(decoded.depth == depth)
        #expect(png.firstRange(of: Array("PLTE".utf8)) == nil)
        #expect(decoded.bytes == (0..<33).flatMap { y in (0..<61).map { buffer[$0, y].blue } })
    }

    @Test func `Up to sixteen uneven grays have a palette; seventeen are 8-bit grayscale`() throws {
        for (count, mode, depth) in [(2, "P", 1), (3, "P", 2), (5, "P", 4), (16, "P", 4), (17, "L", 8)] {
            let buffer = try picture(90, 9) { x, y in
                let v = UInt8(40 + ((x + y * 11) % count) * 3)
                return (v, v, v, 0)
            }
            let decoded = try decoded(buffer, as: "L")
            #expect(decoded.mode == mode && decoded.depth == depth, "\(count) greys")
            #expect(decoded.bytes == (0..<9).flatMap { y in (0..<90).map { buffer[$0, y].blue } })
        }
    }

    @Test(arguments: [1, 2, 4, 16, 17, 255, 256, 257])
    func `Up to 256 colors have a palette, and 257 have none`(count: Int) throws {
        let buffer = try picture(101, 40) { x, y in
            let number = (x + y * 101) * 7 % count
            return (UInt8(number % 16 * 16), UInt8(number / 16 * 15), 200, 0)
        }
        let decoded = try decoded(buffer, as: "RGB")
        let depth = count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8
        #expect((decoded.mode, decoded.depth) == (count > 256 ? "RGB" : "P", depth))
        let expected = (0..<40).flatMap { y in
            (0..<101).flatMap { x in [buffer[x, y].red, buffer[x, y].green, buffer[x, y].blue] }
        }
        #expect(decoded.bytes == expected)
    }

    @Test func `Black ink on a transparent page has a palette of opacities`() throws {
        let buffer = try picture(64, 64, alpha: true) { x, y in (0, 0, 0, UInt8((x * 4 + y) % 256)) }
        let decoded = try decoded(buffer, as: "RGBA")
        #expect((decoded.mode, decoded.depth) == ("P", 8))
        let expected: [UInt8] = (0..<64).flatMap { y in
            (0..<64).flatMap { x -> [UInt8] in [0, 0, 0, buffer[x, y].alpha] }
        }
        #expect(decoded.bytes == expected)
    }

    @Test func `A page of black and white is smaller with a bit a pixel than the same page with one gray more`() throws
    {
        var noise = Noise()
        func sheet(_ extra: UInt8) throws -> Int {
            noise = Noise()
            let buffer = try picture(800, 800) { x, y in
                let v: UInt8 = x == 0 && y < 17 ? UInt8(y) * extra : .random(in: 0...9, using: &noise) == 0 ? 0 : 255
                return (v, v, v, 0)
            }
            return try PNGEncoder().encode(buffer).count
        }
        #expect(try Double(sheet(0)) < 0.8 * Double(sheet(3)))
    }
}
