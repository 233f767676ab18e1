// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// A lock on a shard. The kernel releases it when the process ends, however it ends.
///
/// flock(2) also works on NFS: Linux turns it into a byte-range lock, which the server enforces.
final class ShardLock: Sendable {
    private let descriptor: FileDescriptor

    /// Takes the lock.
    ///
    /// - Throws: ``BatchError``: `held` if another process has it; `refused` if the file system does not support locks.
    init(_ path: FilePath, shard: Shard) throws(BatchError) {
        do {
            descriptor = try .open(
                path, .readWrite, options: [.create, .closeOnExec, .noFollow],
                permissions: FilePermissions(rawValue: 0o666))
        } catch { throw BatchError(FileError(writing: path, cause: error as? Errno ?? .ioError)) }
        guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            let cause = Errno(rawValue: errno)
            let holder = Self.holder(descriptor)
            // A throw from here on runs `deinit`, which closes the descriptor.
            if cause == .wouldBlock {
                throw BatchError(.held, "Another run is working on shard \(shard)\(holder.map { " (\($0))" } ?? "").")
            }
            throw BatchError(
                .refused, "\(path.displayName) cannot be locked; perhaps the file system has no locks (\(cause)).")
        }
        // This text is only for people.
        let host = ProcessInfo.processInfo.hostName
        try? descriptor.resize(to: 0)
        _ = try? descriptor.writeAll(toAbsoluteOffset: 0, Array("host \(host), process \(getpid())\n".utf8))
    }

    deinit { try? descriptor.close() }

    /// Returns whether another process holds a lock. A lock that cannot be opened counts as free.
    static func isHeld(_ path: FilePath) -> Bool {
        let options: FileDescriptor.OpenOptions = [.closeOnExec, .noFollow, .nonBlocking]
        guard let descriptor = try? FileDescriptor.open(path, .readOnly, options: options) else { return false }
        defer { try? descriptor.close() }
        // A shared lock would block a run that starts at this moment, so it is released immediately.
        return flock(descriptor.rawValue, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    private static func holder(_ descriptor: FileDescriptor) -> String? {
        var bytes = [UInt8](repeating: 0, count: 300)
        guard let got = try? bytes.withUnsafeMutableBytes({ try descriptor.read(fromAbsoluteOffset: 0, into: $0) })
        else { return nil }
        let text = String(decoding: bytes[..<got].prefix { $0 >= 32 && $0 < 127 }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}
