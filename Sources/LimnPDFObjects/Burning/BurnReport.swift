// SPDX-License-Identifier: GPL-3.0-or-later

/// What burning did to a document's annotations and form fields.
public struct BurnReport: Hashable, Sendable, Codable {
    /// Why an annotation was not painted, or what is doubtful about it.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// It has no appearance that could be painted; a viewer may have drawn one of its own.
        case noAppearance
        /// It is marked as hidden, or as invisible where its kind is unknown.
        case hidden
        /// It shows on paper only. Among what was painted: the screen did not show it.
        case notViewed
        /// It shows on the screen only.
        case notPrinted
        /// Its rectangle has no area, as that of an invisible signature.
        case noArea
        /// It was painted, but the document says that the appearances of its fields may not show their values.
        case mayBeStale
    }

    /// An annotation that was not painted, or one to look at.
    public struct Item: Hashable, Sendable, Codable {
        /// The page, numbered from 1.
        public var page: Int
        /// The kind of annotation without slash, such as `Widget` (a form field) or `Highlight`; `` where it has none.
        public var subtype: String
        /// The full name of the form field, such as `person.name`; nil for other annotations.
        public var field: String?
        /// What is the matter.
        public var reason: Reason
    }

    /// The pages, numbered from 1, that got annotations or fields into their content.
    public internal(set) var pages: [Int] = []
    /// How many annotations other than fields were painted.
    public internal(set) var paintedAnnotations = 0
    /// How many places of form fields were painted; a field can have several.
    public internal(set) var paintedFields = 0
    /// How many annotations other than fields are gone, painted or not; popups are not counted.
    public internal(set) var removedAnnotations = 0
    /// How many form fields are gone, painted or not.
    public internal(set) var removedFields = 0
    /// How many signatures are gone.
    public internal(set) var removedSignatures = 0
    /// How many annotations are gone that carried a file; the files are gone with them.
    public internal(set) var removedFiles = 0
    /// Whether an XFA form is gone, which may have shown what no appearance holds.
    public internal(set) var removedXFA = false
    /// How many link annotations are left.
    public internal(set) var keptLinks = 0
    /// What was not painted, page by page; popups, which are windows of a viewer, are not named.
    public internal(set) var leftOut: [Item] = []
    /// What was painted and may not be what a viewer shows, page by page.
    public internal(set) var doubtful: [Item] = []

    /// The report on a document that has nothing to burn.
    public init() {}
}
