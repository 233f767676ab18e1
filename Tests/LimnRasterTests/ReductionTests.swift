// SPDX-License-Identifier: GPL-3.0-or-later

import LimnRaster
import Testing

@Suite struct ReductionTests {
    /// A picture of pixels that look random and are the same on every run; no channel exceeds its alpha.
    private func picture(width: Int, height: Int) throws -> PixelBuffer {
        let buffer = try PixelBuffer(width: width, height: height, hasAlpha: true)
        var state: UInt32 = 1
        func next(_ limit: UInt8) -> UInt8 {
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24) % (limit == 255 ? 255 : limit + 1)
        }
        for y in 0..<height {
            for x in 0..<width {
                let alpha = y % 3 == 0 ? 255 : next(255)
                buffer[x, y] = (next(alpha), next(alpha), next(alpha), alpha)
            }
        }
        return buffer
    }

    @Test(arguments: PixelBuffer.reductions)
    func `Each pixel is the rounded mean of its square`(factor: Int) throws {
        let (width, height) = (7, 5)
        let large = try picture(width: width * factor, height: height * factor)
        let small = try large.reduced(by: factor)
        #expect((small.width, small.height, small.hasAlpha) == (width, height, true))
        for y in 0..<height {
            for x in 0..<width {
                var sums = [0, 0, 0, 0]
                for dy in 0..<factor {
                    for dx in 0..<factor {
                        let p = large[x * factor + dx, y * factor + dy]
                        for (index, part) in [p.blue, p.green, p.red, p.alpha].enumerated() { sums[index] += Int(part) }
                    }
                }
                let area = factor * factor
                let means = sums.map { UInt8((2 * $0 + area) / (2 * area)) }
                #expect(small[x, y] == (means[0], means[1], means[2], means[3]), "\(x) \(y)")
            }
        }
    }

    @Test(arguments: PixelBuffer.reductions)
    func `White stays white and nothing stays nothing`(factor: Int) throws {
        let large = try PixelBuffer(width: 3 * factor, height: 2 * factor, hasAlpha: true)
        #expect(try large.reduced(by: factor)[2, 1] == (0, 0, 0, 0))
        large.fillWhite()
        #expect(try large.reduced(by: factor)[2, 1] == (255, 255, 255, 255))
    }

    @Test func `The mean of a square of two levels is exact at every share`() throws {
        for factor in PixelBuffer.reductions {
            for count in 0...(factor * factor) {
                let large = try PixelBuffer(width: factor, height: factor, hasAlpha: false)
                for index in 0..<count { large[index % factor, index / factor] = (255, 255, 255, 255) }
                let level = UInt8((Double(255 * count) / Double(factor * factor)).rounded())
                #expect(try large.reduced(by: factor)[0, 0].green == level)
            }
        }
    }
}
