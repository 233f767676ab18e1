// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import Glibc

/// Says whether an allocation of a worker has failed: one byte in memory that parent and worker share.
///
/// The worker program sets it inside malloc(). So what a document makes a library print has no say in it.
final class MemoryFlag: Sendable {
    let descriptor: Int32

    /// A new flag, not set; nil when there is no memory for it.
    init?() {
        descriptor = csandbox_memory_file("limn-memory-flag", 4096)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Whether it is set.
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
