// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

/// A file that is being written under a temporary name beside its final one.
///
/// Somebody writes into ``descriptor``; then ``Publisher/publish(_:)`` puts files under their final names, several at
/// the cost of one. A file that is not published vanishes.
public final class PendingFile: @unchecked Sendable {
    // Unchecked: the state changes in publish and deinit only, which no two threads share.

    /// The final name as it was asked for.
    public let path: FilePath
    /// The final name with links followed.
    let target: FilePath
    let temporary: FilePath?
    /// Where the bytes go.
    public let descriptor: FileDescriptor
    let keepsExisting: Bool
    fileprivate var isPublished = false

    init(path: FilePath, target: FilePath, temporary: FilePath?, descriptor: FileDescriptor, keepsExisting: Bool) {
        self.path = path
        self.target = target
        self.temporary = temporary
        self.descriptor = descriptor
        self.keepsExisting = keepsExisting
    }

    deinit {
        try? descriptor.close()
        guard let temporary else { return }
        if !isPublished { _ = temporary.withPlatformString { unlink($0) } }
        PendingFiles.shared.forget(temporary)
    }

    /// Whether bytes go to a device or pipe at once, under no temporary name.
    public var isDevice: Bool { temporary == nil }

    /// The bytes written so far.
    public var size: Int {
        var status = stat()
        return fstat(descriptor.rawValue, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Writes bytes behind those that are there.
    ///
    /// - Throws: ``FileError``.
    public func write(_ bytes: [UInt8]) throws(FileError) {
        do { _ = try descriptor.writeAll(bytes) } catch { throw FileError(error as? Errno ?? .ioError, path, .write) }
    }

    /// Puts the synced file under its final name; the folder is still to be synced.
    func rename() throws(FileError) {
        guard let temporary else { return }
        // A hard link fails where a file appeared meanwhile; a rename would replace it.
        let cause = PendingFiles.shared.whileTheyStand {
            let status = temporary.withPlatformString { old in
                target.withPlatformString { keepsExisting ? link(old, $0) : Foundation.rename(old, $0) }
            }
            return status == 0 ? nil : Errno(rawValue: errno)
        }
        if let cause { throw FileError(cause, path, .write) }
        isPublished = !keepsExisting
    }

    /// Has the kernel start writing to the disk, without waiting: it does so when told that the pages are not needed.
    func startWriting() {
        #if os(Linux)
            _ = posix_fadvise(descriptor.rawValue, 0, 0, POSIX_FADV_DONTNEED)
        #endif
    }

    func sync() throws(FileError) {
        if temporary != nil, fsync(descriptor.rawValue) != 0 {
            throw FileError(Errno(rawValue: errno), path, .write)
        }
    }
}
