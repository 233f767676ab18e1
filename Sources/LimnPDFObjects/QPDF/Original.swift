// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles

/// The file that a document was opened from: bytes in memory, or a file descriptor.
///
/// Callers read only the ranges that they need, so a descriptor's file is never held in memory as a whole.
final class Original {
    /// The size in bytes.
    let size: Int
    /// A duplicate of the caller's descriptor; nil if the bytes are in memory.
    let descriptor: Int32?
    /// The bytes; empty if there is a descriptor.
    let memory: UnsafeRawBufferPointer

    /// Makes a file from a copy of bytes in memory.
    init(_ bytes: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
        copy.copyBytes(from: bytes)
        memory = UnsafeRawBufferPointer(start: copy.baseAddress, count: bytes.count)
        size = bytes.count
        descriptor = nil
    }

    /// Makes a file that is read through a duplicate of a descriptor of a regular file. The caller keeps the
    /// descriptor.
    ///
    /// - Throws: ``PDFObjectsError`` with `unreadable`.
    init(descriptor: Int32) throws(PDFObjectsError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.failure() }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PDFObjectsError(.unreadable, cause: "it is not a regular file")
        }
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { throw Self.failure() }
        self.descriptor = own
        size = Int(status.st_size)
        memory = UnsafeRawBufferPointer(start: nil, count: 0)
    }

    deinit {
        if let descriptor { close(descriptor) }
        UnsafeMutableRawBufferPointer(mutating: memory).deallocate()
    }

    private static func failure() -> PDFObjectsError {
        PDFObjectsError(.unreadable, cause: String(cString: strerror(errno)))
    }

    /// Returns the bytes of a range, clamped to the size of the file.
    ///
    /// - Throws: ``PDFObjectsError`` with `unreadable`, for example if the file has become shorter.
    func bytes(_ range: Range<Int>) throws(PDFObjectsError) -> [UInt8] {
        let range = range.clamped(to: 0..<size)
        guard descriptor != nil else { return [UInt8](memory[range]) }
        var failure: PDFObjectsError?
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            do throws(PDFObjectsError) {
                try read(UnsafeMutableRawBufferPointer(buffer), from: range.lowerBound)
                count = range.count
            } catch { failure = error }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Returns the first `count` bytes, or the whole file if it is shorter.
    func prefix(_ count: Int) throws(PDFObjectsError) -> [UInt8] { try bytes(0..<count) }

    /// Returns the offset of the header `%PDF-`; nil if there is none. Viewers look for it in the first 1024 bytes (ISO
    /// 32000, annex H).
    func headerOffset() throws(PDFObjectsError) -> Int? { try prefix(1024 + 5).offsets(of: "%PDF-").first }

    /// Returns the last `count` bytes, or the whole file if it is shorter.
    func suffix(_ count: Int) throws(PDFObjectsError) -> [UInt8] { try bytes(max(0, size - count)..<size) }

    /// Reads the whole file in windows. Each window begins with the end of the previous one.
    ///
    /// - Parameters:
    ///   - overlap: the number of bytes that successive windows share.
    ///   - body: receives a window and the number of bytes that it shares with the previous one. It returns whether to
    ///     continue.
    /// - Throws: ``PDFObjectsError`` with `unreadable`.
    func forEachWindow(
        overlap: Int, _ body: (UnsafeBufferPointer<UInt8>, Int) -> Bool
    ) throws(PDFObjectsError) {
        guard descriptor != nil else {
            _ = memory.withMemoryRebound(to: UInt8.self) { body($0, 0) }
            return
        }
        let window = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.windowSize + overlap, alignment: 64)
        defer { window.deallocate() }
        var place = 0
        var shared = 0
        while place < size {
            let count = min(Self.windowSize, size - place)
            try read(UnsafeMutableRawBufferPointer(rebasing: window[shared..<(shared + count)]), from: place)
            let filled = UnsafeRawBufferPointer(rebasing: window[..<(shared + count)])
            guard filled.withMemoryRebound(to: UInt8.self, { body($0, shared) }) else { return }
            place += count
            let kept = min(overlap, shared + count)
            memmove(window.baseAddress!, window.baseAddress! + shared + count - kept, kept)
            shared = kept
        }
    }

    private static let windowSize = 1 << 20

    /// Returns whether the file contains a byte pattern, which must not be empty.
    func contains(_ pattern: [UInt8]) throws(PDFObjectsError) -> Bool {
        var isFound = false
        try forEachWindow(overlap: pattern.count - 1) { window, _ in
            guard let base = window.baseAddress, window.count >= pattern.count else { return true }
            var place = 0
            let end = window.count - pattern.count + 1
            while !isFound, place < end, let next = memchr(base + place, Int32(pattern[0]), end - place) {
                isFound = memcmp(next, pattern, pattern.count) == 0
                place = UnsafeRawPointer(base).distance(to: next) + 1
            }
            return !isFound
        }
        return isFound
    }

    /// Reads from the descriptor until a buffer is full.
    private func read(_ buffer: UnsafeMutableRawBufferPointer, from place: Int) throws(PDFObjectsError) {
        guard let descriptor else { preconditionFailure("what is in memory is not read") }
        var done = 0
        while done < buffer.count {
            let got = pread(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(place + done))
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw Self.failure() }
            guard got > 0 else { throw PDFObjectsError(.unreadable, cause: "it has become shorter meanwhile") }
            done += got
        }
    }
}
