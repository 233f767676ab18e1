// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

extension InputFile {
    /// Copies the whole file to where a descriptor stands, within the kernel where that can be; no more than a mebibyte
    /// is held in memory.
    ///
    /// - Throws: ``FileError``; that of writing has this file's path, and what was written so far stays. `changed` when
    ///   this is not the file that was opened any more.
    public func copy(to output: FileDescriptor) throws(FileError) {
        guard let descriptor else {
            do { _ = try output.writeAll(piped) } catch { throw writingError(error) }
            return
        }
        var place = sendAll(descriptor, to: output)
        if place < size {
            // The kernel cannot, or something failed: what it is shows in doing it by hand.
            let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
            defer { piece.deallocate() }
            while place < size {
                let count = min(piece.count, size - place)
                let got = pread(descriptor.rawValue, piece.baseAddress, count, off_t(place))
                if got < 0, errno == EINTR { continue }
                guard got >= 0 else { throw FileError(Errno(rawValue: errno), path, .read) }
                guard got > 0 else { throw FileError(.changed, path, .read) }
                do { _ = try output.writeAll(piece[..<got]) } catch { throw writingError(error) }
                place += got
            }
        }
        try checkUnchanged()
    }

    private func writingError(_ error: any Error) -> FileError {
        FileError(writing: path, cause: error as? Errno ?? .ioError)
    }

    /// Has the kernel copy as much as it does.
    ///
    /// - Returns: how much that was.
    private func sendAll(_ descriptor: FileDescriptor, to output: FileDescriptor) -> Int {
        #if os(Linux)
            var place: off_t = 0
            while place < size {
                // No more than 2 GiB at once (sendfile(2)).
                let sent = sendfile(output.rawValue, descriptor.rawValue, &place, min(size - Int(place), 1 << 30))
                if sent < 0, errno == EINTR { continue }
                if sent <= 0 { break }
            }
            return Int(place)
        #else
            return 0
        #endif
    }
}
