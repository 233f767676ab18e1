// SPDX-License-Identifier: GPL-3.0-or-later

/// What a content stream leaves open, and what it closes too often.
package struct ContentScan: Hashable, Sendable {
    /// The offsets of `Q` operators that would restore below the state at the start.
    package internal(set) var excessRestores: [Int] = []
    /// Where an inline image begins that never ends; everything from there on is part of it.
    package internal(set) var unfinishedImage: Int?
    /// Whether an operator has too few operands. There poppler ends the content stream; other viewers go on.
    package internal(set) var stopsPoppler = false
    /// What ends everything left open, innermost first: `)`, `>`, `]`, `>>`, then `Q`, `ET`, `EMC`, `EX`.
    ///
    /// It belongs behind the content and a newline. It does not end an unfinished inline image: viewers read as many
    /// bytes as the image should have, whatever follows, so such an image must be blanked.
    package internal(set) var closers: [UInt8] = []

    /// Whether nothing need be blanked.
    package var isClean: Bool { excessRestores.isEmpty && unfinishedImage == nil }
    /// Whether nothing need be done at all.
    package var isBalanced: Bool { isClean && closers.isEmpty }

    /// The ranges to overwrite with spaces in content of `count` bytes, ascending.
    package func blanks(count: Int) -> [Range<Int>] {
        excessRestores.map { $0..<($0 + 1) } + (unfinishedImage.map { [$0..<count] } ?? [])
    }
}
