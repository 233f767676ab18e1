// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompression
public import LimnFiles
public import LimnPackage
public import SystemPackage

/// Writes packages.
///
/// The writer streams the PDF and replaces the file atomically. Its output is deterministic for one version of zlib.
/// Ink is stored without loss. The PDF comes last, so that a reader finds ink and thumbnails near the beginning; it is
/// deflated only if a sample becomes at least 10 % smaller.
public struct PackageWriter: Sendable {
    /// The limits to enforce.
    public var limits: PackageLimits
    private let publisher: Publisher

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - publisher: writes the file, and decides whether an existing one is kept.
    ///   - limits: the limits to enforce.
    public init(publisher: Publisher = Publisher(), limits: PackageLimits = .standard) {
        self.publisher = publisher
        self.limits = limits
    }

    /// Writes a package. If this method throws, the old file, if any, is unchanged.
    ///
    /// - Parameters:
    ///   - package: the character, with or without its template.
    ///   - path: the output file; a device or a pipe is written from a temporary file.
    /// - Throws: ``PackageError`` with `invalid` (also if the PDF does not have the expected hash), `tooLarge` or
    ///   `file`.
    public func write(_ package: CharacterPackage, to path: FilePath) throws(PackageError) {
        let contents = try PackageContents(package, limits: limits, to: path)
        let file = try Self.disk { () throws(FileError) in try publisher.stage(path) }
        if file.isDevice {
            // libzip seeks in its output, which a pipe cannot do.
            let scratch = try Self.disk { () throws(FileError) in try ScratchFile() }
            try assemble(contents, in: scratch.descriptor, named: path)
            try Self.disk { () throws(FileError) in try scratch.asInput(named: path).copy(to: file.descriptor) }
        } else {
            try assemble(contents, in: file.descriptor, named: path)
        }
        if let error = publisher.publish([file])[0] { throw PackageError(error) }
    }

    /// Writes the archive into an empty file.
    func assemble(
        _ contents: PackageContents, in descriptor: FileDescriptor, named path: FilePath
    ) throws(PackageError) {
        var stored: Set<String> = []
        for part in contents.parts {
            let isStored =
                switch part.role {
                case .thumbnail, .templateThumbnail: true
                case .templatePDF:
                    try Self.disk { () throws(FileError) in !(try TemplatePacking.isWorthDeflating(part.content)) }
                default: false
                }
            if isStored { stored.insert(part.path) }
        }
        try Self.write(contents, stored, to: descriptor, named: path)
        // A reader refuses entries that expand like ZIP bombs, so these are stored without compression.
        let bombs = try bombs(in: descriptor, named: path)
        guard !bombs.isEmpty else { return }
        try Self.disk { () throws(FileError) in
            do { try descriptor.resize(to: 0) } catch {
                throw FileError(writing: path, cause: error as? Errno ?? .ioError)
            }
        }
        try Self.write(contents, stored.union(bombs), to: descriptor, named: path)
    }

    private static func write(
        _ contents: PackageContents, _ stored: Set<String>, to descriptor: FileDescriptor, named path: FilePath
    ) throws(PackageError) {
        let writer = try ZipWriter(to: descriptor, named: path)
        for part in contents.parts { try writer.add(part, isStored: stored.contains(part.path)) }
        try writer.finish()
    }

    /// Returns the paths of the parts of a written archive that a reader would refuse as ZIP bombs.
    private func bombs(in descriptor: FileDescriptor, named path: FilePath) throws(PackageError) -> [String] {
        do {
            let written = try InputFile(adopting: try descriptor.duplicate(), named: path)
            return try ZipFile(limits: limits.zip, written).entries
                .filter { $0.size > limits.zip.entry.allowance(forInput: $0.compressedSize) }
                .map { String(decoding: $0.name, as: UTF8.self) }
        } catch { throw PackageError(error, reading: path) }
    }

    private static func disk<T>(_ body: () throws(FileError) -> T) throws(PackageError) -> T {
        do { return try body() } catch { throw PackageError(error) }
    }
}
