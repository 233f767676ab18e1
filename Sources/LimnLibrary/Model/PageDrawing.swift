// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
public import LimnInk

/// A page of a character.
public struct CharacterPage: Hashable, Sendable {
    /// The character.
    public var character: CharacterID
    /// The page, from 1.
    public var page: Int

    /// Names a page.
    public init(_ character: CharacterID, page: Int) {
        self.character = character
        self.page = page
    }
}

/// What a library knows of a page's ink without reading the ink.
public struct PageSummary: Hashable, Sendable {
    /// The page, from 1.
    public let page: Int
    /// How often the ink has changed; a change is made against a revision, see ``LibraryStore/perform(_:on:expecting:)``.
    public let revision: Int
    /// The number of strokes.
    public let strokeCount: Int
    /// The number of points of all strokes.
    public let pointCount: Int
    /// Whether there is something to undo.
    public let canUndo: Bool
    /// Whether there is something to redo.
    public let canRedo: Bool
    /// When the ink changed last.
    public let modified: Date
}

/// The ink of one page of a character, and the revision that it has.
public struct PageDrawing: Hashable, Sendable {
    /// The ink.
    public let drawing: Drawing
    /// What else is known of it.
    public let summary: PageSummary

    /// The revision, which a change of this ink is made against.
    public var revision: Int { summary.revision }
}

/// What was done to the ink of a page.
public struct InkChange: Hashable, Sendable {
    /// What was applied to the drawing; for an undo, what took the edit back.
    public let edit: Edit
    /// The revision that the ink has now.
    public let revision: Int
}
