// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk

/// A change of a page that a client requests. The client may repeat the request if it received no response.
///
/// The closures of a request run within the transaction, while other programs wait to write. They should be quick, and
/// they must not call the library. Those of a prepared request run before the transaction.
///
/// ```swift
/// let request = EditRequest(.append([.stroke(line)]), of: CharacterPage(maren.id, page: 1))
/// let outcome = try library.perform([request])[0].get()
/// print(outcome.page.revision)
/// ```
public struct EditRequest: Sendable {
    /// The kinds of change.
    public enum Change: Sendable {
        /// Adds items above all others, at any revision.
        case append([Item])
        /// Makes an edit from the drawing at an expected revision: nil for any, 0 for a page that was never drawn on.
        /// The closure gets the drawing as the earlier changes of the request left it; an error that it throws refuses
        /// the request.
        case edit(expecting: Int?, @Sendable (Drawing) throws(LibraryError) -> Edit)
        /// Undoes the last edit. The expected revision is nil for any.
        case undo(expecting: Int?)
        /// Redoes the last undone edit. The expected revision is nil for any.
        case redo(expecting: Int?)
    }

    /// The page.
    public var page: CharacterPage
    /// The changes, in order. Either all are applied or none. Each can be undone separately, and each that changes the
    /// ink increases the revision by one.
    public var changes: [Change]
    /// The rotation of the page, in the character's list of pages, for which the changes were made; nil for today's. If the
    /// page has been turned since, appended items turn with it, and other changes are refused with `stale`.
    public var turn: PageGeometry.Rotation?
    /// The key that identifies repetitions of the request; nil if the request is always performed. A refused request
    /// leaves its key unused.
    public var key: EditKey?
    /// The person whose history the changes belong to; nil if nobody is to be recorded. Steps of ``Change/undo(expecting:)``
    /// and ``Change/redo(expecting:)`` belong to nobody's history.
    public var author: EditAuthor?
    /// Called before each edit, also one that is undone or redone, with the edit to apply and the layers before it. If it
    /// throws an error, the request is refused.
    public var check: (@Sendable (Edit, [Drawing.Layer]) throws(LibraryError) -> Void)?
    /// Called before an edit is undone or redone, with the edit to apply and the drawing, which is read for it. ``check``
    /// needs no drawing. If it throws an error, the request is refused.
    public var checkStep: (@Sendable (Edit, Drawing) throws(LibraryError) -> Void)?
    /// The edits, made for one state of the page; nil unless ``Library/prepare(_:before:)`` made them.
    var prepared: PreparedEdits?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - changes: the changes, in order.
    ///   - page: the page of a character.
    ///   - key: the key that identifies repetitions; nil if the request is always performed.
    public init(_ changes: Change..., of page: CharacterPage, key: EditKey? = nil) {
        self.init(changes, of: page, key: key)
    }

    /// Creates a request from a list of changes. An empty list changes nothing; its outcome is the present state of the
    /// page.
    public init(_ changes: [Change], of page: CharacterPage, key: EditKey? = nil) {
        self.page = page
        self.changes = changes
        self.key = key
    }
}

/// The key that identifies repetitions of a request. A library knows it for a day after the request was performed.
public struct EditKey: Hashable, Sendable {
    /// The time for which keys are stored, in milliseconds: a day.
    static let lifetime: Int64 = 86_400_000

    /// The hash of the key and its user, as 64 hexadecimal digits.
    public var hash: String
    /// The hash of the request, as 64 hexadecimal digits. Using the same key with a different fingerprint is an error.
    public var fingerprint: String

    /// Creates a key. `ContentHash` makes suitable texts for both; the library only compares them.
    public init(hash: String, fingerprint: String) {
        self.hash = hash
        self.fingerprint = fingerprint
    }
}

/// The result of an ``EditRequest`` that was performed, now or earlier.
public struct EditOutcome: Hashable, Sendable {
    /// The page after the change.
    public struct Page: Hashable, Sendable {
        /// The revision, which the next request may expect; 0 for a page that was never drawn on.
        public let revision: Int
        /// The number of strokes.
        public let strokeCount: Int
        /// The number of items that are not strokes.
        public let objectCount: Int
        /// Whether there is something to undo.
        public let canUndo: Bool
        /// Whether there is something to redo.
        public let canRedo: Bool
    }

    /// The page after the change. For a repeated request, it is the same as the first time.
    public let page: Page
    /// The changes; empty if there was nothing to undo or redo, and for a repeated request.
    public let changes: [InkChange]
    /// Whether a request with the same key had already been performed, so that nothing changed now.
    public let isRepeated: Bool
}
