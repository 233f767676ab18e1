// SPDX-License-Identifier: Apache-2.0

/// Inflates deflate streams (RFC 1951) within limits.
public enum Inflate {
    /// Inflates data that hold one stream and nothing else.
    ///
    /// - Throws: ``CompressionError``: corrupt, truncated, with a wrong checksum, followed by other bytes, or larger
    ///   than the limits allow.
    public static func decompress(
        _ bytes: [UInt8], as format: DeflateFormat = .zlib, limits: InflateLimits = .standard
    ) throws(CompressionError) -> [UInt8] {
        let (output, consumed) = try decompressPrefix(of: bytes, as: format, limits: limits)
        guard consumed == bytes.count else {
            throw CompressionError(.trailingBytes, format.subject, "\(bytes.count - consumed) bytes")
        }
        return output
    }

    /// Inflates the stream that data begin with, and says how many bytes of the data it takes up.
    ///
    /// - Throws: ``CompressionError``, as ``decompress(_:as:limits:)`` does, except for what follows the stream.
    public static func decompressPrefix(
        of bytes: [UInt8], as format: DeflateFormat = .zlib, limits: InflateLimits = .standard
    ) throws(CompressionError) -> (output: [UInt8], consumed: Int) {
        var output: [UInt8] = []
        let limit = limits.allowance(forInput: bytes.count)
        let progress = try bytes.withUnsafeBufferPointer { input throws(CompressionError) in
            try InflateStream(format).run(input, appendingTo: &output, limit: limit)
        }
        guard progress.isComplete else { throw tooLarge(format, limit) }
        return (output, progress.consumed)
    }

    /// The first bytes of what a stream inflates to, at most `count`; whatever can be had when the data are damaged.
    ///
    /// For telling formats apart without reading them.
    public static func beginning(of bytes: [UInt8], as format: DeflateFormat, count: Int) -> [UInt8] {
        var output: [UInt8] = []
        bytes.withUnsafeBufferPointer { input in
            _ = try? InflateStream(format).run(input, appendingTo: &output, limit: max(0, count))
        }
        return output
    }

    static func tooLarge(_ format: DeflateFormat, _ limit: Int) -> CompressionError {
        CompressionError(.tooLarge, format.subject, "more than \(limit) bytes")
    }
}
