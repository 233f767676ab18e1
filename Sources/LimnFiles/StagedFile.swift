// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

/// A file that is being written in the folder of its final name, before it has that name.
///
/// The file has no name (O_TMPFILE) or, on file systems without unnamed files, a temporary name. The caller writes to
/// ``descriptor``; then ``Publisher/publish(_:)`` gives the file its final name. Publishing many files together takes
/// little longer than publishing one. A staged file that is never published is deleted.
public final class StagedFile: @unchecked Sendable {
    // Unchecked: only commit() and deinit change the state, and they never run at the same time.

    /// The state of the file before it is published.
    enum Staging {
        /// The target is a device or a pipe. Bytes are written to it directly.
        case device
        case unnamed
        case named(FilePath)
    }

    /// The final path as the caller gave it.
    public let path: FilePath
    /// The final path with links resolved.
    let target: FilePath
    private let staging: Staging
    /// The descriptor to write to. This object owns it and closes it when it is released.
    public let descriptor: FileDescriptor
    private let keepsExisting: Bool
    private var hasTemporaryName: Bool

    init(path: FilePath, target: FilePath, staging: Staging, descriptor: FileDescriptor, keepsExisting: Bool) {
        self.path = path
        self.target = target
        self.staging = staging
        self.descriptor = descriptor
        self.keepsExisting = keepsExisting
        hasTemporaryName = if case .named = staging { true } else { false }
    }

    deinit {
        try? descriptor.close()
        guard case .named(let temporary) = staging else { return }
        if hasTemporaryName { _ = temporary.withPlatformString { unlink($0) } }
        StagedFiles.shared.forget(temporary)
    }

    /// Whether the target is a device or a pipe. Bytes reach it as they are written, before publishing.
    public var isDevice: Bool { if case .device = staging { true } else { false } }

    /// The size of the file so far, in bytes; 0 for a pipe.
    public var size: Int {
        var status = stat()
        return fstat(descriptor.rawValue, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Writes bytes at the descriptor's position, which is the end unless the caller has moved it.
    ///
    /// - Throws: ``FileError``; `noSpace` if the disk is full. Some of the bytes may have been written then.
    public func write(_ bytes: [UInt8]) throws(FileError) {
        do { _ = try descriptor.writeAll(bytes) } catch { throw FileError(error as? Errno ?? .ioError, path, .write) }
    }

    /// Opens the file again, for reading only, for code that must not change it. The caller must close the descriptor.
    ///
    /// - Precondition: the target is not a device.
    /// - Throws: ``FileError``.
    package func reader() throws(FileError) -> FileDescriptor {
        do {
            switch staging {
            case .device: preconditionFailure("a device is not read back")
            case .unnamed: return try UnnamedFile.reader(of: descriptor)
            case .named(let temporary): return try .open(temporary, .readOnly, options: [.closeOnExec])
            }
        } catch { throw FileError(error as? Errno ?? .ioError, path, .write) }
    }

    /// Gives the synced file its final name. The caller syncs the folder afterwards.
    ///
    /// - Throws: ``FileError``; `exists` if the target exists and must be kept.
    func commit() throws(FileError) {
        let cause: Errno?
        switch staging {
        case .device: cause = nil
        case .unnamed:
            let linked = UnnamedFile.link(descriptor, to: target)
            let isTaken = linked == .fileExists && !keepsExisting
            cause = isTaken ? StagedFiles.shared.replace(target, by: descriptor) : linked
        case .named(let temporary):
            // link(2) fails if the target has been created in the meantime; rename(2) would replace it.
            cause = StagedFiles.shared.withRemovalBlocked {
                let status = temporary.withPlatformString { old in
                    target.withPlatformString { keepsExisting ? link(old, $0) : Foundation.rename(old, $0) }
                }
                return status == 0 ? nil : Errno(rawValue: errno)
            }
            if cause == nil { hasTemporaryName = keepsExisting }
        }
        if let cause { throw FileError(cause, path, .write) }
    }

    /// Starts writing to the disk without waiting. POSIX_FADV_DONTNEED makes the kernel start writeback of dirty pages.
    package func startWriting() {
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
