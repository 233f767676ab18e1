// SPDX-License-Identifier: Apache-2.0

public import LimnInk

/// Writes ink files.
public enum InkWriter {
    /// The formats that can be written.
    public static let formats: [InkFormat] = [.native, .json]

    /// The bytes of an ink file.
    ///
    /// - Parameter lossless: whether native ink keeps every bit rather than 1/256 pt; other formats keep what they can.
    /// - Throws: `InkError`, or ``InkFormatError`` with `unsupported` for a format that cannot be written.
    public static func write(_ document: InkDocument, as format: InkFormat, lossless: Bool = false) throws -> [UInt8] {
        switch format.id {
        case InkFormat.native.id: return try NativeInk.encode(document, precision: lossless ? .lossless : .compact)
        case InkFormat.json.id: return try InkJSON.encode(document)
        default: throw InkFormatError(.unsupported, format: format, "this format cannot be written")
        }
    }
}
