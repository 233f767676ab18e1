// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompression
internal import LimnFiles

extension PackageLimits {
    /// The corresponding limits of the archive.
    var zip: ZipLimits {
        let rest = maximumInkBytes + 2 * maximumThumbnailBytes + PackageFormat.maximumManifestBytes
        let largest = max(maximumTemplateBytes, rest)
        return ZipLimits(
            maximumEntries: maximumInkPages + PackageFormat.otherEntries, maximumTotalBytes: largest + rest,
            entry: InflateLimits(maximumBytes: largest))
    }
}

extension ZipFile {
    /// Opens an archive in a file.
    init(limits: ZipLimits, _ file: InputFile) throws {
        try self.init(size: file.size, limits: limits) { try file.bytes(in: $0) }
    }
}
