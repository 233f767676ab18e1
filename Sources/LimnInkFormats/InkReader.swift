// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Reads ink files of every known format. The content tells the format, not the file's name.
public enum InkReader {
    /// The readers, in the order in which they are asked whether they recognise a file.
    public static let readers: [any InkFormatReader] = [
        NativeReader(), JSONReader(), XournalppReader(), RemarkableReader(), XochitlArchiveReader(), InkMLReader(),
        SVGReader(), ExcalidrawReader(), TldrawReader(), SaberReader(),
        PencilKitReader(),
    ]

    /// The formats that can be read.
    public static var formats: [InkFormat] { readers.map(\.format) }

    /// The format that data look like; nil when no reader recognises them.
    public static func format(of bytes: [UInt8]) -> InkFormat? {
        readers.first { $0.recognizes(bytes) }?.format
    }

    /// Reads an ink file.
    ///
    /// - Parameters:
    ///   - format: the format to read the file as; nil to find out.
    ///   - limits: what the file may hold at most.
    /// - Throws: ``InkFormatError``, whatever the bytes are: unrecognised, corrupt, too large, unsupported.
    public static func read(
        _ bytes: [UInt8], format: InkFormat? = nil, limits: InkLimits = .standard
    ) throws(InkFormatError) -> InkImport {
        if let format {
            guard let reader = readers.first(where: { $0.format.id == format.id }) else {
                throw InkFormatError(.unsupported, format: format, "this format cannot be read")
            }
            return try reader.read(bytes, limits: limits)
        }
        guard let reader = readers.first(where: { $0.recognizes(bytes) }) else {
            let known = formats.map(\.name).joined(separator: ", ")
            throw InkFormatError(
                .unrecognized, format: nil, bytes.isEmpty ? "it is empty" : "it looks like none of: \(known)")
        }
        return try reader.read(bytes, limits: limits)
    }
}
