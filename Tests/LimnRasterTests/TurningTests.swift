// SPDX-License-Identifier: GPL-3.0-or-later

import LimnPictures
import LimnRaster
import Testing

@Suite struct TurningTests {
    /// A picture of 3 × 2 pixels whose blue channel counts from 1, row by row.
    private func picture() throws -> PixelBuffer {
        let buffer = try PixelBuffer(width: 3, height: 2, hasAlpha: false)
        for y in 0..<2 {
            for x in 0..<3 { buffer[x, y] = (UInt8(3 * y + x + 1), 0, 0, 255) }
        }
        return buffer
    }

    private func rows(_ buffer: PixelBuffer) -> [[UInt8]] {
        (0..<buffer.height).map { y in (0..<buffer.width).map { buffer[$0, y].blue } }
    }

    @Test func `a picture is turned clockwise, after it was mirrored`() throws {
        let expected: [([[UInt8]], [[UInt8]])] = [
            ([[1, 2, 3], [4, 5, 6]], [[3, 2, 1], [6, 5, 4]]),
            ([[4, 1], [5, 2], [6, 3]], [[6, 3], [5, 2], [4, 1]]),
            ([[6, 5, 4], [3, 2, 1]], [[4, 5, 6], [1, 2, 3]]),
            ([[3, 6], [2, 5], [1, 4]], [[1, 4], [2, 5], [3, 6]]),
        ]
        for (turns, (plain, mirrored)) in expected.enumerated() {
            #expect(rows(try picture().turned(by: turns)) == plain, "\(turns)")
            #expect(rows(try picture().turned(by: turns, mirrored: true)) == mirrored, "\(turns)")
        }
    }

    @Test func `grays have the brightness of their colors, and bitonal pictures are black and white`() throws {
        let buffer = try PixelBuffer(width: 4, height: 1, hasAlpha: false)
        let colors: [(UInt8, UInt8, UInt8)] = [(0, 0, 255), (0, 255, 0), (255, 0, 0), (255, 255, 255)]
        for (x, (red, green, blue)) in colors.enumerated() { buffer[x, 0] = (blue, green, red, 255) }
        let gray = try PixelBuffer(copying: buffer)
        gray.show(.gray)
        #expect((0..<4).map { gray[$0, 0].red } == [29, 149, 77, 255])
        buffer.show(.bitonal)
        #expect((0..<4).map { buffer[$0, 0].green } == [0, 255, 0, 255])
    }
}
