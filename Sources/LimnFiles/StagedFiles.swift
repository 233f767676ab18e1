// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import SystemPackage

/// The temporary names of all staged files of this process. An interrupted process uses them to remove the files.
///
/// Most staged files have no name and need no removal. Only file systems without unnamed files need names.
public final class StagedFiles: @unchecked Sendable {
    // Unchecked: the thread that holds `mutex` uses `state`. (The thread sanitizer does not understand Mutex.)

    /// The list of this process.
    public static let shared = StagedFiles()

    private struct State {
        var paths: Set<FilePath> = []
        var counter = 0
    }
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var state = State()

    private init() { precondition(pthread_mutex_init(mutex, nil) == 0) }

    private func withLock<T>(_ body: () throws -> T) rethrows -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Removes all temporary files and exits. No new temporary file can appear in between.
    ///
    /// The call takes a lock, so do not call it in a signal handler. A dispatch source for the signal may call it.
    ///
    /// - Parameter code: the exit code. Handlers registered with atexit(3) do not run.
    public func removeAllAndExit(_ code: Int32) -> Never {
        // The lock is never released, so no thread can create another file.
        pthread_mutex_lock(mutex)
        for path in state.paths { _ = path.withPlatformString { unlink($0) } }
        _exit(code)
    }

    /// Creates a hidden file `.limn-PID-N.part` in the folder of `target`.
    func create(beside target: FilePath, _ permissions: FilePermissions) throws -> (FilePath, FileDescriptor) {
        try withLock {
            while true {
                state.counter += 1
                let name = ".limn-\(getpid())-\(state.counter).part"
                let path = target.removingLastComponent().appending(name)
                do {
                    let descriptor = try FileDescriptor.open(
                        path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: permissions)
                    state.paths.insert(path)
                    return (path, descriptor)
                } catch Errno.fileExists {
                    // A killed process with the same process id left this file.
                }
            }
        }
    }

    /// Replaces a file with an unnamed one.
    ///
    /// Only rename(2) replaces a file, so the unnamed file gets a temporary name first. The temporary name is derived
    /// from the target's: if the process is killed in between, the next process that replaces the target removes the
    /// leftover.
    ///
    /// - Returns: nil on success, otherwise the error.
    func replace(_ target: FilePath, by descriptor: FileDescriptor) -> Errno? {
        let hash = QuickHash(target.lastComponent.map { FilePath(root: nil, [$0]).bytes } ?? [])
        let temporary = target.removingLastComponent().appending(".limn-\(hash).part")
        return withLock {
            // Other processes that replace the same target may remove or rename this temporary name at any time.
            for attempt in 0..<100 {
                if let cause = UnnamedFile.link(descriptor, to: temporary) {
                    // A file whose only name was removed by another process cannot get a name again.
                    if cause == .noSuchFileOrDirectory { return replace(target, byCopyOf: descriptor) }
                    guard cause == .fileExists else { return cause }
                    let isGone = temporary.withPlatformString { unlink($0) } == 0 || errno == ENOENT
                    guard isGone else { return Errno(rawValue: errno) }
                    continue
                }
                let status = temporary.withPlatformString { old in target.withPlatformString { rename(old, $0) } }
                let cause = Errno(rawValue: errno)
                // rename(2) does nothing if both names are already hard links to the same file.
                if status != 0 || attempt > 0 { _ = temporary.withPlatformString { unlink($0) } }
                if status == 0 { return nil }
                guard cause == .noSuchFileOrDirectory else { return cause }
            }
            return .resourceBusy
        }
    }

    /// Replaces a file with a synced copy of another one, which has a temporary name of its own. The caller has the lock.
    private func replace(_ target: FilePath, byCopyOf descriptor: FileDescriptor) -> Errno? {
        state.counter += 1
        let temporary = target.removingLastComponent().appending(".limn-\(getpid())-\(state.counter).part")
        do {
            var status = stat()
            guard fstat(descriptor.rawValue, &status) == 0 else { return Errno(rawValue: errno) }
            let copy = try FileDescriptor.open(
                temporary, .writeOnly, options: [.create, .truncate, .closeOnExec],
                permissions: FilePermissions(rawValue: status.st_mode & 0o777))
            defer { try? copy.close() }
            var (offset, buffer) = (Int64(0), [UInt8](repeating: 0, count: 1 << 16))
            while true {
                let count = try buffer.withUnsafeMutableBytes {
                    try descriptor.read(fromAbsoluteOffset: offset, into: $0)
                }
                guard count > 0 else { break }
                try copy.writeAll(buffer[..<count])
                offset += Int64(count)
            }
            if fsync(copy.rawValue) != 0 { throw Errno(rawValue: errno) }
            let renamed = temporary.withPlatformString { old in target.withPlatformString { rename(old, $0) } }
            if renamed != 0 { throw Errno(rawValue: errno) }
            return nil
        } catch {
            _ = temporary.withPlatformString { unlink($0) }
            return error as? Errno ?? .ioError
        }
    }

    /// Runs `body`. Until it returns, ``removeAllAndExit(_:)`` waits.
    func withRemovalBlocked<T>(_ body: () -> T) -> T { withLock(body) }

    func forget(_ path: FilePath) { _ = withLock { state.paths.remove(path) } }
}
