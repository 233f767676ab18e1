// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Synchronization
internal import SystemPackage

/// The temporary files that are being written now, so that an interrupt can remove them.
public final class PendingFiles: Sendable {
    /// The process's own list.
    public static let shared = PendingFiles()

    private struct State {
        var paths: Set<FilePath> = []
        var counter = 0
    }
    private let state = Mutex(State())

    private init() {}

    /// Removes every temporary file. What is being written goes on into a file without a name.
    public func removeAll() {
        state.withLock { state in
            for path in state.paths { _ = path.withPlatformString { unlink($0) } }
            state.paths = []
        }
    }

    /// A name of its own in the folder of `target`, hidden and marked as Limn's.
    func register(beside target: FilePath) -> FilePath {
        state.withLock { state in
            state.counter += 1
            let name = ".limn-\(getpid())-\(state.counter).part"
            let path = target.removingLastComponent().appending(name)
            state.paths.insert(path)
            return path
        }
    }

    func forget(_ path: FilePath) { _ = state.withLock { $0.paths.remove(path) } }
}
