// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// The files of a library's folder, which may come from anyone.
enum LibraryFiles {
    private static let databaseFiles = ["", "-wal", "-shm", "-journal"].map { DatabaseFile.name + $0 }
    static let blobs = "blobs"

    /// Checks that the database consists of regular files and that the PDFs are in a folder. SQLite would follow links
    /// and wait for pipes.
    ///
    /// - Throws: ``LibraryError`` with `refused`.
    static func check(_ folder: FilePath) throws(LibraryError) {
        for name in databaseFiles {
            if let kind = FileKind(folder.appending(name)), kind != .regular { throw refusal(name, kind, in: folder) }
        }
        if let kind = FileKind(folder.appending(blobs)), kind != .folder { throw refusal(blobs, kind, in: folder) }
    }

    private static func refusal(_ name: String, _ kind: FileKind, in folder: FilePath) -> LibraryError {
        let found =
            switch kind {
            case .regular: "a file"
            case .folder: "a folder"
            case .link: "a symbolic link"
            case .special: "a pipe or a device"
            }
        return LibraryError(
            .refused,
            "The library \(folder.displayName) was not opened: \(name) in it is \(found), and Limn follows no links out of "
                + "a library. Put the real \(name == blobs ? "folder" : "file") there.")
    }

    /// Creates the database file, with access for its owner only, unless it exists. SQLite gives its other files the
    /// same permissions.
    ///
    /// - Throws: ``FileError``.
    static func makeDatabase(at path: FilePath) throws {
        // An existing file is not opened: closing it would release the locks that this process has on it.
        guard FileKind(path) == nil else { return }
        do {
            let descriptor = try FileDescriptor.open(
                path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: [.ownerReadWrite])
            try descriptor.close()
        } catch Errno.fileExists {} catch {
            throw FileError(writing: path, cause: error as? Errno ?? .ioError)
        }
    }

    /// Copies a regular file. Only its owner has access to the copy, which appears only when it is complete and synced.
    ///
    /// - Throws: ``FileError``.
    static func copy(_ file: FilePath, to target: FilePath) throws {
        let publisher = Publisher(isPrivate: true)
        let staged = try publisher.stage(target)
        try InputFile(regularFile: file).copy(to: staged.descriptor)
        for case let error? in publisher.publish([staged]) { throw error }
    }

    /// Removes the permissions for other users, which older versions of Limn gave to the database and the PDFs.
    static func makePrivate(_ folder: FilePath) {
        for name in databaseFiles where FileKind(folder.appending(name)) == .regular {
            _ = folder.appending(name).withPlatformString { chmod($0, 0o600) }
        }
        let blobs = BlobFolder(folder.appending(blobs))
        for name in (try? blobs.names()) ?? [] where BlobFolder.isLimnFile(name) {
            let path = blobs.path.appending(name)
            if FileKind(path) == .regular { _ = path.withPlatformString { chmod($0, 0o600) } }
        }
        _ = blobs.path.withPlatformString { chmod($0, 0o700) }
    }
}
