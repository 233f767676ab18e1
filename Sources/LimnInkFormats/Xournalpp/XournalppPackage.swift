// SPDX-License-Identifier: Apache-2.0

internal import LimnCompression
internal import LimnInk

/// The container of a Xournal++ file: gzip, plain XML, or a ZIP archive with the XML in `content.xml`.
struct XournalppPackage {
    /// The newest known version of the ZIP form.
    private static let newestVersion = 5

    /// The XML.
    let xml: [UInt8]
    /// The ZIP archive; nil for the other forms.
    let archive: ZipArchive?
    /// The size of the container file in bytes.
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

    /// Returns the contents of an entry; nil if there is no entry with that name.
    func entry(_ name: String) throws(InkFormatError) -> [UInt8]? {
        guard let archive, let entry = archive[name] else { return nil }
        do throws(CompressionError) {
            return try archive.contents(of: entry)
        } catch {
            throw Self.failure(error)
        }
    }

    /// Rejects a package whose `META-INF/version` requires a newer reader by a line `min=…`.
    private func checkVersion() throws(InkFormatError) {
        guard let text = try entry("META-INF/version") else { return }
        for line in String(decoding: text.prefix(4096), as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("min="), let version = Int(line.dropFirst(4)), version > Self.newestVersion {
                throw InkFormatError(
                    .unsupportedVersion, format: .xournalpp, "it requires version \(version) of the format")
            }
        }
    }

    /// Returns the first 64 KiB of the XML in any form, for detecting the format. The rest may be damaged.
    static func firstBytes(of bytes: [UInt8]) -> [UInt8] {
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
        return InkFormatError(code, format: .xournalpp, "it cannot be decompressed", cause: error.description)
    }
}
