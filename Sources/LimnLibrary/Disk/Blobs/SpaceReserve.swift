// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
package import SystemPackage

/// A file that only reserves space. On a full disk it is deleted, because removing something writes to the log.
package struct SpaceReserve {
    static let name = "library.reserve"
    static let size = 256 << 10
    private static let block = 4096
    private let path: FilePath

    package init(_ folder: FilePath) { path = folder.appending(Self.name) }

    /// Creates the file, or makes it as large as it was, if there is much free space. A library also works without it.
    package func make() {
        var status = stat()
        let exists = path.withPlatformString { lstat($0, &status) } == 0
        guard !exists || status.st_mode & S_IFMT == S_IFREG && status.st_size < Self.size else { return }
        guard let room = FreeSpace.bytes(in: path.removingLastComponent()), room >= 16 * Self.size else { return }
        try? Publisher(isPrivate: true).publish(Self.filler(Self.size), to: path)
    }

    /// Takes the space back that ``release()`` freed, or what the removal has left of it.
    package func restore() {
        guard
            let descriptor = try? FileDescriptor.open(
                path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: [.ownerReadWrite])
        else { return }
        defer { try? descriptor.close() }
        // The disk may be full after any of the blocks. Those before it stay.
        for _ in 0..<(Self.size / Self.block) {
            do { _ = try descriptor.writeAll(Self.filler(Self.block)) } catch { break }
        }
        _ = fsync(descriptor.rawValue)
    }

    /// Returns random bytes, because some file systems do not allocate space for equal bytes.
    private static func filler(_ size: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<(size / 8)).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }
    }

    /// Frees the space.
    ///
    /// - Returns: whether there was any space to free.
    package func release() -> Bool { FileKind(path) == .regular && path.withPlatformString { unlink($0) } == 0 }
}
