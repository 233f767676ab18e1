// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
public import LimnInk

/// A page of a character. Neither needs to exist; the calls of ``LibraryStore`` check both.
public struct CharacterPage: Hashable, Sendable {
    /// The character.
    public var character: CharacterID
    /// The page, from 1.
    public var page: Int

    /// Creates a reference to a page.
    ///
    /// - Parameters:
    ///   - character: the id of the character.
    ///   - page: the page, from 1.
    public init(_ character: CharacterID, page: Int) {
        self.character = character
        self.page = page
    }
}

/// The metadata of a page's ink. ``LibraryStore/drawnPages(of:)`` reads it without the ink.
public struct PageSummary: Hashable, Sendable {
    /// The page, from 1.
    public let page: Int
    /// The number of changes of the ink, which include undo and redo. Edits name the revision that they expect; see
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
    /// The time of the last change, to the millisecond.
    public let modified: Date
    /// The number of items that are not strokes, such as texts and pictures.
    public let objectCount: Int

    /// The number of items.
    public var itemCount: Int { strokeCount + objectCount }

    /// The summary without what the counts tell about single items: all items count as strokes without points.
    package var withoutKinds: PageSummary {
        PageSummary(
            page: page, revision: revision, strokeCount: itemCount, pointCount: 0, canUndo: canUndo, canRedo: canRedo,
            modified: modified, objectCount: 0)
    }
}

/// The ink of one page of a character with its metadata. Both are of the same revision.
///
/// ```swift
/// let page = CharacterPage(maren.id, page: 1)
/// if let found = try library.drawing(on: page) {
///     try library.perform(found.drawing.removing([0]), on: page, expecting: found.revision)
/// }
/// ```
public struct PageDrawing: Hashable, Sendable {
    /// The ink.
    public let drawing: Drawing
    /// The metadata.
    public let summary: PageSummary

    /// The revision to expect in an edit of this ink.
    public var revision: Int { summary.revision }
}

/// A change of a page's ink. A caller that has the drawing of the revision before gets the new one by applying
/// ``edit``, without loading it again.
public struct InkChange: Hashable, Sendable {
    /// The edit that was applied to the drawing; for an undo, the inverse of the undone edit. It is empty if nothing
    /// changed.
    public let edit: Edit
    /// The revision after the change.
    public let revision: Int
}
