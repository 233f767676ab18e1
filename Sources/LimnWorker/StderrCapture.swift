// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import Glibc

/// What libraries print on a worker's standard error: a file in memory that both sides hold, so that the last words of
/// a worker that died can still be read. Its size is fixed, so that no worker fills the memory by complaining; what does
/// not fit is lost.
final class StderrCapture {
    let descriptor: Int32

    /// The size of the file, and the most bytes and lines that are told of one request.
    private static let size = 64 << 10
    private static let byteLimit = 16 << 10
    private static let lineLimit = 20

    /// Takes over a descriptor.
    init(adopting descriptor: Int32) { self.descriptor = descriptor }

    /// A new file; nil when there is no memory.
    convenience init?() {
        let descriptor = csandbox_memory_file("limn-stderrLines", Self.size)
        guard descriptor >= 0 else { return nil }
        self.init(adopting: descriptor)
    }

    deinit { close(descriptor) }

    /// What was printed since the file was last emptied: each line once, in order.
    ///
    /// Where that is more than is told, it is the beginning and the end: last words say why a worker died.
    func lines() -> [String] {
        // Both ends share the position.
        let end = min(Int(lseek(descriptor, 0, SEEK_CUR)), Self.size)
        guard end > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: min(end, Self.byteLimit))
        if end <= Self.byteLimit {
            _ = pread(descriptor, &bytes, end, 0)
        } else {
            let half = Self.byteLimit / 2
            bytes.withUnsafeMutableBytes { space in
                _ = pread(descriptor, space.baseAddress, half, 0)
                _ = pread(descriptor, space.baseAddress! + half, half, off_t(end - half))
            }
        }
        var seen: Set<[UInt8]> = []
        var lines: [String] = []
        for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 0 })
        where seen.insert(Array(line)).inserted && !Self.isForProgrammers(line) {
            lines.append(String(decoding: line.prefix(300), as: UTF8.self))
        }
        guard lines.count > Self.lineLimit else { return lines }
        return Array(lines.prefix(Self.lineLimit / 2) + lines.suffix(Self.lineLimit / 2))
    }

    /// Whether a line is what pixman tells those who work on it; it draws all the same.
    private static func isForProgrammers(_ line: ArraySlice<UInt8>) -> Bool {
        ["*** BUG ***", "In pixman_", "Set a breakpoint on '_pixman_log_error'"].contains { line.starts(with: $0.utf8) }
    }

    /// Forgets everything.
    func clear() { lseek(descriptor, 0, SEEK_SET) }
}
