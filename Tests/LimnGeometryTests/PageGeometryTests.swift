// SPDX-License-Identifier: Apache-2.0

import LimnGeometry
import Testing

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
}
