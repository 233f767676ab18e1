// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPDFObjects

/// What a document holds, counted.
public struct ContentCounts: Hashable, Sendable, Codable {
    /// Links.
    public var links: Int
    /// Outline items at all levels.
    public var outlineItems: Int
    /// Terminal form fields.
    public var formFields: Int
    /// Annotations on pages, links and widgets among them.
    public var annotations: Int
    /// Embedded files.
    public var embeddedFiles: Int
    /// Whether there is a structure tree.
    public var structureTree: Bool
    /// Whether there is XMP metadata.
    public var metadata: Bool
    /// Whether the document is signed or certified.
    public var signatures: Bool

    init(_ summary: DocumentSummary) {
        links = summary.linkCount
        outlineItems = summary.outlineItemCount
        formFields = summary.formFieldCount
        annotations = summary.annotationCounts.values.reduce(0, +)
        embeddedFiles = summary.embeddedFileCount
        structureTree = summary.isTagged
        metadata = summary.hasXMPMetadata
        signatures = summary.hasSignatures
    }
}
