// SPDX-License-Identifier: Apache-2.0

internal import LimnCompression
public import LimnInk

/// Reads reMarkable documents (.rmdoc, and ZIP archives of a document's files); see ``XochitlDocument``.
///
/// The document's PDF becomes the embedded template. The background of pages inserted on the tablet is the name of
/// their ruling.
public struct XochitlArchiveReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// The format ``InkFormat/remarkableDocument``.
    public var format: InkFormat { .remarkableDocument }

    private static let suffix = Array(".content".utf8)

    /// Returns whether data is a ZIP archive that contains a document's list of pages, a file with the suffix
    /// `.content`. This reads the directory of the archive but no contents.
    public func recognizes(_ bytes: [UInt8]) -> Bool {
        guard ZipArchive.recognizes(bytes),
            let archive = try? ZipArchive(bytes, limits: Self.limits(for: .standard))
        else { return false }
        return archive.entries.contains { Self.isList($0.name) }
    }

    /// Reads an archive with exactly one document.
    ///
    /// - Parameters:
    ///   - bytes: the whole archive.
    ///   - limits: the limits. `maximumBytes` limits the total size of the decompressed files.
    /// - Throws: ``InkFormatError`` with `corrupt`, `tooLarge`, `unsupportedVersion`, or `unsupported` for several
    ///   documents in one archive and for encrypted entries.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        let archive: ZipArchive
        do throws(CompressionError) { archive = try ZipArchive(bytes, limits: Self.limits(for: limits)) } catch {
            throw Self.failure(error)
        }
        // Some programs write names that start with a slash. No file is written, so such names are harmless.
        let files = Dictionary(archive.entries.map { (Array($0.name.drop { $0 == 0x2f }), $0) }) { first, _ in first }
        let lists = files.keys.filter { Self.isList($0) && Self.isSafe($0) }
        guard let list = lists.first else {
            throw InkFormatError(.corrupt, format: format, "it contains no list of pages (.content)")
        }
        guard lists.count == 1 else {
            throw InkFormatError(.unsupported, format: format, "\(lists.count) documents in one archive")
        }
        let id = String(decoding: list.dropLast(Self.suffix.count), as: UTF8.self)
        func contents(_ name: String) throws(InkFormatError) -> [UInt8]? {
            guard let entry = files[Array(name.utf8)] else { return nil }
            do throws(CompressionError) { return try archive.contents(of: entry) } catch { throw Self.failure(error) }
        }
        let pdf = try contents("\(id).pdf")
        return try XochitlDocument.read(
            id, template: pdf.map { .embedded($0) }, limits: limits, contents: contents)
    }

    private static func isList(_ name: [UInt8]) -> Bool {
        name.count > suffix.count && name.suffix(suffix.count).elementsEqual(suffix)
    }

    /// Returns whether a name has no control characters and leads to no other folder.
    private static func isSafe(_ name: [UInt8]) -> Bool {
        !name.contains { $0 < 0x20 || $0 == 0x7f || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: ":") }
            && !name.split(separator: 0x2f).contains { $0.elementsEqual("..".utf8) }
    }

    private static func limits(for limits: InkLimits) -> ZipLimits {
        ZipLimits(
            maximumEntries: 100_000, maximumTotalBytes: limits.maximumBytes,
            entry: InflateLimits(maximumBytes: limits.maximumBytes))
    }

    private static func failure(_ error: CompressionError) -> InkFormatError {
        let code: InkFormatError.Code =
            switch error.code {
            case .tooLarge: .tooLarge
            case .encrypted, .unsupported: .unsupported
            default: .corrupt
            }
        return InkFormatError(
            code, format: .remarkableDocument, "it cannot be decompressed", cause: error.description)
    }
}
