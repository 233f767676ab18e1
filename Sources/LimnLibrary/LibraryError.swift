// SPDX-License-Identifier: GPL-3.0-or-later

/// What can go wrong with a library.
public struct LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Storage {
            case notFound, ambiguous, invalidName, noSuchPage, stale, invalidInk, damaged, newerVersion, notLibrary,
                busy
            case noSpace, denied, refused, other
        }
        private let storage: Storage

        /// There is no such template, character, page of ink or library.
        public static let notFound = Code(storage: .notFound)
        /// A name or the beginning of one means several; ``LibraryError/candidates`` are these.
        public static let ambiguous = Code(storage: .ambiguous)
        /// A name or a tag is not allowed; the description tells why.
        public static let invalidName = Code(storage: .invalidName)
        /// The template has no such page.
        public static let noSuchPage = Code(storage: .noSuchPage)
        /// The ink was changed by somebody else; ``LibraryError/currentRevision`` is what it has now.
        public static let stale = Code(storage: .stale)
        /// Ink does not fit where it should go, or holds values that cannot be kept.
        public static let invalidInk = Code(storage: .invalidInk)
        /// What the library holds is damaged.
        public static let damaged = Code(storage: .damaged)
        /// A newer Limn wrote the library, the ink or the backup.
        public static let newerVersion = Code(storage: .newerVersion)
        /// The folder holds something else.
        public static let notLibrary = Code(storage: .notLibrary)
        /// Other programs use the library for so long that waiting was given up.
        public static let busy = Code(storage: .busy)
        /// The disk or a quota is full.
        public static let noSpace = Code(storage: .noSpace)
        /// Permissions or a read-only file system forbid it.
        public static let denied = Code(storage: .denied)
        /// Limn does not do this, so that nothing is lost; the description tells why.
        public static let refused = Code(storage: .refused)
        /// Anything else; the description tells.
        public static let other = Code(storage: .other)
    }

    /// The kind of failure.
    public let code: Code
    /// What happened to what, and what can be done, as a sentence.
    public let description: String
    /// For `stale`, the revision that the ink has now.
    public let currentRevision: Int?
    /// For `ambiguous`, what may have been meant: name and id.
    public let candidates: [String]

    init(_ code: Code, _ description: String, currentRevision: Int? = nil, candidates: [String] = []) {
        self.code = code
        self.description = description
        self.currentRevision = currentRevision
        self.candidates = candidates
    }
}
