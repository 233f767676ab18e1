// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import Testing

struct PageSidesTests {
    private static let size = Size(width: 200, height: 100)

    @Test func `Sides are read by their names, and nothing else is`() {
        #expect(PageSides("all") == .all)
        #expect(PageSides("left") == .left)
        #expect(PageSides("bottom,left") == [.left, .bottom])
        for text in ["", "none", "left,", "Left", "left right", "all,left"] {
            #expect(PageSides(text) == nil, "\(text)")
        }
        #expect(PageSides.all.names == ["left", "top", "right", "bottom"])
    }

    @Test func `A frame grows by whole points, on the sides that it may`() {
        let box = Rect(x0: -10.2, y0: -0.5, x1: 200.1, y1: 50)
        #expect(PageSides.all.frame(of: Self.size, holding: box) == Rect(x0: -11, y0: -1, x1: 201, y1: 100))
        #expect(PageSides.right.frame(of: Self.size, holding: box) == Rect(x0: 0, y0: 0, x1: 201, y1: 100))
        #expect(PageSides([]).frame(of: Self.size, holding: box) == Rect(origin: .zero, size: Self.size))
    }

    @Test func `No frame is longer than the longest page of viewers, unless the page is`() {
        let far = Rect(x0: -1e6, y0: 0, x1: 1e6, y1: .infinity)
        #expect(PageSides.all.frame(of: Self.size, holding: far) == Rect(origin: .zero, size: Self.size))
        let wide = Rect(x0: -1e6, y0: 0, x1: 1e6, y1: 10)
        #expect(PageSides.all.frame(of: Self.size, holding: wide).width == PageSides.longestFrame)
        let long = Size(width: 20_000, height: 10)
        #expect(PageSides.all.frame(of: long, holding: wide) == Rect(origin: .zero, size: long))
    }

    @Test func `The sides beyond which a box reaches are known`() {
        let box = Rect(x0: -2, y0: 5, x1: 10, y1: 101)
        #expect(PageSides(beyond: Self.size, reachedBy: box) == [.left, .bottom])
        #expect(PageSides(beyond: Self.size, reachedBy: box, moreThan: 1) == [.left])
    }

    @Test(arguments: [0, 90, 180, 270]) func `A framed page keeps its content in user space`(rotate: Int) {
        let geometry = PageGeometry(
            mediaBox: Rect(x0: 0, y0: 0, x1: 300, y1: 400), cropBox: Rect(x0: 10, y0: 20, x1: 110, y1: 220),
            rotate: rotate, userUnit: 2)
        let size = geometry.size
        let frame = Rect(x0: -20, y0: -4, x1: size.width + 6, y1: size.height)
        let framed = geometry.framed(frame)
        #expect(framed.size == frame.size)
        // A place of the page is where it was, seen from the frame's corner.
        let place = Point(x: 30, y: 50)
        let (before, after) = (
            geometry.pageToUser.apply(place), framed.pageToUser.apply(Point(x: place.x + 20, y: place.y + 4))
        )
        #expect(abs(before.x - after.x) < 1e-9 && abs(before.y - after.y) < 1e-9)
        #expect(framed.isClose(to: framed) && !framed.isClose(to: geometry))
    }
}
