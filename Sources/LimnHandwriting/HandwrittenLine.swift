// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import LimnGeometry

/// A line of handwriting: strokes beside each other, cut into words.
package struct HandwrittenLine: Hashable, Sendable {
    /// The strokes of a part of the line.
    package struct Part: Hashable, Sendable {
        /// The indices of the strokes in the drawing, from the left to the right along the line.
        package var strokes: [Int]
        /// The box of their points, in page space.
        package var box: Rect
    }

    /// How much the line falls, in radians: positive where it goes down to the right.
    package let angle: Double
    /// The words, at least one, from the left to the right.
    package let words: [Part]
    /// The parts that are read as a whole, from the left to the right: some words, without wide gaps between them.
    package let phrases: [Part]
    /// The box of the points of all strokes, in page space.
    package let box: Rect

    /// The turn that makes a line of this angle level.
    package static func straightening(_ angle: Double) -> LimnGeometry.AffineTransform {
        LimnGeometry.AffineTransform(a: cos(angle), b: -sin(angle), c: sin(angle), d: cos(angle), tx: 0, ty: 0)
    }
}
