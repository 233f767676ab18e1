// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

/// What can go wrong with a file.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Storage { case notFound, denied, isFolder, notFolder, exists, noSpace, changed, tooLarge, other }
        private let storage: Storage

        /// There is no such file or folder.
        public static let notFound = Code(storage: .notFound)
        /// Permissions or a read-only file system forbid it.
        public static let denied = Code(storage: .denied)
        /// A folder stands where a file is needed.
        public static let isFolder = Code(storage: .isFolder)
        /// A file stands where a folder is needed.
        public static let notFolder = Code(storage: .notFolder)
        /// The file exists and must not be replaced.
        public static let exists = Code(storage: .exists)
        /// The disk or a quota is full.
        public static let noSpace = Code(storage: .noSpace)
        /// The file changed while it was read.
        public static let changed = Code(storage: .changed)
        /// The file is larger than allowed.
        public static let tooLarge = Code(storage: .tooLarge)
        /// Anything else; the cause tells.
        public static let other = Code(storage: .other)
    }

    /// The kind of failure.
    public let code: Code
    /// What it happened to.
    public let path: FilePath
    /// The operating system's reason; nil where Limn itself refused.
    public let cause: Errno?
    private let action: Action

    /// What was tried.
    enum Action: String, Sendable {
        case read, write = "written", makeFolder = "made"
    }

    init(_ code: Code, _ path: FilePath, _ action: Action, cause: Errno? = nil) {
        self.code = code
        self.path = path
        self.action = action
        self.cause = cause
    }

    /// Makes an error from what a system call left in errno.
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

    /// The error of a file that could not be written by somebody else, such as a child process.
    public init(tooLarge path: FilePath) { self.init(.tooLarge, path, .read) }

    /// A file that cannot be written.
    public init(writing path: FilePath, cause: Errno) { self.init(cause, path, .write) }

    /// Whether it happened in reading; else it happened in writing a file or making a folder.
    public var isReading: Bool { action == .read }

    /// Why, and what to do where that helps; no sentence yet.
    public var reason: String {
        let isReading = isReading
        return switch code {
        case .notFound: isReading ? "there is no such file" : "there is no such folder"
        case .isFolder: "it is a folder; give a file"
        case .notFolder: "a part of its path is a file and no folder"
        case .exists: "it exists and is left alone"
        case .noSpace: "\(system); make room and try again"
        case .changed: "it changed while it was read; try again"
        case .tooLarge: "it is too large"
        default: system
        }
    }

    private var system: String {
        guard let cause else { return "it cannot be done" }
        let text = String(cString: strerror(cause.rawValue))
        // "Permission denied" goes on a sentence, "RPC struct is bad" keeps its capitals.
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// What happened, as a sentence that stands behind the file's name.
    public var sentence: String { "It cannot be \(action.rawValue): \(reason)." }

    /// What happened to which file, as a sentence.
    public var description: String {
        let shown = action == .makeFolder ? "The folder \(path.shown)" : path.shown
        let name = path == "-" ? (isReading ? "Standard input" : "Standard output") : shown
        return "\(name) cannot be \(action.rawValue): \(reason)."
    }
}
