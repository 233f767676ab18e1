// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry
package import LimnHandwriting

/// A piece of handwriting that is read as a whole: a word, or a few words of a line. It is upright.
package struct HandwritingPiece: Codable, Hashable, Sendable {
    /// The centers of the lines: for each, x and y of its points in turn, y down, in any unit.
    package var lines: [[Double]]
    /// The height that small letters have, in the same unit.
    package var leastHeight: Double
    /// The only letters that it may have, those of a ``FieldAlphabet``; nil for all.
    package var letters: String?

    /// Makes a piece. Coordinates are rounded to hundredths.
    package init(_ lines: [[Point]], leastHeight: Double, letters: FieldAlphabet? = nil) {
        self.lines = lines.map { line in line.flatMap { [$0.x, $0.y] }.map { ($0 * 100).rounded() / 100 } }
        self.leastHeight = leastHeight
        self.letters = letters?.text
    }

    /// The lines as points; a coordinate without a partner is left out.
    package var points: [[Point]] {
        lines.map { line in
            stride(from: 1, to: line.count, by: 2).map { Point(x: line[$0 - 1], y: line[$0]) }
        }
    }
}

/// What a piece of handwriting may say.
package struct HandwritingReading: Codable, Hashable, Sendable {
    /// The most probable text, with its case and accents; empty for no ink.
    package var text: String
    /// What is possible. Where the piece may have some letters only, at each step their probabilities and that of no letter are
    /// together 1.
    package var lattice: Lattice
    /// How improbable it is that the piece has only the letters that it may have: the negative natural logarithm, from 0.
    package var outside: Double

    package init(text: String = "", lattice: Lattice = Lattice([]), outside: Double = 0) {
        (self.text, self.lattice, self.outside) = (text, lattice, outside)
    }

    /// The maximum size of the text in bytes of UTF-8.
    package static let textLimit = 8 * Lattice.stepLimit
}
