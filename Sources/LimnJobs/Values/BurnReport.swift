// SPDX-License-Identifier: GPL-3.0-or-later

/// The result of burning a document's annotations and form fields into its pages.
public struct BurnReport: Hashable, Sendable, Codable {
    /// The reason why an annotation was not painted, or why its picture may be wrong.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// It has no appearance stream. A viewer may have drawn its own appearance.
        case noAppearance
        /// It has the flag Hidden, or its kind is unknown and it has the flag Invisible.
        case hidden
        /// It is visible only when printed. In ``doubtful``: it was painted although the screen did not show it.
        case notViewed
        /// It is visible only on the screen.
        case notPrinted
        /// Its rectangle has no area, like that of an invisible signature.
        case noArea
        /// It was painted, but the document states that field appearances may not show the fields' values
        /// (/NeedAppearances).
        case mayBeStale
    }

    /// An annotation that was not painted, or whose picture may be wrong.
    public struct Item: Hashable, Sendable, Codable {
        /// The page, numbered from 1.
        public var page: Int
        /// The annotation's subtype without the slash, such as `Widget` (a form field) or `Highlight`; empty if it has
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
    /// The number of removed annotations that contained a file. The files are removed with them.
    public package(set) var removedFiles = 0
    /// Whether an XFA form was removed. It may have shown content that no appearance contains.
    public package(set) var removedXFA = false
    /// The number of link annotations that remain.
    public package(set) var keptLinks = 0
    /// The annotations that were not painted, in page order. Popups are windows of a viewer and are not listed.
    public package(set) var leftOut: [Item] = []
    /// The painted annotations that may look different in a viewer, in page order.
    public package(set) var doubtful: [Item] = []

    /// Makes a report for a document with nothing to burn.
    public init() {}

    /// Returns whether all pages exist and all counts are possible.
    func isPossible(pageCount: Int) -> Bool {
        (pages + (leftOut + doubtful).map(\.page)).allSatisfy { (1...max(1, pageCount)).contains($0) }
            && AnswerBounds.areCounts(
                paintedAnnotations, paintedFields, removedAnnotations, removedFields, removedSignatures, removedFiles,
                keptLinks)
    }
}
