// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnRaster
internal import LimnText
internal import Testing

/// What many items of a page share is worked out once.
struct DecodedOnceTests {
    private func png(side: Int, _ blue: UInt8) throws -> PictureData {
        let buffer = try PixelBuffer(width: side, height: side, hasAlpha: false)
        buffer.fillWhite()
        buffer[0, 0] = (blue, 0, 0, 255)
        return PictureData(try PNGEncoder().encode(buffer), format: .png)
    }

    @Test func `A picture that is shown many times is decoded once`() throws {
        let decoded = DecodedPictures()
        var count = 0
        for _ in 0..<20 {
            for blue in [UInt8(1), 2] {
                let data = try png(side: 8, blue)
                _ = try decoded.surface(of: data) {
                    count += 1
                    return try PictureDecoder(pixelLimit: 100).decodePNG(data.bytes)
                }
            }
        }
        #expect(count == 2)
    }

    @Test func `What was decoded smaller is decoded again where more is needed, and not the other way round`() throws {
        let decoded = DecodedPictures()
        let data = try png(side: 8, 1)
        var wanted: [Int] = []
        for size in [4, 2, 8, 8, 4] {
            _ = try decoded.surface(of: data, wanted: size) {
                wanted.append(size)
                return try PictureDecoder(pixelLimit: 100).decodePNG(data.bytes)
            }
        }
        #expect(wanted == [4, 8])
    }

    @Test func `Pictures beyond the memory for them are decoded each time, and no more is kept`() throws {
        let decoded = DecodedPictures()
        var count = 0
        // 144 MB of pixels.
        let data = try png(side: 6000, 1)
        for _ in 0..<2 {
            let surface = try decoded.surface(of: data) {
                count += 1
                return try PixelBuffer(width: 6000, height: 6000, hasAlpha: false)
            }
            #expect(surface.width == 6000)
        }
        #expect(count == 2)
    }

    @Test func `A text that was set before is the same at every place`() throws {
        let style = TextItem.Style(family: "DejaVu Sans", size: 11)
        let first = try TextSetters.set(TextItem("Maren Ashwick", style, at: Point(x: 1, y: 2)))
        let second = try TextSetters.set(TextItem("Maren Ashwick", style, at: Point(x: 30, y: 40), layer: 3))
        let wider = try TextSetters.set(TextItem("Maren Ashwick", style, at: Point(x: 1, y: 2), width: 20))
        #expect(first == second && first != wider && wider.lines.count > first.lines.count)
    }
}
