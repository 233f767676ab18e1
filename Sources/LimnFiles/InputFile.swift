// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

/// A file that is opened once for reading. All reads go through this one descriptor.
///
/// Opening a pipe or a device reads it to its end: up to 32 MiB into memory, more into an unnamed file.
public final class InputFile: Sendable {
    /// The path for messages.
    public let path: FilePath
    /// The descriptor of a regular file; nil when the bytes are in memory.
    public let descriptor: FileDescriptor?
    let memory: [UInt8]
    private let identity: Identity

    /// Size and modification time, which must not change while the file is read.
    fileprivate struct Identity: Equatable {
        var size = 0
        var seconds = 0
        var nanoseconds = 0
    }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: the path for messages.
    ///   - opened: the path to open, if different; for example, `path` with all links resolved.
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
            memory = []
            identity = Identity(status)
        } else {
            defer { try? descriptor.close() }
            (memory, self.descriptor, identity) = try Self.readToEnd(descriptor, path)
        }
    }

    /// Takes ownership of an open descriptor of a regular file.
    ///
    /// - Throws: ``FileError``, after closing the descriptor.
    public init(adopting descriptor: FileDescriptor, named path: FilePath) throws(FileError) {
        self.path = path
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            try? descriptor.close()
            throw FileError(.ioError, path, .read)
        }
        self.descriptor = descriptor
        identity = Identity(status)
        memory = []
    }

    /// Reads standard input to its end.
    ///
    /// - Throws: ``FileError``.
    public init(standardInput path: FilePath = "-") throws(FileError) {
        self.path = path
        (memory, descriptor, identity) = try Self.readToEnd(.standardInput, path)
    }

    /// Wraps bytes in memory.
    public init(bytes: [UInt8], named path: FilePath) {
        self.path = path
        descriptor = nil
        identity = Identity()
        memory = bytes
    }

    deinit { try? descriptor?.close() }

    /// The size in bytes.
    public var size: Int { descriptor == nil ? memory.count : identity.size }

    /// All bytes.
    ///
    /// - Throws: ``FileError``; `changed` when the file changed since it was opened, `tooLarge` when it has more than
    ///   `limit` bytes.
    public func bytes(limit: Int = .max) throws(FileError) -> [UInt8] {
        guard size <= limit else { throw FileError(.tooLarge, path, .read) }
        guard descriptor != nil else { return memory }
        let bytes = try bytes(in: 0..<size)
        try checkUnchanged()
        return bytes
    }

    /// The first bytes, at most `count`.
    ///
    /// - Throws: ``FileError``.
    public func head(_ count: Int) throws(FileError) -> [UInt8] {
        guard let descriptor else { return Array(memory.prefix(count)) }
        var head = [UInt8](repeating: 0, count: count)
        do {
            let got = try head.withUnsafeMutableBytes { try descriptor.read(fromAbsoluteOffset: 0, into: $0) }
            return Array(head[..<got])
        } catch { throw FileError(error as? Errno ?? .ioError, path, .read) }
    }

    /// Reads the whole file in chunks of at most 1 MiB. A chunk is valid only during the call of `body`.
    ///
    /// - Throws: ``FileError``; `changed` when the file changed since it was opened.
    func forEachChunk(_ body: (UnsafeRawBufferPointer) -> Void) throws(FileError) {
        guard descriptor != nil else { return memory.withUnsafeBytes(body) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: min(max(size, 1), 1 << 20), alignment: 64)
        defer { buffer.deallocate() }
        var offset = 0
        while offset < size {
            let chunk = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, size - offset)])
            try read(into: chunk, from: offset)
            body(UnsafeRawBufferPointer(chunk))
            offset += chunk.count
        }
        try checkUnchanged()
    }

    /// Checks that the file's size and modification time are those of when it was opened.
    ///
    /// - Throws: ``FileError`` with `changed`.
    public func checkUnchanged() throws(FileError) {
        guard let descriptor else { return }
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0, Identity(status) == identity else {
            throw FileError(.changed, path, .read)
        }
    }

    /// The most bytes of a pipe that are kept in memory.
    private static let pipeLimit = 32 << 20

    private static func duplicate(of file: ScratchFile) throws -> FileDescriptor {
        // The scratch file closes its descriptor when it is released, so it must outlive the duplication.
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
