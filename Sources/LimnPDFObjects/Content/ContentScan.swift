// SPDX-License-Identifier: GPL-3.0-or-later

/// The structures that a content stream leaves open, and those that it closes too often.
package struct ContentScan: Hashable, Sendable {
    /// The offsets of unmatched `Q` operators, which would restore a graphics state from before the content.
    package internal(set) var excessRestores: [Int] = []
    /// The offset of an inline image without an end; nil if there is none. Everything after that offset belongs to the
    /// image.
    package internal(set) var unfinishedImage: Int?
    /// Whether engines disagree about what the content leaves open. Poppler stops a content stream at an operator with too
    /// few operands. It divides words such as `1q`, which others skip.
    package internal(set) var isReadDifferently = false
    /// The text that closes everything left open, innermost first: `)`, `>`, `]`, `>>`, then `Q`, `ET`, `EMC`, `EX`.
    ///
    /// It is appended to the content after a newline. It does not end an unfinished inline image, because viewers read
    /// as many bytes as the image should have, regardless of their values. Such an image must be overwritten with
    /// spaces instead.
    package internal(set) var closers: [UInt8] = []

    /// Whether the content has nothing that must be overwritten.
    package var isClean: Bool { excessRestores.isEmpty && unfinishedImage == nil }
    /// Whether the content has nothing that must be overwritten or closed.
    package var isBalanced: Bool { isClean && closers.isEmpty }

    /// Returns the ranges to overwrite with spaces in content of `count` bytes, in ascending order.
    package func blanks(count: Int) -> [Range<Int>] {
        excessRestores.map { $0..<($0 + 1) } + (unfinishedImage.map { [$0..<count] } ?? [])
    }
}
