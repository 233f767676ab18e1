// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

/// A file that is opened once for reading. All reads use its one descriptor.
///
/// Opening a pipe reads it to its end: up to 32 MiB go into memory, larger content goes into an unnamed file. Devices
/// are refused unless they are empty. Reads use offsets and do not move the position of the descriptor, so several
/// threads may read at the same time.
public final class InputFile: Sendable {
    /// The path for messages.
    public let path: FilePath
    /// The descriptor of a regular file; nil if the bytes are in memory. This object owns the descriptor and closes it
    /// when it is released.
    public let descriptor: FileDescriptor?
    let memory: [UInt8]
    private let identity: Identity

    /// What must not change while the file is read, and tells files apart.
    fileprivate struct Identity: Equatable {
        var device: UInt64 = 0
        var inode: UInt64 = 0
        var size = 0
        var seconds = 0
        var nanoseconds = 0
    }

    /// Opens a file. Its kind and its size are checked before anything is read.
    ///
    /// If the path names a pipe, the call waits at most ten seconds for another program to open the pipe for writing.
    /// Then it waits for the bytes without a time limit.
    ///
    /// - Parameters:
    ///   - path: the path for messages.
    ///   - opened: the path to open, if different; for example, `path` with all links resolved.
    ///   - limits: the limits on the size.
    /// - Throws: ``FileError``; `notFound`, `denied`, `isFolder`, `tooLarge`, and `silent` for a device and for a pipe
    ///   that no program writes to.
    public init(_ path: FilePath, opened: FilePath? = nil, limits: InputLimits = .none) throws(FileError) {
        self.path = path
        let (descriptor, status) = try Self.open(opened ?? path, path)
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            guard Int(status.st_size) <= limits.bytes else {
                try? descriptor.close()
                throw FileError(tooLarge: path, limit: limits.bytes)
            }
            self.descriptor = descriptor
            memory = []
            identity = Identity(status)
        default:
            defer { try? descriptor.close() }
            (memory, self.descriptor, identity) = try Self.readToEnd(
                descriptor, path, limits, kind: status.st_mode & S_IFMT)
        }
    }

    /// Opens a file by its name on a command line; `-` means standard input.
    ///
    /// - Parameters:
    ///   - path: the name, also for messages.
    ///   - opened: the path to open, if different.
    ///   - limits: the limits on the size.
    /// - Throws: ``FileError``, as ``init(_:opened:limits:)`` and ``init(standardInput:limits:)`` do.
    public convenience init(
        named path: FilePath, opened: FilePath? = nil, limits: InputLimits = .none
    ) throws(FileError) {
        if path == "-" {
            try self.init(standardInput: path, limits: limits)
        } else {
            try self.init(path, opened: opened, limits: limits)
        }
    }

    /// Opens a path without blocking and returns the status of the file.
    private static func open(
        _ opened: FilePath, _ path: FilePath
    ) throws(FileError) -> (FileDescriptor, stat) {
        let descriptor: FileDescriptor
        do { descriptor = try .open(opened, .readOnly, options: [.closeOnExec, .nonBlocking]) } catch {
            throw FileError(error as? Errno ?? .ioError, path, .read)
        }
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0 else {
            let cause = Errno(rawValue: errno)
            try? descriptor.close()
            throw FileError(cause, path, .read)
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            try? descriptor.close()
            throw FileError(.isDirectory, path, .read)
        }
        return (descriptor, status)
    }

    /// Takes ownership of an open descriptor of a regular file.
    ///
    /// - Parameters:
    ///   - descriptor: a descriptor that is open for reading. Its position does not matter: the file is read from its
    ///     start.
    ///   - path: the path for messages.
    /// - Throws: ``FileError`` with `other` if the file is not a regular one. The descriptor is closed then.
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

    /// Reads standard input from its current position to its end, before the call returns.
    ///
    /// - Parameters:
    ///   - path: the path for messages. For `-`, they read “Standard input”.
    ///   - limits: the limits on the size.
    /// - Throws: ``FileError``; `tooLarge`, and `silent` for a device other than a terminal.
    public init(standardInput path: FilePath = "-", limits: InputLimits = .none) throws(FileError) {
        self.path = path
        var status = stat()
        let isKnown = fstat(FileDescriptor.standardInput.rawValue, &status) == 0
        let kind = isatty(FileDescriptor.standardInput.rawValue) == 1 ? S_IFREG : status.st_mode & S_IFMT
        // A file that is too large is refused before it is read.
        if isKnown, kind == S_IFREG, Int(status.st_size) > limits.bytes {
            throw FileError(tooLarge: path, limit: limits.bytes)
        }
        (memory, descriptor, identity) = try Self.readToEnd(
            .standardInput, path, limits, kind: isKnown ? kind : S_IFREG)
    }

    /// Wraps bytes in memory. Such a file has no descriptor and never changes.
    public init(bytes: [UInt8], named path: FilePath) {
        self.path = path
        descriptor = nil
        identity = Identity()
        memory = bytes
    }

    deinit { try? descriptor?.close() }

    /// The size in bytes when the file was opened.
    public var size: Int { descriptor == nil ? memory.count : identity.size }

    /// Returns the whole content.
    ///
    /// - Throws: ``FileError``; `changed` if the file has changed since it was opened, `tooLarge` if it has more than
    ///   `limit` bytes.
    public func bytes(limit: Int = .max) throws(FileError) -> [UInt8] {
        guard size <= limit else { throw FileError(tooLarge: path, limit: limit) }
        guard descriptor != nil else { return memory }
        let bytes = try bytes(in: 0..<size)
        try checkUnchanged()
        return bytes
    }

    /// Returns the first bytes, for detecting formats. The call does not check whether the file has changed.
    ///
    /// - Parameter count: the largest number of bytes to return, 0 or more; a shorter file gives fewer.
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
    /// - Throws: ``FileError``; `changed` if the file has changed since it was opened.
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

    /// Checks that the file has the size and the modification time, to the nanosecond, that it had when it was opened.
    /// A change that restores both goes unnoticed.
    ///
    /// - Throws: ``FileError`` with `changed`.
    public func checkUnchanged() throws(FileError) {
        guard let descriptor else { return }
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0, Identity(status) == identity else {
            throw FileError(.changed, path, .read)
        }
    }

    /// Whether another open file is the same one, with the same size and the same modification time.
    package func isSame(as other: InputFile) -> Bool { descriptor != nil && identity == other.identity }

    /// The maximum number of bytes of a pipe that are kept in memory.
    private static let pipeLimit = 32 << 20

    private static func duplicate(of file: ScratchFile) throws -> FileDescriptor {
        // The scratch file closes its descriptor when it is released, so it must outlive the duplication.
        try withExtendedLifetime(file) { try file.descriptor.duplicate() }
    }

    /// Reads a pipe, a terminal or another stream to its end, into memory or into an unnamed file.
    ///
    /// - Parameter kind: the kind of file, as in `st_mode`.
    private static func readToEnd(
        _ pipe: FileDescriptor, _ path: FilePath, _ limits: InputLimits, kind: mode_t
    ) throws(FileError) -> ([UInt8], FileDescriptor?, Identity) {
        let isDevice = kind == S_IFCHR || kind == S_IFBLK
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var spool: FileDescriptor?
        var total = 0
        var limit = limits.bytes
        do {
            if kind == S_IFIFO, pipe != .standardInput {
                guard let first = try NamedPipe.firstBytes(pipe) else { throw FileError(.silent, path, .read) }
                bytes = first
                total = first.count
                guard total <= limit else { throw FileError(tooLarge: path, limit: limit) }
            }
            while true {
                let got = try chunk.withUnsafeMutableBytes { try pipe.read(into: $0) }
                if got == 0 { break }
                // Devices contain no documents, and some have no end.
                guard !isDevice else { throw FileError(.silent, path, .read) }
                total += got
                bytes.append(contentsOf: chunk[..<got])
                if spool == nil, bytes.count > pipeLimit { limit = limits.bytes(beginning: Array(bytes.prefix(4096))) }
                guard total <= limit else { throw FileError(tooLarge: path, limit: limit) }
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
        self.init(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int(status.st_size),
            seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
    }
}
