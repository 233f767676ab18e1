// SPDX-License-Identifier: GPL-3.0-or-later

/// The way in which ink becomes part of a document.
public enum ExportMode: String, Hashable, Sendable, CaseIterable, Codable {
    /// Ink becomes page content on the original pages. Nothing else changes.
    case overlay
    /// Ink becomes annotations that other programs can edit: one per stroke, or one per word if strokes are short.
    case annotate
    /// Ink, annotations and form fields become page content. Fields and annotations are removed; links stay.
    case burn
    /// Every page is redrawn. Scripts, attachments, forms, links, outline and metadata are lost. Covered text may
    /// survive.
    case redraw
    /// Every page becomes one picture. Covered content does not survive.
    case raster

    /// Whether the new document can be made by appending to the original.
    public var canAppend: Bool { self == .overlay || self == .annotate }
}

/// The way in which a changed document is saved.
public enum SaveStrategy: String, Hashable, Sendable, CaseIterable, Codable {
    /// Appends if the original is valid and the mode allows it; otherwise rewrites.
    case auto
    /// Keeps the original byte for byte and appends the changes. If that is impossible, writes nothing.
    case append
    /// Rewrites all objects.
    case rewrite
}
