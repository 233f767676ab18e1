// SPDX-License-Identifier: GPL-3.0-or-later

internal import CFiles
internal import Foundation
public import SystemPackage

extension InputFile {
    /// Copies the whole file to the current position of a descriptor.
    ///
    /// If possible, the kernel copies the bytes, or the file system lets both files share their blocks
    /// (copy_file_range(2), sendfile(2)). Otherwise the bytes go through a buffer of 1 MiB.
    ///
    /// - Parameter output: a descriptor that is open for writing. When the call returns, its position is after the
    ///   copied bytes.
    /// - Throws: ``FileError``. A write error has this file's path; bytes written before the error stay. `changed` if
    ///   the file has changed since it was opened; then all bytes have been written already.
    public func copy(to output: FileDescriptor) throws(FileError) {
        guard let descriptor else {
            do { _ = try output.writeAll(memory) } catch { throw writingError(error) }
            return
        }
        var offset = share(descriptor, with: output)
        offset = sendAll(descriptor, from: offset, to: output)
        if offset < size {
            // Either sendfile does not support these descriptors, or it failed. The loop below reports the real error.
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
            defer { buffer.deallocate() }
            while offset < size {
                let chunk = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, size - offset)])
                try read(into: chunk, from: offset)
                do { _ = try output.writeAll(chunk) } catch { throw writingError(error) }
                offset += chunk.count
            }
        }
        try checkUnchanged()
    }

    private func writingError(_ error: any Error) -> FileError {
        FileError(writing: path, cause: error as? Errno ?? .ioError)
    }

    /// Returns whether another file begins with the content of this file.
    ///
    /// - Parameter other: a descriptor that is open for reading. Its position does not change.
    /// - Throws: ``FileError`` if one of the files cannot be read; `changed` if this file has changed since it was
    ///   opened.
    package func isPrefix(of other: FileDescriptor) throws(FileError) -> Bool {
        let half = 1 << 20
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * half, alignment: 64)
        defer { buffer.deallocate() }
        var offset = 0
        while offset < size {
            let count = min(half, size - offset)
            let own = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
            let found = UnsafeMutableRawBufferPointer(rebasing: buffer[half..<(half + count)])
            try read(into: own, from: offset)
            var done = 0
            while done < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: found[done...])
                let got: Int
                do { got = try other.read(fromAbsoluteOffset: Int64(offset + done), into: rest) } catch {
                    throw FileError(error as? Errno ?? .ioError, path, .read)
                }
                guard got > 0 else { return false }
                done += got
            }
            guard memcmp(own.baseAddress!, found.baseAddress!, count) == 0 else { return false }
            offset += count
        }
        try checkUnchanged()
        return true
    }

    /// Copies with copy_file_range(2) until it stops.
    ///
    /// - Returns: the number of bytes copied.
    private func share(_ descriptor: FileDescriptor, with output: FileDescriptor) -> Int {
        var offset: Int64 = 0
        while offset < size {
            let copied = cfiles_copy_range(
                descriptor.rawValue, &offset, output.rawValue, min(size - Int(offset), 1 << 30))
            if copied < 0, errno == EINTR { continue }
            if copied <= 0 { break }
        }
        return Int(offset)
    }

    /// Copies with sendfile(2) until it stops.
    ///
    /// - Returns: the offset up to which bytes were copied.
    private func sendAll(_ descriptor: FileDescriptor, from start: Int, to output: FileDescriptor) -> Int {
        #if os(Linux)
            var offset = off_t(start)
            while offset < size {
                // One call transfers at most 2 GiB (sendfile(2)).
                let sent = sendfile(output.rawValue, descriptor.rawValue, &offset, min(size - Int(offset), 1 << 30))
                if sent < 0, errno == EINTR { continue }
                if sent <= 0 { break }
            }
            return Int(offset)
        #else
            return start
        #endif
    }
}
