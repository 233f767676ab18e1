// SPDX-License-Identifier: GPL-3.0-or-later

/// Counts and properties of a document's content.
public struct ContentCounts: Hashable, Sendable, Codable {
    /// The number of links.
    public var links: Int
    /// The number of outline items, at all levels.
    public var outlineItems: Int
    /// The number of terminal form fields.
    public var formFields: Int
    /// The number of annotations on pages, including links and widgets.
    public var annotations: Int
    /// The number of embedded files.
    public var embeddedFiles: Int
    /// Whether there is a structure tree.
    public var structureTree: Bool
    /// Whether there is XMP metadata.
    public var metadata: Bool
    /// Whether the document is signed or certified.
    public var signatures: Bool

    package init(
        links: Int, outlineItems: Int, formFields: Int, annotations: Int, embeddedFiles: Int, structureTree: Bool,
        metadata: Bool, signatures: Bool
    ) {
        self.links = links
        self.outlineItems = outlineItems
        self.formFields = formFields
        self.annotations = annotations
        self.embeddedFiles = embeddedFiles
        self.structureTree = structureTree
        self.metadata = metadata
        self.signatures = signatures
    }
}
