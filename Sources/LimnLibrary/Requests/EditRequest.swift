// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnInk

/// A change of a page that a client asks for, and may ask for again when no answer reached it.
public struct EditRequest: Sendable {
    /// The kinds of change.
    public enum Change: Sendable {
        /// Adds items above all others. This applies to any page.
        case append([Item])
        /// An edit that is made from the drawing at an expected revision: nil for any, 0 for a page that was never drawn
        /// on.
        case edit(expecting: Int?, @Sendable (Drawing) throws(LibraryError) -> Edit)
        /// The last edit is undone; the revision is nil for any.
        case undo(expecting: Int?)
        /// The last undone edit is redone; the revision is nil for any.
        case redo(expecting: Int?)
    }

    /// The page.
    public var page: CharacterPage
    /// The changes, in order. Either all are applied or none. Each can be undone separately.
    public var changes: [Change]
    /// What the request is known by when it comes again; nil for one that is always made.
    public var key: EditKey?
    /// Called before an edit is undone or redone, with the edit that would be applied and the drawing. If it throws an
    /// error, the request is refused.
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

/// What a request is known by when it comes again.
public struct EditKey: Hashable, Sendable {
    /// How long keys are remembered, in milliseconds: a day.
    static let lifetime: Int64 = 86_400_000

    /// The hash of the key and of who uses it, as 64 hexadecimal digits.
    public var hash: String
    /// A hash of the request, with 64 hexadecimal digits. Using the same key with a different fingerprint is an error.
    public var fingerprint: String

    /// Creates a key.
    public init(hash: String, fingerprint: String) {
        self.hash = hash
        self.fingerprint = fingerprint
    }
}

/// What became of an ``EditRequest``.
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

    /// The page after the change. A request that comes again has the same as the first time.
    public let page: Page
    /// The changes; empty if there was nothing to undo or redo, and for a repeated request.
    public let changes: [InkChange]
    /// Whether the request was made before, and nothing was done now.
    public let isRepeated: Bool
}
