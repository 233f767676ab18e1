// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import Glibc

/// Captures the output of libraries on a worker's standard error.
///
/// The output goes to a file in memory that parent and worker share, so the last lines of a dead worker can be read.
/// The fixed file size keeps a worker from exhausting memory; output beyond it is lost.
final class StderrCapture {
    let descriptor: Int32

    /// The size of the file in bytes. The next two constants limit the bytes and lines that are reported for one
    /// request.
    private static let size = 64 << 10
    private static let byteLimit = 16 << 10
    private static let lineLimit = 20

    /// Takes ownership of a descriptor.
    init(adopting descriptor: Int32) { self.descriptor = descriptor }

    /// Makes a file; nil if there is not enough memory.
    convenience init?() {
        let descriptor = csandbox_memory_file("limn-stderrLines", Self.size)
        guard descriptor >= 0 else { return nil }
        self.init(adopting: descriptor)
    }

    deinit { close(descriptor) }

    /// The lines printed since the file was last emptied, without duplicates, in order.
    ///
    /// If there are too many, the first and the last lines are returned, because the last ones show why a worker died.
    func lines() -> [String] {
        // Parent and worker share the file position.
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

    /// Whether a line is a debug message of pixman. It does not affect the picture.
    private static func isForProgrammers(_ line: ArraySlice<UInt8>) -> Bool {
        ["*** BUG ***", "In pixman_", "Set a breakpoint on '_pixman_log_error'"].contains { line.starts(with: $0.utf8) }
    }

    /// Empties the file.
    func clear() { lseek(descriptor, 0, SEEK_SET) }
}
