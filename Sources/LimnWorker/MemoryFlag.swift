// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import Glibc

/// What a worker says of itself past its answers: bytes in memory that parent and worker share.
///
/// The first byte is set where an allocation has failed. The worker program does so inside malloc(), so what a document
/// makes a library print has no say in it. The second byte is set by a worker that has no sandbox, before it reads anything.
final class MemoryFlag: Sendable {
    let descriptor: Int32

    /// A new flag, not set; nil when there is no memory for it.
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

    /// Says that this process has no sandbox; to be called in the worker.
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

    /// Takes it back.
    func clear() {
        var byte: UInt8 = 0
        _ = pwrite(descriptor, &byte, 1, 0)
    }
}
