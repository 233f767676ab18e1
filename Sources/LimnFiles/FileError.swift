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
    private let action: String

    init(_ code: Code, _ path: FilePath, _ action: String, cause: Errno? = nil) {
        self.code = code
        self.path = path
        self.action = action
        self.cause = cause
    }

    /// Makes an error from what a system call left in errno.
    init(_ errno: Errno, _ path: FilePath, _ action: String) {
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

    /// What happened, as a sentence without the file's name.
    public var reason: String {
        switch code {
        case .notFound: "there is no such file or folder"
        case .isFolder: "it is a folder"
        case .exists: "it exists and is left alone"
        case .changed: "it changed while it was read; try again"
        case .tooLarge: "it is too large"
        default: cause.map { String(cString: strerror($0.rawValue)).lowercased() } ?? "it cannot be done"
        }
    }

    /// What happened to which file, as a sentence.
    public var description: String { "\(path.shown): cannot \(action): \(reason)." }
}
