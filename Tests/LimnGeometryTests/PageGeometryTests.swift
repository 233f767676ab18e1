// SPDX-License-Identifier: Apache-2.0

import LimnGeometry
import Testing
import TestSupport

@Suite struct PageGeometryTests {
    @Test func `The top left corner of the displayed page is the origin of page space in all rotations`() {
        let box = Rect(x0: 10, y0: 20, x1: 110, y1: 220)
        let corners: [(Int, Point)] = [
            (0, Point(x: 10, y: 220)), (90, Point(x: 10, y: 20)), (180, Point(x: 110, y: 20)),
            (270, Point(x: 110, y: 220)),
        ]
        for (degrees, corner) in corners {
            let geometry = PageGeometry(mediaBox: box, rotate: degrees)
            #expect(geometry.pageToUser.apply(.zero) == corner)
            #expect(geometry.userToPage.apply(corner) == .zero)
        }
    }

    @Test func `The two transforms are exact inverses for whole coordinates`() {
        var g = SeededGenerator(seed: 12)
        for _ in 0..<2000 {
            let origin = Point(x: g.whole(-900...900), y: g.whole(-900...900))
            let box = Rect(origin: origin, size: Size(width: g.whole(1...2000), height: g.whole(1...2000)))
            let geometry = PageGeometry(
                mediaBox: box, rotate: Int.random(in: -8...8, using: &g) * 90,
                userUnit: [0.5, 1, 2, 4][Int.random(in: 0..<4, using: &g)])
            let p = Point(x: g.whole(-3000...3000), y: g.whole(-3000...3000))
            #expect(geometry.userToPage.apply(geometry.pageToUser.apply(p)) == p)
            #expect(geometry.pageToUser.apply(geometry.userToPage.apply(p)) == p)
            #expect(geometry.userToPage.apply(box) == geometry.bounds)
            #expect(geometry.pageToUser.apply(geometry.bounds) == box)
        }
    }

    @Test func `The two transforms are inverses up to rounding for any box and unit`() {
        var g = SeededGenerator(seed: 13)
        for _ in 0..<2000 {
            let media = Rect(
                x0: g.number(-900...900), y0: g.number(-900...900), x1: g.number(1000...3000), y1: g.number(1000...3000)
            )
            let crop = Rect(
                x0: g.number(-999...999), y0: g.number(-999...999), x1: g.number(-999...3000), y1: g.number(-999...3000)
            )
            let geometry = PageGeometry(
                mediaBox: media, cropBox: crop, rotate: Int.random(in: 0...3, using: &g) * 90,
                userUnit: g.number(0.1...10))
            #expect(media.union(geometry.displayBox) == media)
            let p = Point(x: g.number(0...3000), y: g.number(0...3000))
            #expect(geometry.userToPage.apply(geometry.pageToUser.apply(p)).distance(to: p) < 1e-9)
            let inverse = geometry.pageToUser.inverted
            #expect((inverse?.apply(p).distance(to: geometry.userToPage.apply(p)) ?? 1) < 1e-8)
        }
    }

    @Test func `Turning right moves the top left corner to the top right`() {
        // (0, 0) is the top-left corner of an unrotated page. A quarter turn clockwise moves it to the top right.
        let plain = PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 100, y1: 200))
        let turned = PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 100, y1: 200), rotate: 90)
        let corner = plain.pageToUser.apply(Point.zero)
        #expect(turned.size == Size(width: 200, height: 100))
        #expect(turned.userToPage.apply(corner) == Point(x: 200, y: 0))
        let half = PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 100, y1: 200), rotate: 180)
        #expect(half.userToPage.apply(corner) == Point(x: 100, y: 200))
    }

    @Test func `The transform scales lengths by the unit alone and never mirrors text`() {
        for rotation in PageGeometry.Rotation.allCases {
            for unit in [0.5, 1, 3] {
                let geometry = PageGeometry(mediaBox: nil, rotate: rotation.rawValue, userUnit: unit)
                #expect(abs(geometry.userToPage.lengthScale - unit) < 1e-12)
                // The y axes of both spaces point opposite ways, so a faithful map has a negative determinant.
                #expect(geometry.userToPage.determinant < 0 && geometry.pageToUser.determinant < 0)
            }
        }
    }

    @Test(arguments: [
        nil, Rect(x0: 5, y0: 5, x1: 5, y1: 90), Rect(x0: 0, y0: 0, x1: .nan, y1: 9),
        Rect(x0: -.infinity, y0: 0, x1: 9, y1: 9),
    ])
    func `A media box that is missing, empty or not finite counts as US Letter`(box: Rect?) {
        #expect(PageGeometry(mediaBox: box).mediaBox == PageGeometry.defaultMediaBox)
        #expect(PageGeometry(mediaBox: box).size == Size(width: 612, height: 792))
    }

    @Test func `The display box is the part of the crop box inside the media box`() {
        let media = Rect(x0: 100, y0: 100, x1: 0, y1: 0)  // Reversed corners are normalised.
        func display(_ crop: Rect?) -> Rect { PageGeometry(mediaBox: media, cropBox: crop).displayBox }
        #expect(display(nil) == Rect(x0: 0, y0: 0, x1: 100, y1: 100))
        #expect(display(Rect(x0: 90, y0: 80, x1: 10, y1: 20)) == Rect(x0: 10, y0: 20, x1: 90, y1: 80))
        #expect(display(Rect(x0: -50, y0: 50, x1: 50, y1: 150)) == Rect(x0: 0, y0: 50, x1: 50, y1: 100))
        for useless in [
            Rect(x0: 200, y0: 0, x1: 300, y1: 50), Rect(x0: 100, y0: 0, x1: 200, y1: 50),
            Rect(x0: 50, y0: 0, x1: 50, y1: 50), Rect(x0: 0, y0: 0, x1: .nan, y1: .nan),
        ] {
            #expect(display(useless) == display(nil))
        }
    }

    @Test func `Rotations are reduced modulo 360 and other angles count as 0`() {
        let pairs = [(0, 0), (90, 90), (450, 90), (-90, 270), (-450, 270), (720, 0), (45, 0), (1, 0), (-180, 180)]
        for (degrees, expected) in pairs {
            #expect(PageGeometry(mediaBox: nil, rotate: degrees).rotation.rawValue == expected)
        }
        #expect(PageGeometry.Rotation(degrees: .min).rawValue % 90 == 0)
        #expect(PageGeometry.Rotation(degrees: .max).rawValue % 90 == 0)
    }

    @Test func `A unit that is not finite and positive counts as one`() {
        for bad in [0, -2, .nan, .infinity] as [Double] {
            #expect(PageGeometry(mediaBox: nil, userUnit: bad).userUnit == 1)
        }
        let doubled = PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 10, y1: 20), userUnit: 2)
        #expect(doubled.size == Size(width: 20, height: 40))
    }
}
