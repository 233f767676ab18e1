// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

/// The reason why a file could not be read or written.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Storage {
            case notFound, denied, isFolder, notFolder, notRegular, silent, exists, noSpace, changed, tooLarge, other
        }
        private let storage: Storage

        /// There is no such file or folder.
        public static let notFound = Code(storage: .notFound)
        /// Permissions or a read-only file system forbid the access.
        public static let denied = Code(storage: .denied)
        /// The path names a folder, but a file is needed.
        public static let isFolder = Code(storage: .isFolder)
        /// The path names a file, but a folder is needed.
        public static let notFolder = Code(storage: .notFolder)
        /// The path names a link, a pipe or a device, but a regular file is required.
        public static let notRegular = Code(storage: .notRegular)
        /// The path names a device, or a pipe whose other end no program has opened.
        public static let silent = Code(storage: .silent)
        /// The file exists and must not be replaced.
        public static let exists = Code(storage: .exists)
        /// The disk or a quota is full.
        public static let noSpace = Code(storage: .noSpace)
        /// The file changed while it was being read.
        public static let changed = Code(storage: .changed)
        /// The file is larger than allowed.
        public static let tooLarge = Code(storage: .tooLarge)
        /// Any other failure; see ``FileError/cause``.
        public static let other = Code(storage: .other)
    }

    /// The kind of failure.
    public let code: Code
    /// The file or folder, as the caller named it; `-` for standard input and standard output.
    public let path: FilePath
    /// The operating system's error; nil if Limn itself refused the operation.
    public let cause: Errno?
    /// The largest allowed size in bytes, for ``Code/tooLarge``; nil for other codes, or if the limit is not known.
    public let limit: Int?
    private let action: Action

    /// The attempted operation. The raw value completes "cannot be …".
    enum Action: String, Sendable {
        case read, write = "written", makeFolder = "made"
    }

    init(_ code: Code, _ path: FilePath, _ action: Action, cause: Errno? = nil, limit: Int? = nil) {
        self.limit = limit
        self.code = code
        self.path = path
        self.action = action
        self.cause = cause
    }

    /// Creates an error from the errno of a system call.
    init(_ errno: Errno, _ path: FilePath, _ action: Action) {
        let code: Code =
            switch errno {
            case .noSuchFileOrDirectory: .notFound
            case .permissionDenied, .notPermitted, .readOnlyFileSystem: .denied
            case .isDirectory: .isFolder
            case .notDirectory: .notFolder
            case .fileExists: .exists
            case .noSpace, .diskQuotaExceeded: .noSpace
            default: .other
            }
        self.init(code, path, action, cause: errno)
    }

    /// Creates the error for a file that changed while it was being read.
    package init(changed path: FilePath) { self.init(.changed, path, .read) }

    /// Creates the error for a file that is larger than allowed.
    public init(tooLarge path: FilePath, limit: Int? = nil) { self.init(.tooLarge, path, .read, limit: limit) }

    /// Creates the error for a link, a pipe or a device at a path that requires a regular file.
    public init(notRegular path: FilePath) { self.init(.notRegular, path, .write) }

    /// Creates the error for a file that other code, such as a child process, could not write. ``code`` is derived from
    /// the cause.
    public init(writing path: FilePath, cause: Errno) { self.init(cause, path, .write) }

    /// Creates the error for a file that could not be read. ``code`` is derived from the cause.
    package init(reading path: FilePath, cause: Errno) { self.init(cause, path, .read) }

    /// Whether the cause is a failure of a disk, a network file system or a connection, which may be temporary.
    package var isPassing: Bool {
        guard let cause else { return false }
        return [EIO, ESTALE, ETIMEDOUT, EAGAIN, EHOSTDOWN].contains(cause.rawValue)
    }

    /// Whether reading failed; otherwise writing a file or creating a folder failed.
    public var isReading: Bool { action == .read }

    /// The reason, with advice if there is any, as a clause without a full stop.
    public var reason: String {
        let isReading = isReading
        return switch code {
        case .notFound: isReading ? "there is no such file" : "there is no such folder"
        case .isFolder: "it is a folder; give a file"
        case .notFolder: "a part of its path is a file, not a folder"
        case .notRegular: "it is a link, a pipe or a device, not a file"
        case .exists: "it exists and is left alone"
        case .noSpace: "\(system); make room and try again"
        case .changed: "it changed while it was read; try again"
        case .tooLarge: limit.map { "it has more than \(Self.size($0))" } ?? "it is too large"
        case .silent:
            isReading
                ? "it is a device, or a pipe that nobody writes into; give a file"
                : "it is a pipe that nobody reads from"
        default: system
        }
    }

    /// Formats a number of bytes in the largest unit that gives a whole number.
    private static func size(_ bytes: Int) -> String {
        let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
        guard let (unit, name) = units.first(where: { bytes >= $0.0 && bytes % $0.0 == 0 }) else {
            return "\(bytes) bytes"
        }
        return "\(bytes / unit) \(name)"
    }

    private var system: String {
        guard let cause else { return "it cannot be done" }
        let text = String(cString: strerror(cause.rawValue))
        // Only the first letter becomes lower case: "Permission denied" continues a sentence, and "RPC struct is bad"
        // keeps its other capitals.
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// The error as a sentence that does not name the file.
    public var sentence: String { "It cannot be \(action.rawValue): \(reason)." }

    /// The error as a sentence that names the file.
    public var description: String {
        let name = action == .makeFolder ? "The folder \(path.displayName)" : path.displayName
        let subject = path == "-" ? (isReading ? "Standard input" : "Standard output") : name
        return "\(subject) cannot be \(action.rawValue): \(reason)."
    }
}
