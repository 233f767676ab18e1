// SPDX-License-Identifier: Apache-2.0

/// Reads and writes gzip files (RFC 1952).
public enum Gzip {
    /// Returns whether data starts with the magic number of gzip, 1F 8B. The rest is not checked.
    public static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1f, 0x8b]) }

    /// Decompresses all members of a gzip file.
    ///
    /// Like gzip, this function ignores bytes after the last member that do not start another member.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - limits: the limits for all members together.
    /// - Returns: the concatenated contents of the members.
    /// - Throws: ``CompressionError`` with `corrupt`, `truncated`, `checksumMismatch`, `tooLarge` or `unsupported`.
    public static func decompress(
        _ bytes: [UInt8], limits: InflateLimits = .standard
    ) throws(CompressionError) -> [UInt8] {
        var output: [UInt8] = []
        let limit = limits.allowance(forInput: bytes.count)
        try bytes.withUnsafeBufferPointer { input throws(CompressionError) in
            var start = 0
            repeat {
                let rest = UnsafeBufferPointer(rebasing: input[start...])
                let progress = try InflateStream(.gzip).run(rest, appendingTo: &output, limit: limit)
                guard progress.isComplete else { throw Inflate.tooLarge(.gzip, limit) }
                start += progress.consumed
            } while input[start...].starts(with: [0x1f, 0x8b])
        }
        return output
    }

    /// Compresses bytes into a gzip file with one member. The header has no name and no time, so the output is
    /// deterministic.
    ///
    /// - Parameter level: the compression level, 0 (stored) … 9 (smallest).
    /// - Precondition: `level` is in 0…9.
    public static func compress(_ bytes: [UInt8], level: Int = 6) -> [UInt8] {
        Deflate.compress(bytes, level: level, as: .gzip)
    }
}
