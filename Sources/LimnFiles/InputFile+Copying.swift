// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

extension InputFile {
    /// Copies the whole file to the current position of a descriptor.
    ///
    /// The kernel copies where it can (sendfile(2)); otherwise at most 1 MiB is held in memory.
    ///
    /// - Throws: ``FileError``. An error of writing carries this file's path, and bytes written before it stay.
    ///   `changed` when the file changed since it was opened.
    public func copy(to output: FileDescriptor) throws(FileError) {
        guard let descriptor else {
            do { _ = try output.writeAll(memory) } catch { throw writingError(error) }
            return
        }
        var offset = sendAll(descriptor, to: output)
        if offset < size {
            // Either sendfile does not support these descriptors, or it failed. Copying by hand reports the real error.
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

    /// Copies with sendfile(2) until it stops.
    ///
    /// - Returns: the number of bytes copied.
    private func sendAll(_ descriptor: FileDescriptor, to output: FileDescriptor) -> Int {
        #if os(Linux)
            var offset: off_t = 0
            while offset < size {
                // One call transfers at most 2 GiB (sendfile(2)).
                let sent = sendfile(output.rawValue, descriptor.rawValue, &offset, min(size - Int(offset), 1 << 30))
                if sent < 0, errno == EINTR { continue }
                if sent <= 0 { break }
            }
            return Int(offset)
        #else
            return 0
        #endif
    }
}
