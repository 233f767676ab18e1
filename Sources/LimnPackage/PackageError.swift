// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnFiles
package import SystemPackage

/// Why a package could not be read or written.
public struct PackageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Storage { case notPackage, newerVersion, damaged, refused, tooLarge, invalid, file }
        private let storage: Storage

        /// The file is not a package.
        public static let notPackage = Code(storage: .notPackage)
        /// A newer Limn wrote the package.
        public static let newerVersion = Code(storage: .newerVersion)
        /// Parts are missing, or differ from what was packed.
        public static let damaged = Code(storage: .damaged)
        /// The package has content that Limn never writes and that could do harm, such as unsafe paths, links,
        /// encrypted or unlisted entries, or bytes outside all entries.
        public static let refused = Code(storage: .refused)
        /// A limit of ``PackageLimits`` is exceeded.
        public static let tooLarge = Code(storage: .tooLarge)
        /// The package to write contradicts itself or has values that the format cannot hold.
        public static let invalid = Code(storage: .invalid)
        /// A file cannot be read or written; see ``PackageError/fileError``.
        public static let file = Code(storage: .file)
    }

    /// The kind of failure.
    public let code: Code
    /// The error as a sentence that names the file, with advice where there is any.
    public let description: String
    /// For `file`, the error of the file; nil if libzip failed for another reason.
    public let fileError: FileError?

    private init(_ code: Code, _ description: String, fileError: FileError? = nil) {
        self.code = code
        self.description = description
        self.fileError = fileError
    }

    package init(_ error: FileError) { self.init(.file, error.description, fileError: error) }

    /// - Parameter reason: libzip's message.
    package static func zip(_ path: FilePath, _ reason: String) -> PackageError {
        PackageError(.file, "\(path.displayName) cannot be written: \(reason).")
    }

    package static func notPackage(_ path: FilePath) -> PackageError {
        PackageError(.notPackage, "\(path.displayName) is not a Limn package.")
    }

    package static func newerVersion(_ path: FilePath, _ version: Int) -> PackageError {
        PackageError(
            .newerVersion,
            "\(path.displayName) was written by a newer Limn (package version \(version)); this one reads versions up to "
                + "\(PackageFormat.version).")
    }

    package static func tooLarge(_ path: FilePath, _ what: String) -> PackageError {
        PackageError(.tooLarge, "\(path.displayName) is refused: \(what).")
    }

    package static func invalid(_ path: FilePath, _ what: String) -> PackageError {
        PackageError(.invalid, "\(path.displayName) cannot be packed: \(what).")
    }

    /// - Parameter what: the reason, as a clause.
    package static func newerInk(_ path: FilePath, _ what: String) -> PackageError {
        PackageError(.newerVersion, "\(path.displayName) cannot be read: \(what).")
    }

    /// - Parameter what: the damage, as a clause.
    package static func damaged(_ path: FilePath, _ what: String) -> PackageError {
        PackageError(.damaged, "\(path.displayName) is damaged: \(what); get it again from its source.")
    }

    /// - Parameter what: the reason, as a clause.
    package static func refused(_ path: FilePath, _ what: String) -> PackageError {
        PackageError(.refused, "\(path.displayName) is refused, because Limn does not write such packages: \(what).")
    }
}
