// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Writes one format. A new format is one conforming type and one line in ``InkWriter/writers``.
public protocol InkFormatWriter: Sendable {
    /// The format that is written.
    var format: InkFormat { get }

    /// The bytes of a file, and what of the document it does not hold.
    ///
    /// - Throws: ``InkFormatError`` with `unwritable` or `severalPages` for a document that the format cannot hold at all,
    ///   `invalidValue` for values that no format can hold.
    func write(_ document: InkDocument, options: InkWriteOptions) throws(InkFormatError) -> InkExport
}

/// How ink is written.
public struct InkWriteOptions: Hashable, Sendable {
    /// Whether every bit of positions and widths is kept where a format would round them.
    public var isLossless = false

    /// Makes options.
    public init(isLossless: Bool = false) { self.isLossless = isLossless }
}

/// What writing ink gave.
public struct InkExport: Hashable, Sendable {
    /// The file.
    public var bytes: [UInt8]
    /// Everything the document holds that the file does not; empty when nothing was lost.
    public var dropped: [DroppedItem]

    /// Makes a result.
    public init(bytes: [UInt8], dropped: [DroppedItem] = []) {
        self.bytes = bytes
        self.dropped = dropped
    }
}
