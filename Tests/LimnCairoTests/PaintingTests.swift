// SPDX-License-Identifier: GPL-3.0-or-later

import LimnCairo
import LimnGeometry
import LimnRaster
import Testing

@Suite struct PaintingTests {
    private func square(_ x: Double, _ y: Double, _ side: Double, clockwise: Bool = true) -> Path {
        let corners = Rect(x0: x, y0: y, x1: x + side, y1: y + side).corners
        return Path(polygon: clockwise ? corners : corners.reversed())
    }

    @Test func `A filled square covers exactly its pixels`() throws {
        let canvas = try Canvas(20, 20)
        canvas.context.setSource(red: 1, green: 0, blue: 0)
        canvas.context.append(square(5, 6, 4))
        canvas.context.fill()
        try canvas.surface.flush()
        for y in 0..<20 {
            for x in 0..<20 {
                let inside = (5..<9).contains(x) && (6..<10).contains(y)
                let p = canvas.buffer[x, y]
                #expect((p.red, p.green, p.blue) == (255, inside ? 0 : 255, inside ? 0 : 255))
            }
        }
    }

    @Test func `Nested squares of one direction are solid with nonZero and hollow with evenOdd`() throws {
        for (rule, area) in [(FillRule.nonZero, 100.0), (.evenOdd, 84)] {
            let canvas = try Canvas(20, 20)
            canvas.context.setSource(red: 0, green: 0, blue: 0)
            canvas.context.append(square(5, 5, 10))
            canvas.context.append(square(8, 8, 4))
            canvas.context.fill(rule)
            #expect(try canvas.inkArea() == area)
        }
    }

    @Test func `A filled circle of curves has the area of a circle`() throws {
        let canvas = try Canvas(100, 100)
        canvas.context.setSource(red: 0, green: 0, blue: 0)
        var circle = Path()
        circle.move(to: Point(x: 90, y: 50))
        circle.arc(center: Point(x: 50, y: 50), radius: 40, start: UnitVector(angle: 0), sweep: 2 * .pi)
        canvas.context.append(circle)
        canvas.context.fill()
        #expect(abs(try canvas.inkArea() - .pi * 1600) < 10)
    }

    @Test func `Each cap adds the right area to a line`() throws {
        for (cap, area) in [(StrokeStyle.Cap.butt, 160.0), (.square, 224), (.round, 160 + .pi * 16)] {
            let canvas = try Canvas(60, 40)
            canvas.context.setSource(red: 0, green: 0, blue: 0)
            var line = Path()
            line.move(to: Point(x: 20, y: 20))
            line.line(to: Point(x: 40, y: 20))
            canvas.context.append(line)
            canvas.context.stroke(StrokeStyle(width: 8, cap: cap))
            #expect(abs(try canvas.inkArea() - area) < 0.5)
        }
    }

    @Test func `A dashed line has gaps, shifted by its phase`() throws {
        let canvas = try Canvas(60, 20)
        canvas.context.setSource(red: 0, green: 0, blue: 0)
        var line = Path()
        line.move(to: Point(x: 10, y: 10))
        line.line(to: Point(x: 50, y: 10))
        canvas.context.append(line)
        canvas.context.stroke(StrokeStyle(width: 2, cap: .butt, dash: [6, 4], dashPhase: 6))
        #expect(try canvas.inkArea() == 48)
        #expect(canvas.buffer[12, 10].green == 255)
        #expect(canvas.buffer[15, 10].green == 0)
    }

    @Test func `Multiply keeps dark colors and tints white`() throws {
        let canvas = try Canvas(3, 1)
        canvas.context.setSource(red: 0, green: 0, blue: 1)
        canvas.context.append(Rect(x0: 0, y0: 0, x1: 1, y1: 1))
        canvas.context.fill()
        canvas.context.setBlend(.multiply)
        canvas.context.setSource(red: 1, green: 1, blue: 0)
        canvas.context.append(Rect(x0: 0, y0: 0, x1: 2, y1: 1))
        canvas.context.fill()
        try canvas.surface.flush()
        let colors = (0..<3).map { [canvas.buffer[$0, 0].red, canvas.buffer[$0, 0].green, canvas.buffer[$0, 0].blue] }
        #expect(colors == [[0, 0, 0], [255, 255, 0], [255, 255, 255]])
    }

    @Test func `A group is composited once, so overlaps inside it do not darken`() throws {
        let canvas = try Canvas(12, 4)
        canvas.context.group(alpha: 0.5) {
            canvas.context.setSource(red: 0, green: 0, blue: 0)
            canvas.context.append(Rect(x0: 0, y0: 0, x1: 8, y1: 4))
            canvas.context.fill()
            canvas.context.append(Rect(x0: 4, y0: 0, x1: 12, y1: 4))
            canvas.context.fill()
        }
        try canvas.surface.flush()
        let values = Set((0..<12).map { canvas.buffer[$0, 2].green })
        #expect(values.count == 1)
        #expect((126...129).contains(try #require(values.first)))
    }

    @Test func `Clip, transform and color end with the closure`() throws {
        let canvas = try Canvas(10, 10)
        canvas.context.setSource(red: 0, green: 0, blue: 0)
        let before = canvas.context.currentTransform
        canvas.context.saved {
            canvas.context.transform(.scaling(x: 2, y: 3))
            canvas.context.append(Rect(x0: 1, y0: 1, x1: 2, y1: 2))
            canvas.context.clip()
            canvas.context.paint()
            canvas.context.setSource(red: 1, green: 1, blue: 1)
        }
        #expect(canvas.context.currentTransform == before)
        #expect(try canvas.inkArea() == 6)
        canvas.context.paint()
        #expect(try canvas.inkArea() == 100)
    }

    @Test func `Transforms apply from the innermost outwards`() throws {
        let canvas = try Canvas(4, 4)
        canvas.context.transform(.translation(Vector(dx: 5, dy: 7)))
        canvas.context.transform(.scaling(x: 2, y: 3))
        let expected = AffineTransform.scaling(x: 2, y: 3).then(.translation(Vector(dx: 5, dy: 7)))
        #expect(canvas.context.currentTransform == expected)
    }

    @Test func `An image is drawn one unit a pixel`() throws {
        let stamp = try Canvas(3, 2)
        stamp.context.setSource(red: 0, green: 0, blue: 0)
        stamp.context.paint()
        try stamp.surface.flush()
        let canvas = try Canvas(20, 20)
        canvas.context.transform(.translation(Vector(dx: 5, dy: 5)))
        canvas.context.draw(stamp.surface)
        #expect(try canvas.inkArea() == 6)
        #expect(canvas.buffer[7, 6].green == 0)
    }

    @Test func `A surface with another origin shows a part of the drawing`() throws {
        let canvas = try Canvas(4, 4)
        canvas.surface.setOrigin(x: -10, y: -20)
        let context = try CairoContext(canvas.surface)
        context.setSource(red: 0, green: 0, blue: 0)
        context.append(Rect(x0: 11, y0: 22, x1: 12, y1: 99))
        context.fill()
        #expect(try canvas.inkArea() == 2)
        #expect(canvas.buffer[1, 2].green == 0)
    }
}
