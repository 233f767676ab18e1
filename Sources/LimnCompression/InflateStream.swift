// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// A zlib stream for decompression. The address of its `z_stream` never changes, because zlib stores a pointer to it.
final class InflateStream {
    /// The result of decompressing a stream.
    struct Progress {
        /// Whether the end of the stream was reached. If not, the output limit was exceeded.
        var isComplete: Bool
        /// The number of input bytes consumed.
        var consumed: Int
    }

    private let stream: UnsafeMutablePointer<z_stream>
    private let format: DeflateFormat

    init(_ format: DeflateFormat) throws(CompressionError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        self.format = format
        let status = inflateInit2_(stream, format.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        if status != Z_OK { throw Self.error(status, stream, format) }
    }

    deinit {
        // This is safe even after a failed init: zlib leaves `state` null, and inflateEnd only reports an error.
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Decompresses one stream from the start of `input` and appends the result to `output`.
    ///
    /// The memory use depends on the actual output. On return, `output` has at most `limit` bytes.
    func run(
        _ input: UnsafeBufferPointer<UInt8>, appendingTo output: inout [UInt8], limit: Int
    ) throws(CompressionError) -> Progress {
        var consumed = 0
        var step = 16 << 10
        while true {
            let room = min(step, limit - output.count)
            // One spare byte distinguishes "exactly at the limit" from "beyond the limit".
            let (status, taken, produced) = try once(input, from: consumed, appendingTo: &output, room: room + 1)
            consumed += taken
            if output.count > limit {
                output.removeLast(output.count - limit)
                return Progress(isComplete: false, consumed: consumed)
            }
            switch status {
            case Z_STREAM_END: return Progress(isComplete: true, consumed: consumed)
            case Z_OK: break
            case Z_BUF_ERROR where taken > 0 || produced > 0: break
            case Z_BUF_ERROR: throw CompressionError(.truncated, format.subject)
            default: throw Self.error(status, stream, format)
            }
            if consumed == input.count, produced <= room { throw CompressionError(.truncated, format.subject) }
            step = min(step * 2, 8 << 20)
        }
    }

    /// Calls zlib's `inflate` once and appends to `output`.
    ///
    /// - Returns: the status, and the number of bytes consumed and produced.
    private func once(
        _ input: UnsafeBufferPointer<UInt8>, from start: Int, appendingTo output: inout [UInt8], room: Int
    ) throws(CompressionError) -> (status: Int32, consumed: Int, produced: Int) {
        var step = (status: Z_OK, consumed: 0, produced: 0)
        let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            let rest = UnsafeBufferPointer(rebasing: input[start...])
            step = once(rest, into: UnsafeMutableBufferPointer(rebasing: buffer[..<room]))
            count = step.produced
        }
        output.append(contentsOf: piece)
        return step
    }

    /// Calls zlib's `inflate` once.
    ///
    /// - Returns: the status, and the number of bytes consumed and produced.
    private func once(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
    ) -> (status: Int32, consumed: Int, produced: Int) {
        // zlib's counts have only 32 bits.
        let offered = min(input.count, 1 << 30)
        let room = min(output.count, 1 << 30)
        stream.pointee.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0) }
        stream.pointee.avail_in = UInt32(offered)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(room)
        let status = inflate(stream, Z_NO_FLUSH)
        return (status, offered - Int(stream.pointee.avail_in), room - Int(stream.pointee.avail_out))
    }

    /// Decompresses the next piece of input until it is consumed, the output is full or the stream ends.
    ///
    /// - Returns: the number of bytes consumed and produced, and whether the stream has ended. If both numbers are 0,
    ///   more input is needed.
    func inflateNext(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
    ) throws(CompressionError) -> (consumed: Int, produced: Int, isComplete: Bool) {
        let step = once(input, into: output)
        guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(step.status) else {
            throw Self.error(step.status, stream, format)
        }
        return (step.consumed, step.produced, step.status == Z_STREAM_END)
    }

    /// Returns the error for a zlib status. Unknown codes are also errors.
    private static func error(
        _ status: Int32, _ stream: UnsafeMutablePointer<z_stream>, _ format: DeflateFormat
    ) -> CompressionError {
        let message = stream.pointee.msg.map { String(cString: $0) }
        return switch status {
        case Z_DATA_ERROR where message == "incorrect data check" || message == "incorrect length check":
            CompressionError(.checksumMismatch, format.subject)
        case Z_DATA_ERROR: CompressionError(.corrupt, format.subject, message)
        case Z_NEED_DICT: CompressionError(.unsupported, format.subject, "a preset dictionary")
        case Z_MEM_ERROR: CompressionError(.tooLarge, format.subject, "zlib is out of memory")
        default: CompressionError(.corrupt, format.subject, "zlib reports status \(status)")
        }
    }
}
