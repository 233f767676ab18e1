// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing

@Suite struct NativeFormatsTests {
    @Test(arguments: [InkFormat.native, .json]) func `Limits apply to native files`(format: InkFormat) throws {
        let stroke = Stroke(brush: Brush(), points: StrokePoints([Point(x: 1, y: 2), Point(x: 3, y: 4)]))
        let page = InkDocument.Page(drawing: Drawing(strokes: [stroke, stroke], layers: [.init(), .init(name: "a")]))
        let bytes = try InkWriter.write(InkDocument(pages: [page, page]), as: format).bytes
        // There are two pages, four strokes, two layers in addition to the first one of each page, and eight points.
        let exact = InkLimits(maximumBytes: bytes.count, maximumPages: 2, maximumStrokes: 6, maximumPoints: 8)
        #expect(FormatDamage.code(bytes, format, limits: exact) == nil)
        for limit: WritableKeyPath<InkLimits, Int> in [
            \.maximumBytes, \.maximumPages, \.maximumStrokes, \.maximumPoints,
        ] {
            var limits = exact
            limits[keyPath: limit] -= 1
            #expect(FormatDamage.code(bytes, format, limits: limits) == .tooLarge)
        }
    }
}
