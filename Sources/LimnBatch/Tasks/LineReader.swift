// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// Reads a file line by line, with one line in memory. The bytes of a line that is too long are skipped.
struct LineReader {
    /// A line and its position.
    struct Line {
        /// The offset of the first byte.
        var offset: Int
        /// The bytes without the line's end; nil if there are too many.
        var bytes: [UInt8]?
        /// The number of bytes, without the line's end.
        var count: Int
        /// The hash of a line that is too long; nil for other lines.
        var hash: ContentHash?
        /// Whether the line has an end. The last line of an incomplete file has none.
        var isWhole: Bool
    }

    /// The maximum length of a line, in bytes.
    static let limit = 1 << 20

    /// The source of the bytes: a descriptor, or a file up to the size that it had when it was opened.
    private enum Source {
        case descriptor(FileDescriptor)
        case file(InputFile)
    }

    private let source: Source
    private let path: FilePath
    private let end: UInt8
    private var buffer: [UInt8] = []
    private var position = 0
    private var offset = 0
    /// The number of bytes read so far.
    private var filled = 0
    private var isAtEnd = false

    /// Creates a reader that starts at a descriptor's position.
    ///
    /// - Parameter end: the byte that ends a line.
    init(_ descriptor: FileDescriptor, named path: FilePath, end: UInt8 = 10) {
        (source, self.path, self.end) = (.descriptor(descriptor), path, end)
    }

    /// Creates a reader for a file, up to the size that it had when it was opened.
    ///
    /// - Parameter end: the byte that ends a line.
    init(_ file: InputFile, end: UInt8 = 10) { (source, path, self.end) = (.file(file), file.path, end) }

    /// Returns the next line; nil at the end.
    ///
    /// - Throws: ``BatchError`` if the file cannot be read.
    mutating func next() throws(BatchError) -> Line? {
        var line: [UInt8] = []
        var hasher: ContentHasher?
        var count = 0
        let start = offset
        while true {
            if position == buffer.count, try !fill() {
                guard count > 0 else { return nil }
                return Line(
                    offset: start, bytes: hasher == nil ? line : nil, count: count, hash: hasher?.hash, isWhole: false)
            }
            let found = buffer[position...].firstIndex(of: end)
            let piece = buffer[position..<(found ?? buffer.count)]
            count += piece.count
            offset += piece.count + (found == nil ? 0 : 1)
            position = found.map { $0 + 1 } ?? buffer.count
            if hasher == nil, count > Self.limit {
                let tall = ContentHasher()
                line.withUnsafeBytes { tall.update($0) }
                line = []
                hasher = tall
            }
            if let hasher {
                piece.withUnsafeBytes { hasher.update($0) }
            } else {
                line += piece
            }
            guard found == nil else {
                return Line(
                    offset: start, bytes: hasher == nil ? line : nil, count: count, hash: hasher?.hash, isWhole: true)
            }
        }
    }

    private mutating func fill() throws(BatchError) -> Bool {
        guard !isAtEnd else { return false }
        let size = 1 << 16
        switch source {
        case .descriptor(let descriptor):
            do {
                buffer = try [UInt8](unsafeUninitializedCapacity: size) { space, count in
                    count = try descriptor.read(into: UnsafeMutableRawBufferPointer(space))
                }
            } catch { throw BatchError(FileError(reading: path, cause: error as? Errno ?? .ioError)) }
        case .file(let file):
            do throws(FileError) {
                buffer = try file.bytes(in: filled..<min(file.size, filled + size))
            } catch { throw BatchError(error) }
        }
        filled += buffer.count
        position = 0
        isAtEnd = buffer.isEmpty
        return !isAtEnd
    }
}
