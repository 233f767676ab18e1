// SPDX-License-Identifier: GPL-3.0-or-later

/// An error of a library.
public struct LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Storage {
            case notFound, ambiguous, invalidName, noSuchPage, stale, invalidInk, invalidValue, damaged, newerVersion,
                notLibrary,
                busy
            case noSpace, denied, refused, keyReused, unprepared, tooLong, other
        }
        private let storage: Storage

        /// There is no such template, character or library, or no file to import.
        public static let notFound = Code(storage: .notFound)
        /// Several records match a name or a prefix; ``LibraryError/candidates`` lists them.
        public static let ambiguous = Code(storage: .ambiguous)
        /// A name or a tag breaks ``NameRule``, or a character would get too many tags.
        public static let invalidName = Code(storage: .invalidName)
        /// The template has no such page. Pages are numbered from 1.
        public static let noSuchPage = Code(storage: .noSuchPage)
        /// The ink or the form does not have the expected revision; ``LibraryError/currentRevision`` is the current
        /// one.
        public static let stale = Code(storage: .stale)
        /// An edit does not apply to the drawing, or the ink has values that cannot be stored.
        public static let invalidInk = Code(storage: .invalidInk)
        /// A value of a form cannot be stored.
        public static let invalidValue = Code(storage: .invalidValue)
        /// The library, a PDF in it, its ink or a backup is damaged.
        public static let damaged = Code(storage: .damaged)
        /// A newer Limn wrote the library, the ink or the backup. Nothing was changed; only a newer Limn can read it.
        public static let newerVersion = Code(storage: .newerVersion)
        /// The folder contains the database of another program, or a file that is not a database.
        public static let notLibrary = Code(storage: .notLibrary)
        /// Other processes kept the library locked until the timeout of 30 seconds, or another process is writing the
        /// folder that a backup or a salvage should create.
        public static let busy = Code(storage: .busy)
        /// The disk or a quota is full. A removal first uses a reserve of 256 KiB, which a library makes while it has
        /// room for it.
        public static let noSpace = Code(storage: .noSpace)
        /// Permissions or a read-only file system forbid the access. A library that can be read is opened nevertheless,
        /// and only its changes throw this error.
        public static let denied = Code(storage: .denied)
        /// Limn refuses the operation to protect data, or because it would take too long; the description gives the
        /// reason.
        public static let refused = Code(storage: .refused)
        /// The key of an ``EditRequest`` was already used for a different request.
        public static let keyReused = Code(storage: .keyReused)
        /// The request takes too long for ``Library/performPromptly(_:)``, or the page has changed since
        /// ``Library/prepare(_:before:)``. Prepare it, and try again.
        public static let unprepared = Code(storage: .unprepared)
        /// Preparing a request took longer than allowed. Shorter lists of edits take less time.
        public static let tooLong = Code(storage: .tooLong)
        /// Any other failure; see the description.
        public static let other = Code(storage: .other)
    }

    /// The kind of failure.
    public let code: Code
    /// The error as a sentence, with advice if there is any.
    public let description: String
    /// For `stale`, the current revision of the ink or the form; nil for all other errors.
    public let currentRevision: Int?
    /// The matching records, each as its name, a space and its id.
    ///
    /// For `ambiguous`, these are all records that match. For `notFound`, they are the records that merely begin with
    /// the text where the whole name was required. The list is empty for all other errors.
    public let candidates: [String]
    /// Whether the schema of a database is not Limn's. The content of such a database is not read.
    var isOfForeignSchema = false

    /// Makes the error that a closure of an ``EditRequest`` throws to refuse the request.
    ///
    /// - Parameter sentence: the reason, as a sentence. It becomes the ``description``.
    /// - Returns: an error with the code `refused`.
    public static func refused(_ sentence: String) -> LibraryError { LibraryError(.refused, sentence) }

    init(_ code: Code, _ description: String, currentRevision: Int? = nil, candidates: [String] = []) {
        self.code = code
        self.description = description
        self.currentRevision = currentRevision
        self.candidates = candidates
    }
}
