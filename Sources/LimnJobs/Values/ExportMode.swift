// SPDX-License-Identifier: GPL-3.0-or-later

/// How ink becomes part of a document.
public enum ExportMode: String, Hashable, Sendable, CaseIterable, Codable {
    /// Ink becomes page content on the original pages; everything else stays as it is.
    case overlay
    /// Ink becomes annotations, which other programs can go on editing: one a stroke, or one a word where strokes are
    /// short.
    case annotate
    /// Ink, annotations and form fields become page content as they look; fields and annotations are gone, links stay.
    case burn
    /// Every page is drawn anew; scripts, attachments, forms, links, outline and metadata stay behind. Covered text
    /// may survive.
    case redraw
    /// Every page becomes one picture: nothing below it survives.
    case raster
}

/// How a changed document is saved.
public enum SaveStrategy: String, Hashable, Sendable, CaseIterable, Codable {
    /// By appending where the original is sound and the mode allows it, else by rewriting.
    case auto
    /// The original stays as it is, byte for byte, and the changes go behind it; otherwise nothing is written.
    case append
    /// All objects are written anew.
    case rewrite
}
