// SPDX-License-Identifier: Apache-2.0

/// Contents of an entry on their way through, measured and summed up.
struct ZipPieces {
    private let entry: ZipEntry
    private var size = 0
    private var crc = CRC32()

    init(_ entry: ZipEntry) { self.entry = entry }

    /// Passes the next piece on, unless there is more by now than the directory announces.
    mutating func pass(
        _ piece: UnsafeBufferPointer<UInt8>, to body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        size += piece.count
        guard size <= entry.size else { throw wrongSize }
        crc.update(piece)
        try body(UnsafeRawBufferPointer(piece))
    }

    /// Compares with the directory when all has passed.
    func finish() throws(CompressionError) {
        guard size == entry.size else { throw wrongSize }
        guard crc.value == entry.crc32 else { throw CompressionError(.checksumMismatch, entry.subject) }
    }

    private var wrongSize: CompressionError {
        CompressionError(.corrupt, entry.subject, "its size is not the one in the directory")
    }
}

/// Inflates contents that come in pieces.
struct ZipInflater: ~Copyable {
    private let stream: InflateStream
    private let output: UnsafeMutableBufferPointer<UInt8>
    /// Whether the stream is at its end.
    private(set) var isComplete = false

    init() throws(CompressionError) {
        stream = try InflateStream(.raw)
        output = .allocate(capacity: ZipFile.pieceSize)
    }

    deinit { output.deallocate() }

    /// Inflates the next piece, and hands on what comes out in pieces.
    ///
    /// - Throws: what `body` throws; ``CompressionError`` with `corrupt`, also where the stream has ended before.
    mutating func inflate(
        _ piece: UnsafeBufferPointer<UInt8>, of entry: ZipEntry, to body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        var rest = piece[...]
        while true {
            if isComplete {
                guard rest.isEmpty else {
                    throw CompressionError(.corrupt, entry.subject, "something follows its compressed contents")
                }
                return
            }
            let step: (taken: Int, made: Int, isComplete: Bool)
            do throws(CompressionError) {
                step = try stream.proceed(UnsafeBufferPointer(rebasing: rest), into: output)
            } catch { throw CompressionError(error.code, entry.subject, error.detail) }
            guard step.taken > 0 || step.made > 0 || rest.isEmpty else {
                throw CompressionError(.corrupt, entry.subject, "its compressed contents do not go on")
            }
            rest = rest.dropFirst(step.taken)
            isComplete = step.isComplete
            if step.made > 0 { try body(UnsafeBufferPointer(rebasing: output[..<step.made])) }
            // What is left in zlib is less than the room that there was.
            if !isComplete, rest.isEmpty, step.made < output.count { return }
        }
    }
}
