// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Writes ink files.
public enum InkWriter {
    /// The writers. If several writers share a file extension, the first one is used for it.
    public static let writers: [any InkFormatWriter] = [
        NativeWriter(), JSONWriter(), XournalppWriter(), InkMLWriter(), SVGWriter(), PencilKitWriter(),
    ]

    /// The formats that can be written.
    public static var formats: [InkFormat] { writers.map(\.format) }

    /// Writes a document.
    ///
    /// - Parameters:
    ///   - document: the document. SVG and PencilKit store at most one page.
    ///   - format: the format to write, one of ``formats``.
    ///   - options: the precision of stored values.
    /// - Returns: the bytes of the file and the dropped items.
    /// - Throws: ``InkFormatError`` with `unsupported` if the format cannot be written, and errors of the writer:
    ///   `severalPages`, `unwritable` or `invalidValue`.
    public static func write(
        _ document: InkDocument, as format: InkFormat, options: InkWriteOptions = InkWriteOptions()
    ) throws(InkFormatError) -> InkExport {
        guard let writer = writers.first(where: { $0.format.id == format.id }) else {
            throw InkFormatError(.unsupported, format: format, "this format cannot be written")
        }
        return try writer.write(document, options: options)
    }
}
