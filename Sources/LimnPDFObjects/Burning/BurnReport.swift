// SPDX-License-Identifier: GPL-3.0-or-later

/// The effects of burning on a document's annotations and form fields.
public struct BurnReport: Hashable, Sendable, Codable {
    /// The reason why an annotation was not painted, or why it may look wrong.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// It has no appearance to paint. A viewer may have generated one.
        case noAppearance
        /// It has the flag Hidden, or its kind is unknown and it has the flag Invisible.
        case hidden
        /// It shows only on paper. In ``doubtful``, it was painted although the screen does not show it.
        case notViewed
        /// It shows only on the screen.
        case notPrinted
        /// Its rectangle has no area, like that of an invisible signature.
        case noArea
        /// It was painted, but the document states that the appearances of its fields may be out of date
        /// (/NeedAppearances).
        case mayBeStale
    }

    /// An annotation that was not painted or may look wrong.
    public struct Item: Hashable, Sendable, Codable {
        /// The page, numbered from 1.
        public var page: Int
        /// The subtype of the annotation without the slash, such as `Widget` (a form field) or `Highlight`; empty if
        /// there is none.
        public var subtype: String
        /// The full name of the form field, such as `person.name`; nil for other annotations.
        public var field: String?
        /// The reason.
        public var reason: Reason
    }

    /// The numbers of the pages, from 1, whose annotations or fields became page content.
    public internal(set) var pages: [Int] = []
    /// The number of painted annotations other than fields.
    public internal(set) var paintedAnnotations = 0
    /// The number of painted widgets of form fields. A field can have several.
    public internal(set) var paintedFields = 0
    /// The number of removed annotations other than fields, painted or not. Popups are not counted.
    public internal(set) var removedAnnotations = 0
    /// The number of removed form fields, painted or not.
    public internal(set) var removedFields = 0
    /// The number of removed signatures.
    public internal(set) var removedSignatures = 0
    /// The number of removed annotations that carried a file. The files are removed with them.
    public internal(set) var removedFiles = 0
    /// Whether an XFA form was removed. It may have shown content that is in no appearance.
    public internal(set) var removedXFA = false
    /// The number of link annotations that remain.
    public internal(set) var keptLinks = 0
    /// The annotations that were not painted, page by page. Popups are windows of a viewer and are not listed.
    public internal(set) var leftOut: [Item] = []
    /// The painted annotations that may look different from what a viewer showed, page by page.
    public internal(set) var doubtful: [Item] = []

    /// Makes the report for a document that has nothing to burn.
    public init() {}
}
