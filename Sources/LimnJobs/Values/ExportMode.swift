// SPDX-License-Identifier: GPL-3.0-or-later

/// How ink becomes part of a document.
public enum ExportMode: String, Hashable, Sendable, CaseIterable, Codable {
    /// Ink becomes page content on the original pages. Nothing else changes.
    case overlay
    /// Ink becomes annotations that other programs can edit: one for each stroke, or one for each word if strokes are
    /// short.
    case annotate
    /// Ink, annotations and form fields become page content. Fields and annotations are removed; links stay.
    case burn
    /// Every page is drawn anew. Scripts, attachments, forms, links, outline and metadata are lost. Covered text may
    /// survive.
    case redraw
    /// Every page becomes one picture. Nothing that it covers survives.
    case raster
}

/// How a changed document is saved.
public enum SaveStrategy: String, Hashable, Sendable, CaseIterable, Codable {
    /// By appending if the original is sound and the mode allows it; otherwise by rewriting.
    case auto
    /// The original stays the same, byte for byte, and the changes are appended. If that is impossible, nothing is
    /// written.
    case append
    /// All objects are written anew.
    case rewrite
}
