// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
public import LimnInk

/// A page of a character.
public struct CharacterPage: Hashable, Sendable {
    /// The character.
    public var character: CharacterID
    /// The page, from 1.
    public var page: Int

    /// Creates a reference to a page; pages are numbered from 1.
    public init(_ character: CharacterID, page: Int) {
        self.character = character
        self.page = page
    }
}

/// The metadata of a page's ink.
public struct PageSummary: Hashable, Sendable {
    /// The page, from 1.
    public let page: Int
    /// The number of changes of the ink. Edits name the revision that they expect; see
    /// ``LibraryStore/perform(_:on:expecting:)``.
    public let revision: Int
    /// The number of strokes.
    public let strokeCount: Int
    /// The number of points of all strokes.
    public let pointCount: Int
    /// Whether there is something to undo.
    public let canUndo: Bool
    /// Whether there is something to redo.
    public let canRedo: Bool
    /// The time of the last change.
    public let modified: Date
    /// The number of items that are not strokes.
    public let objectCount: Int

    /// The number of items.
    public var itemCount: Int { strokeCount + objectCount }
}

/// The ink of one page of a character with its metadata.
public struct PageDrawing: Hashable, Sendable {
    /// The ink.
    public let drawing: Drawing
    /// The metadata.
    public let summary: PageSummary

    /// The revision to expect in an edit of this ink.
    public var revision: Int { summary.revision }
}

/// A change of a page's ink.
public struct InkChange: Hashable, Sendable {
    /// The edit that was applied to the drawing; for an undo, the inverse of the undone edit.
    public let edit: Edit
    /// The revision after the change.
    public let revision: Int
}
