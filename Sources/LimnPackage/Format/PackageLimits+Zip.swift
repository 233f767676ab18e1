// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnCompression
package import LimnFiles

extension PackageLimits {
    /// The corresponding limits of the ZIP archive.
    package var zip: ZipLimits {
        let rest = maximumInkBytes + maximumFormBytes + 2 * maximumThumbnailBytes + PackageFormat.maximumManifestBytes
        let largest = max(maximumTemplateBytes, rest)
        return ZipLimits(
            maximumEntries: maximumInkPages + PackageFormat.otherEntries, maximumTotalBytes: largest + rest,
            entry: InflateLimits(maximumBytes: largest))
    }

    /// Returns the maximum size of a part in a package file of a given size, both in bytes.
    package func largestPart(inFile size: Int) -> Int { zip.entry.allowance(forInput: size) }
}

extension ZipFile {
    /// Opens an archive in a file.
    package init(limits: ZipLimits, _ file: InputFile) throws {
        try self.init(size: file.size, limits: limits) { try file.bytes(in: $0) }
    }
}
