// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnInk

/// A change of a page that a client requests. The client may repeat the request if it received no response.
public struct EditRequest: Sendable {
    /// The kinds of change.
    public enum Change: Sendable {
        /// Adds items above all others, at any revision.
        case append([Item])
        /// Makes an edit from the drawing at an expected revision: nil for any, 0 for a page that was never drawn on.
        case edit(expecting: Int?, @Sendable (Drawing) throws(LibraryError) -> Edit)
        /// Undoes the last edit. The expected revision is nil for any.
        case undo(expecting: Int?)
        /// Redoes the last undone edit. The expected revision is nil for any.
        case redo(expecting: Int?)
    }

    /// The page.
    public var page: CharacterPage
    /// The changes, in order. Either all are applied or none. Each can be undone separately.
    public var changes: [Change]
    /// The key that identifies repetitions of the request; nil if the request is always performed.
    public var key: EditKey?
    /// Called before an edit is undone or redone, with the edit to apply and the drawing. If it throws an error, the
    /// request is refused.
    public var checkStep: (@Sendable (Edit, Drawing) throws(LibraryError) -> Void)?

    /// Creates a request.
    public init(_ changes: Change..., of page: CharacterPage, key: EditKey? = nil) {
        self.init(changes, of: page, key: key)
    }

    /// Creates a request.
    public init(_ changes: [Change], of page: CharacterPage, key: EditKey? = nil) {
        self.page = page
        self.changes = changes
        self.key = key
    }
}

/// The key that identifies repetitions of a request.
public struct EditKey: Hashable, Sendable {
    /// The time for which keys are stored, in milliseconds: a day.
    static let lifetime: Int64 = 86_400_000

    /// The hash of the key and its user, as 64 hexadecimal digits.
    public var hash: String
    /// The hash of the request, as 64 hexadecimal digits. Using the same key with a different fingerprint is an error.
    public var fingerprint: String

    /// Creates a key.
    public init(hash: String, fingerprint: String) {
        self.hash = hash
        self.fingerprint = fingerprint
    }
}

/// The result of an ``EditRequest``.
public struct EditOutcome: Hashable, Sendable {
    /// The page after the change.
    public struct Page: Hashable, Sendable {
        /// The revision.
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
    /// Whether the request had already been performed, so that nothing changed now.
    public let isRepeated: Bool
}
