// SPDX-License-Identifier: GPL-3.0-or-later

internal import CZip
internal import LimnFiles
internal import LimnPackage
internal import SystemPackage

/// Writes a ZIP archive with libzip. The output is deterministic for one version of zlib.
///
/// libzip only records the parts that are added; ``finish()`` writes the whole archive.
final class ZipWriter {
    private let path: FilePath
    private let sink: ZipSink
    private var parts: [ZipPartSource] = []
    private var archive: OpaquePointer?

    /// 1 January 1980, the earliest date in the format of MS-DOS.
    private static let date: UInt16 = 1 << 5 | 1
    /// The Unix mode of a regular file with permissions 0644.
    private static let attributes: UInt32 = 0o100644 << 16
    private static let level: UInt32 = 6

    /// Starts an archive.
    ///
    /// - Parameter path: the output path, for messages.
    init(to descriptor: FileDescriptor, named path: FilePath) throws(PackageError) {
        self.path = path
        sink = ZipSink(descriptor)
        guard let source = sink.source() else { throw .zip(path, "not enough memory") }
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        // "If successful, the archive takes over the source" (zip_open_from_source(3)).
        archive = zip_open_from_source(source, ZIP_CREATE, &error)
        if archive == nil {
            zip_source_free(source)
            throw .zip(path, String(cString: zip_error_strerror(&error)))
        }
    }

    deinit { if let archive { zip_discard(archive) } }

    /// Adds a part.
    func add(_ part: PackageContents.Part, isStored: Bool) throws(PackageError) {
        guard let archive else { return }
        let content = ZipPartSource(part)
        parts.append(content)
        guard let source = content.source() else { throw .zip(path, "not enough memory") }
        let index = zip_file_add(archive, part.path, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            let error = lastError
            // Only a successful call takes ownership of the source (zip_file_add(3)).
            zip_source_free(source)
            throw error
        }
        let number = UInt64(index)
        guard zip_set_file_compression(archive, number, isStored ? ZIP_CM_STORE : ZIP_CM_DEFLATE, Self.level) == 0,
            zip_file_set_dostime(archive, number, 0, Self.date, 0) == 0,
            zip_file_set_external_attributes(archive, number, 0, UInt8(ZIP_OPSYS_UNIX), Self.attributes) == 0
        else { throw lastError }
    }

    /// Reads all parts and writes the archive.
    func finish() throws(PackageError) {
        guard let archive else { return }
        // "If zip_close() fails, the archive is left unchanged", and deinit discards it (zip_close(3)).
        guard zip_close(archive) == 0 else { throw lastError }
        self.archive = nil
    }

    /// The error of the last failure: a file error if there is one, otherwise libzip's error.
    private var lastError: PackageError {
        if let cause = sink.failure { return PackageError(FileError(writing: path, cause: cause)) }
        if let failure = parts.lazy.compactMap({ $0.failure }).first { return PackageError(failure) }
        if parts.contains(where: { $0.hasWrongHash }) {
            return .invalid(path, "its template's PDF does not have the expected hash; the file may be damaged")
        }
        guard let archive else { return .zip(path, "unknown error") }
        return .zip(path, String(cString: zip_strerror(archive)))
    }
}
