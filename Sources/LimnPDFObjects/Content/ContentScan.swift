// SPDX-License-Identifier: GPL-3.0-or-later

/// The structures that a content stream leaves open, and those that it closes too often.
package struct ContentScan: Hashable, Sendable {
    /// The offsets of unmatched `Q` operators, which would restore a graphics state from before the content.
    package internal(set) var excessRestores: [Int] = []
    /// The offset of an inline image without an end; nil if there is none. Everything after that offset belongs to the
    /// image.
    package internal(set) var unfinishedImage: Int?
    /// Whether an operator has too few operands. Poppler stops the content stream there; other viewers continue.
    package internal(set) var stopsPoppler = false
    /// The text that closes everything left open, innermost first: `)`, `>`, `]`, `>>`, then `Q`, `ET`, `EMC`, `EX`.
    ///
    /// It is appended to the content after a newline. It does not end an unfinished inline image, because viewers read
    /// as many bytes as the image should have, regardless of their values. Such an image must be overwritten with
    /// spaces instead.
    package internal(set) var closers: [UInt8] = []
    /// How MuPDF and pdfium read the content if they read it differently: they skip words such as `1q`, which poppler
    /// divides. Nil if all engines leave the same open.
    package internal(set) var otherReading: OtherReading?

    /// What another reading of the content leaves open, and what it closes too often.
    package struct OtherReading: Hashable, Sendable {
        /// The text that closes everything left open.
        package let closers: [UInt8]
        /// The number of `Q` operators that would restore a graphics state from before the content.
        package let excessRestores: Int
    }

    /// Whether engines disagree about what the content leaves open.
    package var isReadDifferently: Bool { stopsPoppler || otherReading != nil }

    /// The number of `q` operators before the content with which ``allClosers`` and one more `Q` end in the state from
    /// before the content in every engine. Operators that are left over have no effect.
    package var saveCount: Int {
        guard let otherReading else { return 1 }
        let restores = otherReading.closers.split(separator: 32).count { $0.elementsEqual("Q".utf8) }
        return 1 + otherReading.excessRestores + restores
    }

    /// The text that closes everything that some engine leaves open.
    package var allClosers: [UInt8] {
        Array([closers, otherReading?.closers ?? []].filter { !$0.isEmpty }.joined(separator: [32]))
    }

    /// Whether the content has nothing that must be overwritten.
    package var isClean: Bool { excessRestores.isEmpty && unfinishedImage == nil }
    /// Whether the content has nothing that must be overwritten or closed.
    package var isBalanced: Bool { isClean && closers.isEmpty }

    /// Returns the ranges to overwrite with spaces in content of `count` bytes, in ascending order.
    package func blanks(count: Int) -> [Range<Int>] {
        excessRestores.map { $0..<($0 + 1) } + (unfinishedImage.map { [$0..<count] } ?? [])
    }
}
