// SPDX-License-Identifier: GPL-3.0-or-later

/// What burning did to a document's annotations and form fields.
public struct BurnReport: Hashable, Sendable, Codable {
    /// Why an annotation was not painted, or why its picture may be wrong.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// It has no appearance to paint. A viewer may have drawn one of its own.
        case noAppearance
        /// It has the flag Hidden, or its kind is unknown and it has the flag Invisible.
        case hidden
        /// It shows on paper only. In ``doubtful``: it was painted although the screen did not show it.
        case notViewed
        /// It shows on the screen only.
        case notPrinted
        /// Its rectangle has no area, like that of an invisible signature.
        case noArea
        /// It was painted, but the document says that the appearances of its fields may not show their values
        /// (/NeedAppearances).
        case mayBeStale
    }

    /// An annotation that was not painted, or whose picture may be wrong.
    public struct Item: Hashable, Sendable, Codable {
        /// The page, numbered from 1.
        public var page: Int
        /// The kind of annotation without slash, such as `Widget` (a form field) or `Highlight`; empty if it states
        /// none.
        public var subtype: String
        /// The full name of the form field, such as `person.name`; nil for other annotations.
        public var field: String?
        /// The reason.
        public var reason: Reason

        package init(page: Int, subtype: String, field: String?, reason: Reason) {
            self.page = page
            self.subtype = subtype
            self.field = field
            self.reason = reason
        }
    }

    /// The numbers of the pages, from 1, whose annotations or fields became page content.
    public package(set) var pages: [Int] = []
    /// The number of painted annotations other than fields.
    public package(set) var paintedAnnotations = 0
    /// The number of painted widgets of form fields. A field can have several.
    public package(set) var paintedFields = 0
    /// The number of removed annotations other than fields, painted or not. Popups are not counted.
    public package(set) var removedAnnotations = 0
    /// The number of removed form fields, painted or not.
    public package(set) var removedFields = 0
    /// The number of removed signatures.
    public package(set) var removedSignatures = 0
    /// The number of removed annotations that carried a file. The files are removed with them.
    public package(set) var removedFiles = 0
    /// Whether an XFA form was removed. It may have shown things that no appearance contains.
    public package(set) var removedXFA = false
    /// The number of link annotations that remain.
    public package(set) var keptLinks = 0
    /// The annotations that were not painted, page by page. Popups are windows of a viewer and are not listed.
    public package(set) var leftOut: [Item] = []
    /// The painted annotations that may look different in a viewer, page by page.
    public package(set) var doubtful: [Item] = []

    /// Makes the report for a document that has nothing to burn.
    public init() {}
}
