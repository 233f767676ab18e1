// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

/// The edits of a page that its journal still has, oldest first, without undone edits.
///
/// Revisions are counted back from the current one along these edits. Therefore, revisions before an undo may differ
/// from those that clients saw at the time. The journal keeps at least the last 1,000 edits of a page.
///
/// ```swift
/// let history = try library.history(of: page, limit: 20)
/// for entry in history.entries where entry.canReplay {
///     let ink = try library.drawing(on: page, at: entry.revision)
///     print(entry.revision, ink?.strokes.count ?? 0)
/// }
/// ```
public struct PageHistory: Sendable {
    /// An edit of the page.
    public struct Entry: Hashable, Sendable {
        /// The kind of an edit.
        public enum Kind: String, Hashable, Sendable {
            /// Items were added.
            case add
            /// Items were removed.
            case remove
            /// Items were removed and others added.
            case change
            /// Only the layers changed.
            case layers
        }

        /// The revision after the edit.
        public let revision: Int
        /// The time of the edit; nil if it was made before libraries recorded times.
        public let time: Date?
        /// The kind of the edit; nil if the edit cannot be read.
        public let kind: Kind?
        /// The number of items that the edit added; 0 if it cannot be read.
        public let added: Int
        /// The number of items that the edit removed; 0 if it cannot be read.
        public let removed: Int
        /// Whether the ink before and after the edit can be reconstructed.
        public let canReplay: Bool
    }

    /// The edits.
    public let entries: [Entry]
    /// The current revision of the page.
    public let revision: Int
    /// Whether more edits follow the last of ``entries``. They are later ones.
    public let hasMore: Bool
}
