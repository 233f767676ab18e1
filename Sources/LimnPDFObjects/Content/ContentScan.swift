// SPDX-License-Identifier: GPL-3.0-or-later

/// What a content stream leaves open, and what it closes too often.
package struct ContentScan: Hashable, Sendable {
    /// The offsets of `Q` operators that would restore a state from before the content.
    package internal(set) var excessRestores: [Int] = []
    /// The offset of an inline image without an end. Everything after it belongs to it.
    package internal(set) var unfinishedImage: Int?
    /// Whether an operator has too few operands. There, poppler stops the content stream; other viewers go on.
    package internal(set) var stopsPoppler = false
    /// The operators that end everything left open, innermost first: `)`, `>`, `]`, `>>`, then `Q`, `ET`, `EMC`, `EX`.
    ///
    /// They are appended to the content after a newline. They do not end an unfinished inline image: viewers read as
    /// many bytes as the image should have, whatever they are. So such an image must be overwritten with spaces.
    package internal(set) var closers: [UInt8] = []

    /// Whether nothing must be overwritten.
    package var isClean: Bool { excessRestores.isEmpty && unfinishedImage == nil }
    /// Whether nothing must be overwritten or closed.
    package var isBalanced: Bool { isClean && closers.isEmpty }

    /// The ranges to overwrite with spaces in content of `count` bytes, ascending.
    package func blanks(count: Int) -> [Range<Int>] {
        excessRestores.map { $0..<($0 + 1) } + (unfinishedImage.map { [$0..<count] } ?? [])
    }
}
