// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import Testing

/// Native ink from somebody who is not trusted.
struct MemoryLimitTests {
    private func ink(points: Int, pages: Int = 1) -> InkDocument {
        let brush = Brush(kind: .pen, color: .black, width: 1)
        let positions = (0..<points).map { Point(x: Double($0 % 100), y: Double($0 / 100)) }
        let stroke = Stroke(brush: brush, points: StrokePoints(positions, width: 1))
        let page = InkDocument.Page(drawing: Drawing(strokes: points == 0 ? [] : [stroke]))
        return InkDocument(pages: [InkDocument.Page](repeating: page, count: pages))
    }

    @Test func `Ink within the limit is read, and ink beyond it is an error`() throws {
        let ink = ink(points: 10_000)
        let bytes = try NativeInk.encode(ink, precision: .lossless)
        #expect(try NativeInk.decode(bytes, memoryLimit: 1 << 20) == ink)
        let error = #expect(throws: InkError.self) { try NativeInk.decode(bytes, memoryLimit: 100_000) }
        #expect(error?.code == .corrupt)
        #expect(error?.description.contains("too many points, too much text, or too many pages") == true)
    }

    @Test func `Pages without strokes count as well`() throws {
        let bytes = try NativeInk.encode(ink(points: 0, pages: 5000))
        #expect(try NativeInk.decode(bytes, memoryLimit: 8 << 20).pages.count == 5000)
        #expect(throws: InkError.self) { try NativeInk.decode(bytes, memoryLimit: 100_000) }
    }
}
