// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import Glibc

/// What libraries print on a worker's standard error: a file in memory that both sides hold, so that the last words of
/// a worker that died can still be read.
final class Complaints {
    let descriptor: Int32

    /// The most bytes and lines that are told of one request.
    private static let byteLimit = 16 << 10
    private static let lineLimit = 20

    /// Takes over a descriptor.
    init(adopting descriptor: Int32) { self.descriptor = descriptor }

    /// A new file; nil when there is no memory.
    convenience init?() {
        let descriptor = csandbox_memory_file("limn-complaints")
        guard descriptor >= 0 else { return nil }
        self.init(adopting: descriptor)
    }

    deinit { close(descriptor) }

    /// What was printed since the file was last emptied: each line once, in order.
    func lines() -> [String] {
        var bytes = [UInt8](repeating: 0, count: Self.byteLimit)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return [] }
        var seen: Set<String> = []
        var lines: [String] = []
        for line in bytes[..<count].split(separator: 10) {
            let text = String(decoding: line.prefix(300), as: UTF8.self)
            if seen.insert(text).inserted { lines.append(text) }
            if lines.count == Self.lineLimit { break }
        }
        return lines
    }

    /// Forgets everything.
    func clear() {
        ftruncate(descriptor, 0)
        lseek(descriptor, 0, SEEK_SET)
    }
}
