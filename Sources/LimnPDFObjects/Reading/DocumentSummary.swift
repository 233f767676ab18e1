// SPDX-License-Identifier: GPL-3.0-or-later

/// Counts and properties of a document.
public struct DocumentSummary: Hashable, Sendable {
    /// The number of pages.
    public internal(set) var pageCount = 0
    /// The version of the file format, such as `1.7`.
    public internal(set) var version = ""
    /// Whether the file is encrypted, even if it opens without a password.
    public internal(set) var isEncrypted = false
    /// Whether a signature field is signed, or the author has certified the document.
    public internal(set) var hasSignatures = false
    /// The number of terminal form fields.
    public internal(set) var formFieldCount = 0
    /// Whether the form is an XFA form or has an XFA part, which most viewers do not show.
    public internal(set) var hasXFA = false
    /// The number of outline items, at all levels.
    public internal(set) var outlineItemCount = 0
    /// The number of annotations on pages by subtype, such as `Link` or `Widget`. The key is empty for annotations
    /// without a subtype.
    public internal(set) var annotationCounts: [String: Int] = [:]
    /// The number of link annotations.
    public var linkCount: Int { annotationCounts["Link"] ?? 0 }
    /// The number of files in the document's name tree of embedded files.
    public internal(set) var embeddedFileCount = 0
    /// Whether the document has a structure tree.
    public internal(set) var isTagged = false
    /// Whether the catalog has XMP metadata.
    public internal(set) var hasXMPMetadata = false
    /// Whether the file is linearized ("fast web view").
    public internal(set) var isLinearized = false
    /// Whether the file has object streams.
    public internal(set) var hasObjectStreams = false
    /// The text entries of the document information dictionary, by key without the slash, such as `Title`, `Author`,
    /// `Producer`.
    public internal(set) var info: [String: String] = [:]
    /// Whether counting stopped at a limit that protects against hostile files. Counts may then be too low.
    public internal(set) var isTruncated = false
}
