// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import LimnServer

@Suite struct PictureCacheTests {
    private func picture(_ count: Int) -> PictureCache.Picture {
        PictureCache.Picture(bytes: [UInt8](repeating: 7, count: count), type: "image/png")
    }

    @Test func `the picture that nobody asked for the longest goes first`() {
        let cache = PictureCache(byteLimit: 8 << 10)
        for name in ["a", "b", "c"] { cache.keep(picture(1500), as: name) }
        #expect(cache.picture("a") != nil)
        for name in ["d", "e"] { cache.keep(picture(1500), as: name) }
        #expect(cache.picture("b") == nil)
        #expect(cache.picture("a")?.bytes.count == 1500)
        #expect(cache.figures.bytes <= 8 << 10)
    }

    @Test func `a picture that would take most of the room is not kept`() {
        let cache = PictureCache(byteLimit: 8 << 10)
        cache.keep(picture(4000), as: "large")
        #expect(cache.picture("large") == nil)
        #expect(cache.figures.bytes == 0)
    }

    @Test func `a picture that is replaced is counted once`() {
        let cache = PictureCache(byteLimit: 8 << 10)
        for _ in 0..<100 { cache.keep(picture(1000), as: "same") }
        #expect(cache.figures.bytes == 1512)
    }
}
