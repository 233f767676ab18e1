// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// The rotation between an old and a new page, in steps of 90°.
enum PageTurn {
    /// Returns the rotation that most directions between two points indicate, in degrees clockwise: 0, 90, 180 or 270;
    /// 0 if there are too few points.
    ///
    /// - Parameter points: the positions of the same words on the old and on the new page.
    static func degrees(_ points: [(old: Point, new: Point)]) -> Int {
        var votes = [0, 0, 0, 0]
        for step in [1, max(2, points.count / 2)] {
            for index in points.indices.dropLast(step).prefix(2000) {
                let a = points[index + step].old - points[index].old
                let b = points[index + step].new - points[index].new
                guard a.length > 10, b.length > 10 else { continue }
                let (cosine, sine) = (a.dot(b) / (a.length * b.length), a.cross(b) / (a.length * b.length))
                // In page space y increases downwards, so a positive cross product means a clockwise rotation.
                if cosine > 0.95 { votes[0] += 1 }
                if sine > 0.95 { votes[1] += 1 }
                if cosine < -0.95 { votes[2] += 1 }
                if sine < -0.95 { votes[3] += 1 }
            }
        }
        let best = votes.indices.max { (votes[$0], $1) < (votes[$1], $0) } ?? 0
        return votes[best] > 2 * votes[0] && votes[best] >= 2 ? 90 * best : 0
    }

    /// Returns the transform that rotates a page clockwise, and the size of the rotated page.
    static func transform(_ degrees: Int, _ size: Size) -> (AffineTransform, Size) {
        switch degrees {
        case 90:
            (
                AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: size.height, ty: 0),
                Size(width: size.height, height: size.width)
            )
        case 180: (AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: size.width, ty: size.height), size)
        case 270:
            (
                AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: size.width),
                Size(width: size.height, height: size.width)
            )
        default: (.identity, size)
        }
    }
}
