// SPDX-License-Identifier: GPL-3.0-or-later

/// What a check of a library found, and what became of it.
public struct LibraryCheck: Hashable, Sendable {
    /// Something that is not as it should be.
    public struct Problem: Hashable, Sendable {
        /// What it is about.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// The database as SQLite sees it.
            case database
            /// A row that names another which is not there.
            case reference
            /// A PDF that is missing or has other bytes than it had.
            case blob
            /// What is known of a template besides its PDF.
            case template
            /// Ink that cannot be read, or its journal.
            case ink
            /// What is searched.
            case search
        }

        /// What it is about.
        public let kind: Kind
        /// What is wrong with what, as a sentence.
        public let description: String
        /// What was done about it, as a sentence; nil where nothing was.
        public var repair: String?

        init(_ kind: Kind, _ description: String, repair: String? = nil) {
            self.kind = kind
            self.description = description
            self.repair = repair
        }
    }

    /// The problems, in the order in which they were found.
    public internal(set) var problems: [Problem] = []
    /// What is no damage, each as a sentence: files that nobody needs, as who is killed while importing leaves them.
    public internal(set) var remarks: [String] = []
    /// How many templates were looked at.
    public internal(set) var templateCount = 0
    /// How many drawings were read.
    public internal(set) var drawingCount = 0

    /// Whether everything was as it should be.
    public var isClean: Bool { problems.isEmpty }
    /// The problems that are still there.
    public var remaining: [Problem] { problems.filter { $0.repair == nil } }
}
