// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnFiles
internal import SystemPackage

/// What can go wrong with a package.
public struct PackageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Storage { case notPackage, newerVersion, damaged, refused, tooLarge, invalid, file }
        private let storage: Storage

        /// The file is something else.
        public static let notPackage = Code(storage: .notPackage)
        /// A newer Limn wrote the package.
        public static let newerVersion = Code(storage: .newerVersion)
        /// Parts are missing, or are not what was packed.
        public static let damaged = Code(storage: .damaged)
        /// The package holds what no Limn writes and what could do harm: names that lead out of it, links, encrypted parts,
        /// parts that nobody listed, bytes that belong to none.
        public static let refused = Code(storage: .refused)
        /// Something is beyond ``PackageLimits``.
        public static let tooLarge = Code(storage: .tooLarge)
        /// What is to be packed contradicts itself or has values that no package holds.
        public static let invalid = Code(storage: .invalid)
        /// A file cannot be read or written; ``PackageError/fileError`` tells why.
        public static let file = Code(storage: .file)
    }

    /// The kind of failure.
    public let code: Code
    /// What happened to which file and what can be done, as a sentence.
    public let description: String
    /// For `file`, what the disk says; nil where libzip failed for another reason.
    public let fileError: FileError?

    private init(_ code: Code, _ description: String, fileError: FileError? = nil) {
        self.code = code
        self.description = description
        self.fileError = fileError
    }

    init(_ error: FileError) { self.init(.file, error.description, fileError: error) }

    /// - Parameter reason: what libzip says.
    static func zip(_ path: FilePath, _ reason: String) -> PackageError {
        PackageError(.file, "\(path.displayName) cannot be written: \(reason).")
    }

    static func notPackage(_ path: FilePath) -> PackageError {
        PackageError(.notPackage, "\(path.displayName) is no Limn package.")
    }

    static func newerVersion(_ path: FilePath, _ version: Int) -> PackageError {
        PackageError(
            .newerVersion,
            "\(path.displayName) was written by a newer Limn (package version \(version)); this one reads versions up to "
                + "\(PackageFormat.version).")
    }

    static func tooLarge(_ path: FilePath, _ what: String) -> PackageError {
        PackageError(.tooLarge, "\(path.displayName) is refused: \(what).")
    }

    static func invalid(_ path: FilePath, _ what: String) -> PackageError {
        PackageError(.invalid, "\(path.displayName) cannot be packed: \(what).")
    }

    /// - Parameter what: what the ink is of, as the beginning of a sentence.
    static func newerInk(_ path: FilePath, _ what: String) -> PackageError {
        PackageError(.newerVersion, "\(path.displayName) cannot be read: \(what).")
    }

    /// - Parameter what: what is wrong, as the end of a sentence.
    static func damaged(_ path: FilePath, _ what: String) -> PackageError {
        PackageError(.damaged, "\(path.displayName) is damaged: \(what); get it again from where it comes.")
    }

    /// - Parameter what: what it holds, as the end of a sentence.
    static func refused(_ path: FilePath, _ what: String) -> PackageError {
        PackageError(.refused, "\(path.displayName) is refused, as no Limn wrote it like this: \(what).")
    }
}
