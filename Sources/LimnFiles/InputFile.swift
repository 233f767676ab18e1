// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

/// A file opened once for reading; everything that is read of it comes through this one descriptor.
///
/// Pipes and devices are read to their end when opened, into memory or, where that is much, into a file without a name.
public final class InputFile: Sendable {
    /// The path it was opened by, for messages.
    public let path: FilePath
    /// The descriptor of a regular file; nil where the bytes are in memory, as little of a pipe is.
    public let descriptor: FileDescriptor?
    let piped: [UInt8]
    private let identity: Identity

    /// What must stay the same while a file is read.
    fileprivate struct Identity: Equatable {
        var size = 0
        var seconds = 0
        var nanoseconds = 0
    }

    /// Opens a file.
    ///
    /// - Parameter opened: the path to open where that is another, such as the same with all links followed.
    /// - Throws: ``FileError``.
    public init(_ path: FilePath, opened: FilePath? = nil) throws(FileError) {
        self.path = path
        let descriptor: FileDescriptor
        do { descriptor = try .open(opened ?? path, .readOnly, options: [.closeOnExec]) } catch {
            throw FileError(error as? Errno ?? .ioError, path, .read)
        }
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0 else {
            let cause = Errno(rawValue: errno)
            try? descriptor.close()
            throw FileError(cause, path, .read)
        }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else {
            try? descriptor.close()
            throw FileError(.isDirectory, path, .read)
        }
        if kind == S_IFREG {
            self.descriptor = descriptor
            piped = []
            identity = Identity(status)
        } else {
            defer { try? descriptor.close() }
            (piped, self.descriptor, identity) = try Self.readToEnd(descriptor, path)
        }
    }

    /// Takes over a descriptor of a regular file that somebody else opened.
    ///
    /// - Throws: ``FileError``; the descriptor is closed then.
    public init(adopting descriptor: FileDescriptor, named path: FilePath) throws(FileError) {
        self.path = path
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            try? descriptor.close()
            throw FileError(.ioError, path, .read)
        }
        self.descriptor = descriptor
        identity = Identity(status)
        piped = []
    }

    /// Takes what was read from standard input.
    public init(standardInput path: FilePath = "-") throws(FileError) {
        self.path = path
        (piped, descriptor, identity) = try Self.readToEnd(.standardInput, path)
    }

    /// Takes bytes that are in memory already, as if they had come through a pipe.
    public init(bytes: [UInt8], named path: FilePath) {
        self.path = path
        descriptor = nil
        identity = Identity()
        piped = bytes
    }

    deinit { try? descriptor?.close() }

    /// The size in bytes.
    public var size: Int { descriptor == nil ? piped.count : identity.size }

    /// All bytes.
    ///
    /// - Throws: ``FileError``; `changed` when the file is not the one that was opened any more, `tooLarge` above
    ///   `limit` bytes.
    public func bytes(limit: Int = .max) throws(FileError) -> [UInt8] {
        guard size <= limit else { throw FileError(.tooLarge, path, .read) }
        guard let descriptor else { return piped }
        var failure: Errno?
        let size = identity.size
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = pread(descriptor.rawValue, buffer.baseAddress! + count, size - count, off_t(count))
                if got > 0 {
                    count += got
                } else if got == 0 {
                    break
                } else if errno != EINTR {
                    failure = Errno(rawValue: errno)
                    break
                }
            }
        }
        if let failure { throw FileError(failure, path, .read) }
        guard bytes.count == size else { throw FileError(.changed, path, .read) }
        try checkUnchanged()
        return bytes
    }

    /// The first bytes, at most `count`.
    ///
    /// - Throws: ``FileError``.
    public func head(_ count: Int) throws(FileError) -> [UInt8] {
        guard let descriptor else { return Array(piped.prefix(count)) }
        var head = [UInt8](repeating: 0, count: count)
        do {
            let got = try head.withUnsafeMutableBytes { try descriptor.read(fromAbsoluteOffset: 0, into: $0) }
            return Array(head[..<got])
        } catch { throw FileError(error as? Errno ?? .ioError, path, .read) }
    }

    /// Reads the whole file in pieces, which live for the call only.
    ///
    /// - Throws: ``FileError``; `changed` when it is not the file that was opened any more.
    func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) throws(FileError) {
        guard let descriptor else { return piped.withUnsafeBytes(body) }
        let piece = UnsafeMutableRawBufferPointer.allocate(
            byteCount: min(max(identity.size, 1), 1 << 20), alignment: 64)
        defer { piece.deallocate() }
        var offset = 0
        while offset < identity.size {
            let got = pread(descriptor.rawValue, piece.baseAddress, piece.count, off_t(offset))
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw FileError(Errno(rawValue: errno), path, .read) }
            guard got > 0 else { break }
            body(UnsafeRawBufferPointer(rebasing: piece[..<got]))
            offset += got
        }
        try checkUnchanged()
    }

    /// - Throws: ``FileError`` with `changed` when size or modification time differ from when it was opened.
    public func checkUnchanged() throws(FileError) {
        guard let descriptor else { return }
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0, Identity(status) == identity else {
            throw FileError(.changed, path, .read)
        }
    }

    /// More than this of a pipe is not held in memory.
    private static let pipeLimit = 32 << 20

    private static func duplicate(of file: ScratchFile) throws -> FileDescriptor {
        // The file must not be let go of, and so closed, before it is duplicated.
        try withExtendedLifetime(file) { try file.descriptor.duplicate() }
    }

    private static func readToEnd(
        _ pipe: FileDescriptor, _ path: FilePath
    ) throws(FileError) -> ([UInt8], FileDescriptor?, Identity) {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var spool: FileDescriptor?
        do {
            while true {
                let got = try chunk.withUnsafeMutableBytes { try pipe.read(into: $0) }
                if got == 0 { break }
                bytes.append(contentsOf: chunk[..<got])
                if spool == nil, bytes.count <= pipeLimit { continue }
                let file = try spool ?? duplicate(of: try ScratchFile())
                spool = file
                try file.writeAll(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        } catch {
            try? spool?.close()
            throw error as? FileError ?? FileError(error as? Errno ?? .ioError, path, .read)
        }
        var status = stat()
        guard let spool, fstat(spool.rawValue, &status) == 0 else { return (bytes, nil, Identity()) }
        return ([], spool, Identity(status))
    }
}

extension InputFile.Identity {
    fileprivate init(_ status: stat) {
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        self.init(size: Int(status.st_size), seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
    }
}
