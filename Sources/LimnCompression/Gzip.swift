// SPDX-License-Identifier: Apache-2.0

/// Reads and writes gzip files (RFC 1952).
public enum Gzip {
    /// Whether data begin as a gzip file does.
    public static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1f, 0x8b]) }

    /// Inflates a gzip file: all its members, one after another.
    ///
    /// What follows the last member and does not look like another one is ignored, as gzip does.
    ///
    /// - Parameter limits: they hold for all members together.
    /// - Throws: ``CompressionError``: corrupt, truncated, with a wrong checksum, or larger than the limits allow.
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

    /// Makes a gzip file of one member without a name and with no time, so that equal input gives equal bytes.
    ///
    /// - Parameter level: 0 (stored) … 9 (smallest).
    public static func compress(_ bytes: [UInt8], level: Int = 6) -> [UInt8] {
        Deflate.compress(bytes, level: level, as: .gzip)
    }
}
