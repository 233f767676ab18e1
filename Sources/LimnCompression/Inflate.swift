// SPDX-License-Identifier: Apache-2.0

/// Decompression of deflate streams (RFC 1951), with limits.
public enum Inflate {
    /// Decompresses data that consists of exactly one stream.
    ///
    /// - Throws: ``CompressionError`` with `corrupt`, `truncated`, `checksumMismatch`, `trailingBytes`, `tooLarge`, or
    ///   `unsupported` if a zlib stream needs a preset dictionary.
    public static func decompress(
        _ bytes: [UInt8], as format: DeflateFormat = .zlib, limits: InflateLimits = .standard
    ) throws(CompressionError) -> [UInt8] {
        let (output, consumed) = try decompressPrefix(of: bytes, as: format, limits: limits)
        guard consumed == bytes.count else {
            throw CompressionError(.trailingBytes, format.subject, "\(bytes.count - consumed) bytes")
        }
        return output
    }

    /// Decompresses the stream at the start of the data.
    ///
    /// - Returns: the output, and the length of the compressed stream in bytes, including its container.
    /// - Throws: the same errors as ``decompress(_:as:limits:)``, except `trailingBytes`.
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

    /// Returns the first bytes of a stream's output, for detecting formats. The checksum is not verified, and the rest
    /// of the stream is not read.
    ///
    /// - Returns: at most `count` bytes; fewer if the output is shorter or the data is damaged.
    public static func firstBytes(of bytes: [UInt8], as format: DeflateFormat, count: Int) -> [UInt8] {
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
