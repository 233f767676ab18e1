// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Reads ink files of all known formats. The format is detected from the content, not from the file name.
public enum InkReader {
    /// The readers, in the order in which they are tried.
    public static let readers: [any InkFormatReader] = [
        NativeReader(), JSONReader(), XournalppReader(), RemarkableReader(), XochitlArchiveReader(), InkMLReader(),
        ExcalidrawReader(), SVGReader(), TldrawReader(), SaberReader(), RnoteReader(),
        SupernoteReader(), UniversalInkReader(), PencilKitReader(),
    ]

    /// The formats that can be read.
    public static var formats: [InkFormat] { readers.map(\.format) }

    /// Returns the format of a file; nil if no reader recognizes it.
    ///
    /// - Parameter bytes: the whole file. Most readers examine only its first bytes, but a ZIP archive has its
    ///   directory at the end.
    public static func format(of bytes: [UInt8]) -> InkFormat? {
        readers.first { $0.recognizes(bytes) }?.format
    }

    /// Reads an ink file.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, still compressed if the format is compressed.
    ///   - format: the format of the file; nil to detect it.
    ///   - limits: the limits for the file.
    /// - Returns: the document, its format, and the content that the document cannot represent.
    /// - Throws: ``InkFormatError`` with `unrecognized`, `corrupt`, `tooLarge`, `unsupportedVersion` or `unsupported`.
    public static func read(
        _ bytes: [UInt8], format: InkFormat? = nil, limits: InkLimits = .standard
    ) throws(InkFormatError) -> InkImport {
        try read(bytes, format: format, companions: [:], limits: limits)
    }

    /// Reads an ink file that may refer to other files.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, still compressed if the format is compressed.
    ///   - format: the format of the file; nil to detect it.
    ///   - companions: the files that the file refers to, as far as they are known. The result lists the missing ones.
    ///   - limits: the limits for the file.
    /// - Throws: ``InkFormatError``, as for a file by itself.
    public static func read(
        _ bytes: [UInt8], format: InkFormat? = nil, companions: [CompanionFile: [UInt8]],
        limits: InkLimits = .standard
    ) throws(InkFormatError) -> InkImport {
        if let format {
            guard let reader = readers.first(where: { $0.format.id == format.id }) else {
                throw InkFormatError(.unsupported, format: format, "this format cannot be read")
            }
            return try reader.read(bytes, companions: companions, limits: limits)
        }
        guard let reader = readers.first(where: { $0.recognizes(bytes) }) else {
            let known = formats.map(\.name).joined(separator: ", ")
            throw InkFormatError(
                .unrecognized, format: nil, bytes.isEmpty ? "it is empty" : "it looks like none of: \(known)")
        }
        return try reader.read(bytes, companions: companions, limits: limits)
    }
}
