// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Writes ink files.
public enum InkWriter {
    /// The writers; the first that has an extension stands for it.
    public static let writers: [any InkFormatWriter] = [
        NativeWriter(), JSONWriter(), XournalppWriter(), InkMLWriter(), SVGWriter(), PencilKitWriter(),
    ]

    /// The formats that can be written.
    public static var formats: [InkFormat] { writers.map(\.format) }

    /// The bytes of an ink file, and what of the document it does not hold.
    ///
    /// - Throws: ``InkFormatError``, with `unsupported` for a format that cannot be written.
    public static func write(
        _ document: InkDocument, as format: InkFormat, options: InkWriteOptions = InkWriteOptions()
    ) throws(InkFormatError) -> InkExport {
        guard let writer = writers.first(where: { $0.format.id == format.id }) else {
            throw InkFormatError(.unsupported, format: format, "this format cannot be written")
        }
        return try writer.write(document, options: options)
    }
}
