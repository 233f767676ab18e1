// SPDX-License-Identifier: GPL-3.0-or-later

import LimnCairo
import LimnGeometry
import LimnRaster
import Testing

@Suite struct CairoErrorTests {
    struct Stop: Error {}

    @Test(arguments: [(40_000, 10), (10, 40_000), (0, 10), (10, 0)])
    func `A picture that cairo cannot hold is a typed error`(width: Int, height: Int) {
        let owner = Owner(bytes: 64)
        let error = #expect(throws: CairoError.self) {
            try ImageSurface(
                over: owner.memory, width: width, height: height, stride: width * 4, hasAlpha: false, owner: owner)
        }
        #expect(error?.code == .unsupportedSize)
    }

    @Test func `A stride shorter than a row is a typed error`() {
        let owner = Owner(bytes: 64)
        let error = #expect(throws: CairoError.self) {
            try ImageSurface(over: owner.memory, width: 4, height: 4, stride: 4, hasAlpha: false, owner: owner)
        }
        #expect(error?.code == .unsupportedSize)
    }

    @Test func `A transform without inverse is a sticky error that check reports`() throws {
        let canvas = try Canvas(5, 5)
        try canvas.context.check()
        canvas.context.transform(.scaling(x: 0, y: 1))
        for _ in 0..<2 {
            let error = #expect(throws: CairoError.self) { try canvas.context.check() }
            #expect(error?.code == .invalidGeometry)
        }
    }

    @Test func `Drawing on a finished document is an error that says so`() throws {
        let surface = try PDFSurface(pageSize: Size(width: 10, height: 10))
        _ = try surface.finish()
        let error = #expect(throws: CairoError.self) { try CairoContext(surface).check() }
        #expect(error?.code == .other)
        #expect(error?.description.contains("finished") == true)
    }

    @Test func `An invalid page size is refused`() {
        for side in [0, -1, Double.nan, .infinity] {
            #expect(throws: CairoError.self) { try PDFSurface(pageSize: Size(width: side, height: 10)) }
        }
    }

    @Test func `An error in a group drops the layer and keeps the context usable`() throws {
        let canvas = try Canvas(5, 5)
        canvas.context.setSource(red: 0, green: 0, blue: 0)
        #expect(throws: Stop.self) {
            try canvas.context.group { () throws(Stop) in
                canvas.context.paint()
                throw Stop()
            }
        }
        #expect(try canvas.inkArea() == 0)
        canvas.context.paint()
        try canvas.context.check()
        #expect(try canvas.inkArea() == 25)
    }

    @Test func `Memory lives as long as a context can draw into it, and no longer`() throws {
        weak var seen: Owner?
        var context: CairoContext?
        do {
            let owner = Owner(bytes: 400)
            seen = owner
            let surface = try ImageSurface(
                over: owner.memory, width: 10, height: 10, stride: 40, hasAlpha: true, owner: owner)
            context = try CairoContext(surface)
        }
        #expect(seen != nil)
        context?.paint()
        context = nil
        #expect(seen == nil)
    }

    final class Owner {
        let memory: UnsafeMutableRawPointer
        init(bytes: Int) { memory = .allocate(byteCount: bytes, alignment: 16) }
        deinit { memory.deallocate() }
    }
}
