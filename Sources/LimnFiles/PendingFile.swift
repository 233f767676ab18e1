// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

/// A file that is being written in the folder of its final name, but not under it: without any name where the file system
/// has such files, else under a temporary one.
///
/// Somebody writes into ``descriptor``; then ``Publisher/publish(_:)`` puts files under their final names, several at
/// the cost of one. A file that is not published vanishes.
public final class PendingFile: @unchecked Sendable {
    // Unchecked: the state changes in publish and deinit only, which no two threads share.

    /// Where the bytes are until they are published.
    enum Place {
        /// Nowhere else: they go to a device or a pipe at once.
        case device
        case unnamed
        case named(FilePath)
    }

    /// The final name as it was asked for.
    public let path: FilePath
    /// The final name with links followed.
    let target: FilePath
    private let place: Place
    /// Where the bytes go.
    public let descriptor: FileDescriptor
    private let keepsExisting: Bool
    private var hasTemporaryName: Bool

    init(path: FilePath, target: FilePath, place: Place, descriptor: FileDescriptor, keepsExisting: Bool) {
        self.path = path
        self.target = target
        self.place = place
        self.descriptor = descriptor
        self.keepsExisting = keepsExisting
        hasTemporaryName = if case .named = place { true } else { false }
    }

    deinit {
        try? descriptor.close()
        guard case .named(let temporary) = place else { return }
        if hasTemporaryName { _ = temporary.withPlatformString { unlink($0) } }
        PendingFiles.shared.forget(temporary)
    }

    /// Whether bytes go to a device or pipe at once.
    public var isDevice: Bool { if case .device = place { true } else { false } }

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
    func takeName() throws(FileError) {
        let cause: Errno?
        switch place {
        case .device: cause = nil
        case .unnamed:
            // A name that nothing has is given at once.
            let linked = UnnamedFile.link(descriptor, to: target)
            let isTaken = linked == .fileExists && !keepsExisting
            cause = isTaken ? PendingFiles.shared.replace(target, by: descriptor) : linked
        case .named(let temporary):
            // A hard link fails where a file appeared meanwhile; a rename would replace it.
            cause = PendingFiles.shared.whileTheyStand {
                let status = temporary.withPlatformString { old in
                    target.withPlatformString { keepsExisting ? link(old, $0) : Foundation.rename(old, $0) }
                }
                return status == 0 ? nil : Errno(rawValue: errno)
            }
            if cause == nil { hasTemporaryName = keepsExisting }
        }
        if let cause { throw FileError(cause, path, .write) }
    }

    /// Has the kernel start writing to the disk, without waiting: it does so when told that the pages are not needed.
    func startWriting() {
        #if os(Linux)
            _ = posix_fadvise(descriptor.rawValue, 0, 0, POSIX_FADV_DONTNEED)
        #endif
    }

    func sync() throws(FileError) {
        if !isDevice, fsync(descriptor.rawValue) != 0 {
            throw FileError(Errno(rawValue: errno), path, .write)
        }
    }
}
