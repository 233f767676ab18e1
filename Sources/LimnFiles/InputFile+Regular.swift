// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

extension InputFile {
    /// Opens a regular file. In its place a link is not followed, and a pipe is not waited for.
    ///
    /// This is for folders whose content may come from strangers, such as a library.
    ///
    /// - Throws: ``FileError``; `notPlain` for a link, a pipe or a device.
    public convenience init(regularFile path: FilePath) throws(FileError) {
        let descriptor: FileDescriptor
        do {
            descriptor = try .open(path, .readOnly, options: [.closeOnExec, .noFollow, .nonBlocking])
        } catch {
            // Opening a socket fails with ENXIO.
            let cause = error as? Errno ?? .ioError
            let isOther = cause == .tooManySymbolicLinkLevels || cause == .noSuchAddressOrDevice
            throw isOther ? FileError(.notPlain, path, .read) : FileError(cause, path, .read)
        }
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            try? descriptor.close()
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            throw FileError(isFolder ? .isFolder : .notPlain, path, .read)
        }
        try self.init(adopting: descriptor, named: path)
    }
}

/// The kind of file that a path names itself, without following a link in its place.
public enum FileKind: Hashable, Sendable {
    /// A regular file.
    case regular
    /// A folder.
    case folder
    /// A symbolic link.
    case link
    /// A pipe, a socket or a device.
    case special

    /// Looks at a path; nil when nothing exists there.
    public init?(_ path: FilePath) {
        var status = stat()
        guard path.withPlatformString({ lstat($0, &status) }) == 0 else { return nil }
        self =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .special
            }
    }
}
