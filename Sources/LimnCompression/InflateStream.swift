// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// Owner of a `z_stream` that inflates. Its address never changes: zlib keeps a pointer back to it.
final class InflateStream {
    /// What one stream came to.
    struct Progress {
        /// Whether the end of the stream was reached; otherwise the output is full.
        var isComplete: Bool
        /// Bytes taken from the input.
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
        // Safe after a failed init too: zlib leaves `state` null, and inflateEnd then only reports an error.
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Inflates one stream from the start of `input` and appends what comes out to `output`.
    ///
    /// Memory grows with what really comes out, at most to `limit` bytes of `output` in all, and never first.
    func run(
        _ input: UnsafeBufferPointer<UInt8>, appendingTo output: inout [UInt8], limit: Int
    ) throws(CompressionError) -> Progress {
        var consumed = 0
        var step = 16 << 10
        while true {
            let room = min(step, limit - output.count)
            // One spare byte tells "exactly at the limit" from "beyond it".
            let (status, taken, made) = try once(input, from: consumed, appendingTo: &output, room: room + 1)
            consumed += taken
            if output.count > limit {
                output.removeLast(output.count - limit)
                return Progress(isComplete: false, consumed: consumed)
            }
            switch status {
            case Z_STREAM_END: return Progress(isComplete: true, consumed: consumed)
            case Z_OK: break
            case Z_BUF_ERROR where taken > 0 || made > 0: break
            case Z_BUF_ERROR: throw CompressionError(.truncated, format.subject)
            default: throw Self.error(status, stream, format)
            }
            if consumed == input.count, made <= room { throw CompressionError(.truncated, format.subject) }
            step = min(step * 2, 8 << 20)
        }
    }

    /// One call of zlib's `inflate`: the status, the bytes taken and the bytes made.
    private func once(
        _ input: UnsafeBufferPointer<UInt8>, from start: Int, appendingTo output: inout [UInt8], room: Int
    ) throws(CompressionError) -> (status: Int32, taken: Int, made: Int) {
        var step = (status: Z_OK, taken: 0, made: 0)
        let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            let rest = UnsafeBufferPointer(rebasing: input[start...])
            step = once(rest, into: UnsafeMutableBufferPointer(rebasing: buffer[..<room]))
            count = step.made
        }
        output.append(contentsOf: piece)
        return step
    }

    /// One call of zlib's `inflate`: the status, the bytes taken and the bytes made.
    private func once(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
    ) -> (status: Int32, taken: Int, made: Int) {
        // Counts are 32 bits wide in zlib.
        let offered = min(input.count, 1 << 30)
        let room = min(output.count, 1 << 30)
        stream.pointee.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0) }
        stream.pointee.avail_in = UInt32(offered)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(room)
        let status = inflate(stream, Z_NO_FLUSH)
        return (status, offered - Int(stream.pointee.avail_in), room - Int(stream.pointee.avail_out))
    }

    /// Goes on with a stream whose input comes in pieces, until the piece is used up, the output is full, or the stream ends.
    ///
    /// - Returns: the bytes taken of the input and put into the output, and whether the stream is at its end. Where both are
    ///   0 more input is needed.
    func proceed(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
    ) throws(CompressionError) -> (taken: Int, made: Int, isComplete: Bool) {
        let step = once(input, into: output)
        guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(step.status) else {
            throw Self.error(step.status, stream, format)
        }
        return (step.taken, step.made, step.status == Z_STREAM_END)
    }

    /// The one place where zlib's status becomes an error; unknown codes stay errors.
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
