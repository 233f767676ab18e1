// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry

/// Bounds that the answers of several jobs have in common. A hostile document may take over a worker, which can then
/// send any answer. No answer may make the parent trap, or take more memory than the bounds allow.
package enum AnswerBounds {
    /// The maximum number of pages of a document. The longest known ones have about 100,000.
    package static let pages = 1_000_000
    /// The maximum for counts and for sizes in bytes. Sums of a few such numbers do not overflow. The kernel limits
    /// files more: no worker writes more than its `WorkerLimits` allow.
    package static let count = 1 << 48
    /// The highest object number of a PDF (ISO 32000-1, table C.1).
    private static let objects = 8_388_607
    /// The maximum size of a value as JSON, such as a form, in bytes.
    package static let valueBytes = 64 << 20
    /// The maximum size of the native ink that a worker makes from a file or a PDF, in bytes.
    package static let inkBytes = 40 << 20
    /// The maximum memory for that ink in the parent, in bytes. It is enough for four or five million points and keeps
    /// the parent below 200 MB.
    package static let inkMemory = 112 << 20
    /// The maximum size of a PDF of empty paper, in bytes.
    package static let paperBytes = 256 << 20

    package static func areCounts(_ numbers: Int...) -> Bool { areCounts(numbers) }

    package static func areCounts(_ numbers: [Int]) -> Bool { numbers.allSatisfy { (0...count).contains($0) } }

    /// Returns whether numbers are valid object numbers in ascending order.
    package static func areObjects(_ numbers: [Int]) -> Bool {
        numbers.allSatisfy { (1...objects).contains($0) } && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    }

    /// Returns whether a length in points is finite and not negative.
    package static func isLength(_ points: Double) -> Bool { points.isFinite && points >= 0 }

    /// Returns whether a rectangle lies within a billion points of the origin. No page is that large.
    package static func isPlace(_ rect: Rect) -> Bool {
        [rect.minX, rect.minY, rect.maxX, rect.maxY].allSatisfy { $0.magnitude <= 1e9 }
    }

    /// Returns whether a name is a short text on one line.
    package static func isName(_ text: String) -> Bool {
        text.utf8.count <= 100 && !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
    }

    /// Returns the maximum edge error for a tolerance, in points. Even with tolerance 0, outlines need up to 0.02
    /// points.
    package static func edgeError(of tolerance: Tolerance) -> Double { max(tolerance.points, 0.02) }
}
