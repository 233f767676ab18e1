// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompression
public import LimnFiles
public import SystemPackage

/// Reads packages, of anybody: whatever is in a file, either all of the package comes out as it was packed, or an error.
///
/// Nothing is written but one file without a name, for the PDF. The hashes in a package tell damage, not deceit: who makes a
/// package makes its hashes too. What a package says of its PDF is to be read anew from the PDF.
public struct PackageReader: Sendable {
    /// What a package may hold.
    public var limits: PackageLimits
    /// Where PDFs of more than a mebibyte are unpacked to, in files without a name; nil for the system's folder of temporary
    /// files.
    public var scratchFolder: FilePath?

    /// Makes a reader.
    public init(limits: PackageLimits = .standard, scratchFolder: FilePath? = nil) {
        self.limits = limits
        self.scratchFolder = scratchFolder
    }

    /// Whether a file that begins with some bytes is a package as ``PackageWriter`` writes them; 64 bytes are enough.
    ///
    /// Packages that another program has packed again may begin otherwise; ``read(_:)`` takes them.
    public static func recognizes(_ head: [UInt8]) -> Bool {
        let name = Array(PackageFormat.manifest.utf8)
        return head.starts(with: [0x50, 0x4b, 3, 4]) && head.count >= 30 + name.count
            && head[26..<28].elementsEqual([UInt8(name.count), 0]) && head[30..<(30 + name.count)].elementsEqual(name)
    }

    /// Reads a package. The version is looked at first, then names and sizes, then the contents.
    ///
    /// - Throws: ``PackageError`` with `notPackage`, `newerVersion`, `damaged`, `refused`, `tooLarge` or `file`.
    public func read(_ file: InputFile) throws(PackageError) -> CharacterPackage {
        do {
            guard try file.head(4).elementsEqual([0x50, 0x4b, 3, 4]) else { throw PackageError.notPackage(file.path) }
            let zip = try ZipFile(limits: limits.zip, file)
            let manifest = try ManifestReader(zip, path: file.path).manifest()
            let parts = try ListedParts(manifest, zip, limits: limits, path: file.path)
            let package = try UnpackedParts(parts, zip, self, path: file.path).package(manifest)
            try file.checkUnchanged()
            return package
        } catch { throw PackageError(error, reading: file.path) }
    }
}
