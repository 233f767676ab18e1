// SPDX-License-Identifier: GPL-3.0-or-later

import LimnRaster
import Testing

@Suite struct PixelBufferTests {
    @Test(arguments: [(0, 5), (5, 0), (-1, 5), (32_768, 1), (1, 32_768), (Int.max, Int.max)])
    func `A side outside 1 to 32767 is refused`(width: Int, height: Int) {
        let error = #expect(throws: RasterError.self) {
            try PixelBuffer(width: width, height: height, hasAlpha: false)
        }
        #expect(error?.code == .unsupportedSize)
        #expect(error?.description.contains("32767") == true)
    }

    @Test func `The longest side is allowed and new pixels are zero`() throws {
        let buffer = try PixelBuffer(width: 32_767, height: 2, hasAlpha: true)
        #expect(buffer[32_766, 1] == (0, 0, 0, 0))
        buffer.fillWhite()
        #expect(buffer[32_766, 1] == (255, 255, 255, 255))
    }

    @Test func `Bytes are in the order blue, green, red, alpha`() throws {
        let buffer = try PixelBuffer(width: 3, height: 2, hasAlpha: true)
        buffer[1, 1] = (blue: 1, green: 2, red: 3, alpha: 4)
        buffer.withUnsafeMutableBytes { bytes in
            #expect(bytes.count == 24)
            #expect(Array(bytes[16..<20]) == [1, 2, 3, 4])
        }
    }

    @Test func `Compositing over white makes translucent pixels opaque`() throws {
        let buffer = try PixelBuffer(width: 4, height: 1, hasAlpha: true)
        let cases: [((UInt8, UInt8, UInt8, UInt8), (UInt8, UInt8, UInt8))] = [
            ((0, 0, 0, 0), (255, 255, 255)), ((10, 20, 30, 255), (10, 20, 30)), ((0, 0, 0, 100), (155, 155, 155)),
            ((100, 0, 50, 100), (255, 155, 205)),
        ]
        for (x, (before, _)) in cases.enumerated() { buffer[x, 0] = before }
        buffer.compositeOverWhite()
        for (x, (_, after)) in cases.enumerated() {
            let pixel = buffer[x, 0]
            #expect((pixel.blue, pixel.green, pixel.red) == after)
            #expect(pixel.alpha == 255)
        }
    }
}
