// SPDX-License-Identifier: Apache-2.0

internal import LimnCompression
internal import LimnInk

/// The three shapes of a Xournal++ file: gzip, plain XML, and a ZIP archive with the XML in `content.xml`.
struct XournalppPackage {
    /// The newest version of the ZIP form that is known.
    private static let newestVersion = 5

    /// The XML.
    let xml: [UInt8]
    /// The ZIP archive that the file is; nil for the other shapes.
    let archive: ZipArchive?
    /// The size of the file as it is, in bytes.
    let size: Int

    init(_ bytes: [UInt8], limits: InkLimits) throws(InkFormatError) {
        size = bytes.count
        let inflate = InflateLimits(maximumBytes: limits.maximumBytes)
        guard Gzip.recognizes(bytes) || ZipArchive.recognizes(bytes) else {
            guard bytes.count <= limits.maximumBytes else {
                throw InkFormatError(.tooLarge, format: .xournalpp, "it has more than \(limits.maximumBytes) bytes")
            }
            xml = bytes
            archive = nil
            return
        }
        do throws(CompressionError) {
            if Gzip.recognizes(bytes) {
                xml = try Gzip.decompress(bytes, limits: inflate)
                archive = nil
                return
            }
            let zip = try ZipArchive(
                bytes, limits: ZipLimits(maximumEntries: 10_000, maximumTotalBytes: .max, entry: inflate))
            archive = zip
            xml = try zip["content.xml"].map { entry throws(CompressionError) in try zip.contents(of: entry) } ?? []
        } catch {
            throw Self.failure(error)
        }
        try checkVersion()
    }

    /// The contents of an entry; nil when there is none by that name.
    func entry(_ name: String) throws(InkFormatError) -> [UInt8]? {
        guard let archive, let entry = archive[name] else { return nil }
        do throws(CompressionError) {
            return try archive.contents(of: entry)
        } catch {
            throw Self.failure(error)
        }
    }

    /// Refuses a package whose `META-INF/version` asks for a newer reader with its line `min=…`.
    private func checkVersion() throws(InkFormatError) {
        guard let text = try entry("META-INF/version") else { return }
        for line in String(decoding: text.prefix(4096), as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("min="), let version = Int(line.dropFirst(4)), version > Self.newestVersion {
                throw InkFormatError(
                    .unsupportedVersion, format: .xournalpp, "it asks for version \(version) of the format")
            }
        }
    }

    /// What the XML is judged by: its first bytes, whatever the shape of the file and however broken the rest.
    static func beginning(of bytes: [UInt8]) -> [UInt8] {
        let count = 64 << 10
        if Gzip.recognizes(bytes) { return Inflate.firstBytes(of: bytes, as: .gzip, count: count) }
        guard ZipArchive.recognizes(bytes) else { return Array(bytes.prefix(count)) }
        let limits = InflateLimits(maximumBytes: 512 << 20)
        guard
            let archive = try? ZipArchive(
                bytes, limits: ZipLimits(maximumEntries: 10_000, maximumTotalBytes: .max, entry: limits)),
            let entry = archive["content.xml"]
        else { return [] }
        return (try? archive.firstBytes(of: entry, count: count)) ?? []
    }

    private static func failure(_ error: CompressionError) -> InkFormatError {
        let code: InkFormatError.Code =
            switch error.code {
            case .tooLarge: .tooLarge
            case .encrypted, .unsupported: .unsupported
            default: .corrupt
            }
        return InkFormatError(code, format: .xournalpp, "it cannot be unpacked", cause: error.description)
    }
}
