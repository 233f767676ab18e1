// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// Compression with deflate (RFC 1951).
public enum Deflate {
    /// Compresses bytes into one stream. The output is deterministic for a given version of zlib.
    ///
    /// The output buffer is allocated with the size of zlib's upper bound, which is slightly more than the input. The
    /// call traps if there is not enough memory.
    ///
    /// - Parameters:
    ///   - bytes: the data, of any size. Empty data produces a valid stream.
    ///   - level: the compression level, 0 (stored) … 9 (smallest).
    ///   - format: the container around the stream.
    /// - Returns: the stream, including the header and checksum of its container.
    /// - Precondition: `level` is in 0…9.
    public static func compress(
        _ bytes: [UInt8], level: Int = 6, as format: DeflateFormat = .zlib
    ) -> [UInt8] {
        precondition(0...9 ~= level, "the compression level must be in 0…9")
        // zlib stores a pointer to the `z_stream`, so it must not move.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        let status = deflateInit2_(
            stream, Int32(level), Z_DEFLATED, format.windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "deflateInit2 fails only if memory runs out")
        defer { deflateEnd(stream) }

        let bound = Int(deflateBound(stream, uLong(bytes.count)))
        return bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                count = finish(stream, input, output)
            }
        }
    }

    /// Compresses all input and returns the number of bytes written. `output` must have the size given by
    /// `deflateBound`.
    private static func finish(
        _ stream: UnsafeMutablePointer<z_stream>, _ input: UnsafeBufferPointer<UInt8>,
        _ output: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        // zlib's counts have 32 bits, so large data is passed in pieces.
        let piece = 1 << 30
        var (read, written) = (0, 0)
        while true {
            let offered = min(piece, input.count - read)
            let room = min(piece, output.count - written)
            stream.pointee.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0 + read) }
            stream.pointee.avail_in = UInt32(offered)
            stream.pointee.next_out = output.baseAddress.map { $0 + written }
            stream.pointee.avail_out = UInt32(room)
            let status = deflate(stream, read + offered == input.count ? Z_FINISH : Z_NO_FLUSH)
            read += offered - Int(stream.pointee.avail_in)
            written += room - Int(stream.pointee.avail_out)
            if status == Z_STREAM_END { return written }
            precondition(status == Z_OK || status == Z_BUF_ERROR, "deflate does not fail on a valid stream")
            precondition(written < output.count, "deflateBound bounds the output")
        }
    }
}
