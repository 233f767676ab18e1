// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import Glibc

/// Flags that a worker reports outside its responses: bytes in memory that parent and worker share.
///
/// An allocation failure sets the first byte. The worker program sets it inside `malloc()`, so the output of libraries
/// cannot affect it. A worker without a sandbox sets the second byte before it reads anything.
final class MemoryFlag: Sendable {
    let descriptor: Int32

    /// Makes cleared flags; nil if there is not enough memory.
    init?() {
        descriptor = csandbox_memory_file("limn-memory-flag", 4096)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Whether the worker has no sandbox.
    var isUnconfined: Bool {
        var byte: UInt8 = 0
        return pread(descriptor, &byte, 1, 1) == 1 && byte != 0
    }

    /// Sets the second flag: this process has no sandbox. Call it in the worker.
    static func noteUnconfined(_ descriptor: Int32) {
        var byte: UInt8 = 1
        lseek(descriptor, 1, SEEK_SET)
        _ = write(descriptor, &byte, 1)
    }

    /// Whether an allocation has failed.
    var isSet: Bool {
        var byte: UInt8 = 0
        return pread(descriptor, &byte, 1, 0) == 1 && byte != 0
    }

    /// Clears the first flag.
    func clear() {
        var byte: UInt8 = 0
        _ = pwrite(descriptor, &byte, 1, 0)
    }
}
