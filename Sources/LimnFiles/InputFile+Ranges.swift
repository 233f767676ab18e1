// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import SystemPackage

extension InputFile {
    /// Returns the bytes in a range of offsets from the start of the file. The whole range is held in memory.
    ///
    /// - Precondition: the range lies within the ``size``.
    /// - Throws: ``FileError``; `changed` if the file has become too short. ``checkUnchanged()`` detects other changes.
    public func bytes(in range: Range<Int>) throws(FileError) -> [UInt8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= size, "the range lies within the file")
        guard descriptor != nil else { return Array(memory[range]) }
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            do throws(FileError) {
                try read(
                    into: UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(buffer)[..<range.count]), from: range.lowerBound)
                count = range.count
            } catch { failure = error }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Fills a buffer with the bytes that start at an offset, as pread(2) does. The position of the descriptor does not
    /// change, so several threads may read at the same time.
    ///
    /// - Parameters:
    ///   - buffer: the buffer, which is filled completely unless the call throws.
    ///   - offset: the offset of the first byte, from 0.
    /// - Precondition: the range lies within the ``size``.
    /// - Throws: ``FileError``, as ``bytes(in:)`` does.
    public func read(into buffer: UnsafeMutableRawBufferPointer, from offset: Int) throws(FileError) {
        precondition(offset >= 0 && buffer.count <= size - offset, "the range lies within the file")
        guard let descriptor else {
            return memory.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + buffer.count)]))
            }
        }
        var count = 0
        while count < buffer.count {
            let got = pread(
                descriptor.rawValue, buffer.baseAddress.map { $0 + count }, buffer.count - count,
                off_t(offset + count))
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw FileError(Errno(rawValue: errno), path, .read) }
            guard got > 0 else { throw FileError(.changed, path, .read) }
            count += got
        }
    }
}
