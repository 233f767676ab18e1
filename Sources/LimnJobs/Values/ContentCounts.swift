// SPDX-License-Identifier: GPL-3.0-or-later

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
