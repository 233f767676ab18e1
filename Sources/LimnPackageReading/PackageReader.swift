// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompression
public import LimnFiles
package import LimnInk
public import LimnPackage
public import SystemPackage

/// Reads packages from untrusted sources. The result is either the complete package as it was packed, or an error.
///
/// The reader writes at most one file: an unnamed one, for the PDF. The hashes in a package detect damage, not
/// manipulation, because whoever makes a package also computes its hashes. Read the metadata of the PDF again from the
/// PDF.
public struct PackageReader: Sendable {
    /// The limits to enforce.
    public var limits: PackageLimits
    /// The folder for unnamed files, into which PDFs above 1 MiB are unpacked; nil for the system's temporary folder.
    public var scratchFolder: FilePath?

    /// Makes a reader.
    public init(limits: PackageLimits = .standard, scratchFolder: FilePath? = nil) {
        self.limits = limits
        self.scratchFolder = scratchFolder
    }

    /// Whether the first bytes of a file are those of a package that ``PackageWriter`` wrote. 64 bytes are enough.
    ///
    /// A package that another ZIP program has rewritten may not be recognized; ``read(_:)`` accepts it nevertheless.
    public static func recognizes(_ head: [UInt8]) -> Bool {
        let name = Array(PackageFormat.manifest.utf8)
        return head.starts(with: [0x50, 0x4b, 3, 4]) && head.count >= 30 + name.count
            && head[26..<28].elementsEqual([UInt8(name.count), 0]) && head[30..<(30 + name.count)].elementsEqual(name)
    }

    /// Reads a package: first its version, then names and sizes, then the contents.
    ///
    /// - Throws: ``PackageError`` with `notPackage`, `newerVersion`, `damaged`, `refused`, `tooLarge` or `file`.
    public func read(_ file: InputFile) throws(PackageError) -> CharacterPackage { try read(file, to: nil) }

    /// Reads a package, and passes the PDF and the ink on instead of keeping them in memory. If this method throws,
    /// discard what it has passed on.
    ///
    /// - Parameters:
    ///   - template: an empty file to which the PDF is written before any ink is passed on.
    ///   - takeInk: called for each page that has ink, with its number and the ink.
    /// - Returns: the package; its pages with ink have empty drawings.
    /// - Throws: ``PackageError`` as ``read(_:)`` does; `file` for a ``FileError`` of `takeInk`.
    package func read(
        _ file: InputFile, template: FileDescriptor, takeInk: @escaping (Int, Drawing) throws -> Void
    ) throws(PackageError) -> CharacterPackage {
        try read(file, to: PartTakers(template: template, ink: takeInk))
    }

    private func read(_ file: InputFile, to takers: PartTakers?) throws(PackageError) -> CharacterPackage {
        do {
            guard try file.head(4).elementsEqual([0x50, 0x4b, 3, 4]) else { throw PackageError.notPackage(file.path) }
            let zip = try ZipFile(limits: limits.zip, file)
            let manifest = try ManifestReader(zip, path: file.path).manifest()
            let parts = try ListedParts(manifest, zip, limits: limits, path: file.path)
            let package = try UnpackedParts(parts, zip, self, takers, path: file.path).package(manifest)
            try file.checkUnchanged()
            return package
        } catch { throw PackageError(error, reading: file.path) }
    }
}

/// The destinations of parts that are passed on while a package is unpacked.
struct PartTakers {
    var template: FileDescriptor
    var ink: (Int, Drawing) throws -> Void
}
