// SPDX-License-Identifier: GPL-3.0-or-later

internal import SystemPackage

/// The result of checking a library.
///
/// ```swift
/// let check = try library.check(repairing: true)
/// for problem in check.remaining { print(problem.kind.rawValue, problem.description) }
/// ```
public struct LibraryCheck: Hashable, Sendable {
    /// One problem that was found.
    public struct Problem: Hashable, Sendable {
        /// The part of the library that has a problem. The raw values are the names of the cases.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// SQLite reports damage, or the schema was tampered with.
            case database
            /// A row refers to another row that does not exist.
            case reference
            /// A PDF is missing, or its bytes have changed. Importing the same file again repairs it.
            case blob
            /// The stored pages or outline of a template are damaged.
            case template
            /// The ink of a page or its journal cannot be read.
            case ink
            /// The form values of a character or their journal cannot be read.
            case form
            /// The search index does not match the data. Ink, names and values are not affected.
            case search
        }

        /// The affected part of the library.
        public let kind: Kind
        /// The problem as a sentence.
        public let description: String
        /// What was done about the problem, as a sentence; nil if nothing was done.
        public var repair: String?

        init(_ kind: Kind, _ description: String, repair: String? = nil) {
            self.kind = kind
            self.description = description
            self.repair = repair
        }
    }

    /// The problems in the order in which they were found.
    public internal(set) var problems: [Problem] = []
    /// Sentences about harmless findings, such as files left by an interrupted import.
    public internal(set) var diagnostics: [String] = []
    /// The number of templates checked, without those in the trash.
    public internal(set) var templateCount = 0
    /// The number of drawings checked: pages that were ever drawn on, including those of characters in the trash.
    public internal(set) var drawingCount = 0
    /// The total size of the trash in bytes, as ``TrashEntry/byteCount`` counts it; nil if it cannot be read.
    public internal(set) var trashByteCount: Int?

    /// The copy of the database from before a repair.
    var kept: FilePath?

    /// Whether no problem was found. Problems that were repaired count as found.
    public var isClean: Bool { problems.isEmpty }
    /// The problems that were not repaired.
    public var remaining: [Problem] { problems.filter { $0.repair == nil } }
}
