// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

extension InputFile {
    /// Opens a regular file and refuses any other kind. The call never waits for the other end of a pipe.
    ///
    /// - Parameters:
    ///   - path: the path to open, also for messages.
    ///   - followsLinks: whether a link to a regular file is also opened. Do not follow links in folders with untrusted
    ///     content, such as a library.
    /// - Throws: ``FileError``; `notRegular` for a pipe, a socket or a device, and for a link that is not followed;
    ///   `isFolder`, `notFound` or `denied`.
    public convenience init(regularFile path: FilePath, followsLinks: Bool = false) throws(FileError) {
        let descriptor: FileDescriptor
        var options: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking]
        if !followsLinks { options.insert(.noFollow) }
        do {
            descriptor = try .open(path, .readOnly, options: options)
        } catch {
            // Opening a socket fails with ENXIO.
            let cause = error as? Errno ?? .ioError
            let isOther = cause == .tooManySymbolicLinkLevels || cause == .noSuchAddressOrDevice
            throw isOther ? FileError(.notRegular, path, .read) : FileError(cause, path, .read)
        }
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            try? descriptor.close()
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            throw FileError(isFolder ? .isFolder : .notRegular, path, .read)
        }
        try self.init(adopting: descriptor, named: path)
    }
}
