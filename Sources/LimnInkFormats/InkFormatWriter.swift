// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// A writer for one format. To add a format, write a conforming type and list it in ``InkWriter/writers``.
public protocol InkFormatWriter: Sendable {
    /// The format that this type writes.
    var format: InkFormat { get }

    /// Writes a document. Equal documents and options give equal bytes.
    ///
    /// - Parameters:
    ///   - document: the pages, in points.
    ///   - options: the precision of stored values.
    /// - Returns: the bytes of the file and the dropped items.
    /// - Throws: ``InkFormatError`` with `unwritable` or `severalPages` if the document does not fit the format, and
    ///   `invalidValue` for values that no format can store.
    func write(_ document: InkDocument, options: InkWriteOptions) throws(InkFormatError) -> InkExport
}

/// Options for writing ink.
public struct InkWriteOptions: Hashable, Sendable {
    /// Whether values are stored exactly in formats that would otherwise round them: native ink, Xournal++, InkML and
    /// SVG. <doc:Formats> lists how each format rounds.
    public var isLossless = false

    /// Makes options.
    public init(isLossless: Bool = false) { self.isLossless = isLossless }
}

/// The result of writing ink.
public struct InkExport: Hashable, Sendable {
    /// The bytes of the file.
    public var bytes: [UInt8]
    /// The content that is not in the file; empty if nothing was lost.
    public var dropped: [DroppedItem]

    /// Makes a result.
    public init(bytes: [UInt8], dropped: [DroppedItem] = []) {
        self.bytes = bytes
        self.dropped = dropped
    }
}
