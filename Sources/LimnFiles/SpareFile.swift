// SPDX-License-Identifier: GPL-3.0-or-later

internal import CFiles
internal import Foundation
package import SystemPackage

/// A file that has disk space so that another file can be replaced while the disk is full.
///
/// The new content is written over the content of the spare file, which needs no space. Then the two files exchange their
/// names, so that the old file is the spare one from then on. No space is given back in between, which another program could
/// take: a file that does not grow can be replaced again and again.
package struct SpareFile: Sendable {
    private let path: FilePath
    /// The size of the blocks in which most file systems allocate space, in bytes.
    private static let block = 4096

    /// Describes a spare file.
    ///
    /// - Parameter path: the path, in the folder of the files that it can replace.
    package init(_ path: FilePath) { self.path = path }

    /// Makes the file, or makes it larger, if it has less than a size. Does nothing if that is not possible.
    ///
    /// - Parameter size: in bytes.
    package func make(_ size: Int) {
        guard capacity(of: path) ?? 0 < size else { return }
        // The content is random, because some file systems do not allocate space for equal bytes.
        var generator = SystemRandomNumberGenerator()
        let filler = (0..<(size / 8 + 1)).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }
        try? Publisher(isPrivate: true).publish(filler, to: path)
    }

    /// Replaces a file with mode 0600 without needing disk space.
    ///
    /// - Parameters:
    ///   - target: the path of an existing file.
    ///   - bytes: the new content, which is filled up to the size of the spare file.
    ///   - padding: the byte to fill up with.
    /// - Returns: false if the spare file is missing or too small, and nothing was changed.
    /// - Throws: ``FileError``.
    package func replace(_ target: FilePath, with bytes: [UInt8], padding: UInt8) throws(FileError) -> Bool {
        guard let capacity = capacity(of: path), bytes.count <= capacity else { return false }
        do {
            let descriptor = try FileDescriptor.open(path, .readWrite, options: [.noFollow, .closeOnExec])
            defer { try? descriptor.close() }
            let size = Int(try descriptor.seek(offset: 0, from: .end))
            // A shorter file would lose its space.
            let content = bytes + [UInt8](repeating: padding, count: max(0, size - bytes.count))
            try descriptor.writeAll(toAbsoluteOffset: 0, content)
            guard fsync(descriptor.rawValue) == 0 else { throw Errno(rawValue: errno) }
        } catch { throw FileError(writing: target, cause: error as? Errno ?? .ioError) }
        let status = path.withPlatformString { spare in
            target.withPlatformString { name in
                let status = cfiles_exchange(spare, name)
                // Some file systems cannot exchange names. Then the space of the old file is given back.
                return status != 0 && [EINVAL, ENOSYS, ENOENT].contains(errno) ? rename(spare, name) : status
            }
        }
        guard status == 0 else { throw FileError(writing: target, cause: Errno(rawValue: errno)) }
        try Publisher.syncParent(of: target)
        return true
    }

    /// Returns the number of bytes that a file can hold without new space; nil if there is no such file.
    private func capacity(of path: FilePath) -> Int? {
        var status = stat()
        guard path.withPlatformString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        let blocks = (Int(status.st_size) + Self.block - 1) / Self.block * Self.block
        return min(blocks, max(Int(status.st_blocks) * 512, Int(status.st_size)))
    }
}
