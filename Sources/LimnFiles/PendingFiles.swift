// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import SystemPackage

/// The temporary names of files that are being written now, so that an interrupt can remove them.
public final class PendingFiles: @unchecked Sendable {
    // Unchecked: `state` is touched behind `lock` only. A Mutex would do, but the thread sanitizer cannot see through it.

    /// The process's own list.
    public static let shared = PendingFiles()

    private struct State {
        var paths: Set<FilePath> = []
        var counter = 0
    }
    private let lock = NSLock()
    private var state = State()

    private init() {}

    /// Removes every temporary file and ends the process, so that no new one can appear in between.
    public func removeAllAndExit(_ code: Int32) -> Never {
        // Never unlocked: nobody makes another one.
        lock.lock()
        for path in state.paths { _ = path.withPlatformString { unlink($0) } }
        _exit(code)
    }

    /// Makes a file with a name of its own in the folder of `target`, hidden and marked as Limn's.
    func create(beside target: FilePath, _ permissions: FilePermissions) throws -> (FilePath, FileDescriptor) {
        try lock.withLock {
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
                    // A process that was killed left it; numbers of processes come again.
                }
            }
        }
    }

    /// Puts a file without a name in the place of another; only a rename does that, so it has a temporary name for a moment.
    ///
    /// The name belongs to the target: who is killed in that moment leaves it, and the next to replace the target takes it
    /// away.
    ///
    /// - Returns: why that cannot be.
    func replace(_ target: FilePath, by descriptor: FileDescriptor) -> Errno? {
        let hash = ContentHash(target.lastComponent.map { FilePath(root: nil, [$0]).bytes } ?? [])
        let temporary = target.removingLastComponent().appending(".limn-\(hash).part")
        return lock.withLock {
            // Others that replace the same target meanwhile may take this name away, or publish what it stands for.
            for attempt in 0..<100 {
                if let cause = UnnamedFile.link(descriptor, to: temporary) {
                    guard cause == .fileExists else { return cause }
                    let isGone = temporary.withPlatformString { unlink($0) } == 0 || errno == ENOENT
                    guard isGone else { return Errno(rawValue: errno) }
                    continue
                }
                let status = temporary.withPlatformString { old in target.withPlatformString { rename(old, $0) } }
                let cause = Errno(rawValue: errno)
                // Where both are names of one file already, renaming does nothing.
                if status != 0 || attempt > 0 { _ = temporary.withPlatformString { unlink($0) } }
                if status == 0 { return nil }
                guard cause == .noSuchFileOrDirectory else { return cause }
            }
            return .resourceBusy
        }
    }

    /// Does something to a temporary file that an interrupt must not take away meanwhile.
    func whileTheyStand<T>(_ body: () -> T) -> T { lock.withLock(body) }

    func forget(_ path: FilePath) { _ = lock.withLock { state.paths.remove(path) } }
}
