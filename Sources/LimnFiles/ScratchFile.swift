// SPDX-License-Identifier: GPL-3.0-or-later

package import Foundation
public import SystemPackage

/// An unnamed temporary file. It passes bytes between processes through its descriptor.
///
/// The kernel deletes the file when its last descriptor is closed, even if the process is killed.
public final class ScratchFile: Sendable {
    /// The descriptor, for reading and writing. This object owns it and closes it when it is released.
    public let descriptor: FileDescriptor
    /// A read-only descriptor of the same file, for code that must not change the file.
    package let reader: FileDescriptor

    /// Creates an empty file.
    ///
    /// - Parameter folder: a folder on the file system to use; nil for the system's temporary folder.
    /// - Throws: ``FileError``, with the path of the folder.
    public init(in folder: FilePath? = nil) throws(FileError) {
        let folder = folder ?? .temporaryFolder
        if let unnamed = UnnamedFile.open(in: folder, [.ownerReadWrite]) {
            do { reader = try UnnamedFile.reader(of: unnamed) } catch {
                try? unnamed.close()
                throw FileError(error as? Errno ?? .ioError, folder, .write)
            }
            descriptor = unnamed
            return
        }
        var name = folder.appending("limn-XXXXXX").withPlatformString { path in
            Array(UnsafeBufferPointer(start: path, count: strlen(path) + 1))
        }
        let number = mkstemp(&name)
        guard number >= 0 else { throw FileError(Errno(rawValue: errno), folder, .write) }
        // The second descriptor is opened before the name is removed: later it could be opened only through /proc,
        // which may be missing.
        let second = open(name, O_RDONLY | O_CLOEXEC)
        let cause = Errno(rawValue: errno)
        unlink(name)
        guard second >= 0 else {
            close(number)
            throw FileError(cause, folder, .write)
        }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        descriptor = FileDescriptor(rawValue: number)
        reader = FileDescriptor(rawValue: second)
    }

    /// Returns whether the system's temporary folder has room for a number of bytes.
    package static func hasRoom(for bytes: Int) -> Bool {
        var status = statvfs()
        guard FilePath.temporaryFolder.withPlatformString({ statvfs($0, &status) }) == 0 else { return false }
        let (room, isMore) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isMore || room >= UInt64(max(0, bytes))
    }

    /// Creates a file with some content in the system's temporary folder. The position of the descriptor is 0.
    ///
    /// - Throws: ``FileError``; `noSpace` if the bytes do not fit.
    public convenience init(_ bytes: [UInt8]) throws(FileError) {
        try self.init()
        do {
            _ = try descriptor.writeAll(bytes)
            _ = try descriptor.seek(offset: 0, from: .start)
        } catch {
            throw FileError(error as? Errno ?? .ioError, .temporaryFolder, .write)
        }
    }

    deinit {
        try? descriptor.close()
        try? reader.close()
    }

    /// The current size of the file in bytes.
    public var size: Int {
        var status = stat()
        return fstat(descriptor.rawValue, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Returns the whole content. The position of the descriptor does not change.
    ///
    /// - Parameter limit: the largest allowed size in bytes.
    /// - Throws: ``FileError``; `tooLarge` if there are more than `limit` bytes, `changed` if another process writes to
    ///   the file in the meantime.
    public func bytes(limit: Int = .max) throws(FileError) -> [UInt8] {
        try asInput(named: "-").bytes(limit: limit)
    }

    /// Returns the whole content in pages of its own, which the kernel takes back when the data is released. Allocators
    /// may keep the memory of large arrays, one for each thread that ever made one.
    ///
    /// - Parameter limit: the largest allowed size in bytes.
    /// - Throws: ``FileError``, as ``bytes(limit:)`` does; `other` if the kernel has no memory.
    package func data(limit: Int = .max) throws(FileError) -> Data {
        let input = try asInput(named: "-")
        let count = input.size
        guard count <= limit else { throw FileError(tooLarge: input.path, limit: limit) }
        guard count > 0 else { return Data() }
        let pages = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let pages, pages != MAP_FAILED else { throw FileError(Errno(rawValue: errno), input.path, .read) }
        do throws(FileError) {
            try input.read(into: UnsafeMutableRawBufferPointer(start: pages, count: count), from: 0)
            try input.checkUnchanged()
        } catch {
            munmap(pages, count)
            throw error
        }
        // `Data` copies a few bytes and releases the pages at once, so they are read before.
        return Data(bytesNoCopy: pages, count: count, deallocator: .custom { start, size in munmap(start, size) })
    }

    /// Opens the file for reading only. The result outlives this object. Whoever gets its descriptor cannot change the file.
    ///
    /// Finish writing before this call: reading the result after a later write throws `changed`.
    ///
    /// - Parameter path: the path for messages.
    /// - Throws: ``FileError``.
    public func asInput(named path: FilePath) throws(FileError) -> InputFile {
        let copy: FileDescriptor
        do { copy = try reader.duplicate() } catch { throw FileError(.ioError, path, .read) }
        return try InputFile(adopting: copy, named: path)
    }
}
