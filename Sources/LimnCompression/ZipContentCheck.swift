// SPDX-License-Identifier: Apache-2.0

/// Checks the size and the checksum of an entry's contents, piece by piece.
struct ZipContentCheck {
    private let entry: ZipEntry
    private var size = 0
    private var crc = CRC32()

    init(_ entry: ZipEntry) { self.entry = entry }

    /// Checks the next piece and passes it to `body`.
    ///
    /// - Throws: errors of `body`, and `corrupt` if the contents exceed the size in the directory.
    mutating func pass(
        _ piece: UnsafeBufferPointer<UInt8>, to body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        size += piece.count
        guard size <= entry.size else { throw wrongSize }
        crc.update(piece)
        try body(UnsafeRawBufferPointer(piece))
    }

    /// Verifies the size and checksum after the last piece.
    func finish() throws(CompressionError) {
        guard size == entry.size else { throw wrongSize }
        guard crc.value == entry.crc32 else { throw CompressionError(.checksumMismatch, entry.subject) }
    }

    private var wrongSize: CompressionError {
        CompressionError(.corrupt, entry.subject, "its size differs from the directory")
    }
}

/// A decompressor that processes an entry's contents in pieces.
struct ZipInflater: ~Copyable {
    private let stream: InflateStream
    private let output: UnsafeMutableBufferPointer<UInt8>
    /// Whether the stream has ended.
    private(set) var isComplete = false

    init() throws(CompressionError) {
        stream = try InflateStream(.raw)
        output = .allocate(capacity: ZipFile.pieceSize)
    }

    deinit { output.deallocate() }

    /// Decompresses the next piece and passes the output to `body` in pieces.
    ///
    /// - Throws: errors of `body`, and ``CompressionError`` with `corrupt` if the data is damaged or continues after
    ///   the end of the stream.
    mutating func inflate(
        _ piece: UnsafeBufferPointer<UInt8>, of entry: ZipEntry, to body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        var rest = piece[...]
        while true {
            if isComplete {
                guard rest.isEmpty else {
                    throw CompressionError(
                        .corrupt, entry.subject, "there are extra bytes after its compressed contents")
                }
                return
            }
            let step: (consumed: Int, produced: Int, isComplete: Bool)
            do throws(CompressionError) {
                step = try stream.inflateNext(UnsafeBufferPointer(rebasing: rest), into: output)
            } catch { throw CompressionError(error.code, entry.subject, error.detail) }
            guard step.consumed > 0 || step.produced > 0 || rest.isEmpty else {
                throw CompressionError(.corrupt, entry.subject, "its compressed contents are damaged")
            }
            rest = rest.dropFirst(step.consumed)
            isComplete = step.isComplete
            if step.produced > 0 { try body(UnsafeBufferPointer(rebasing: output[..<step.produced])) }
            // If zlib did not fill the buffer, it has no more output.
            if !isComplete, rest.isEmpty, step.produced < output.count { return }
        }
    }
}
