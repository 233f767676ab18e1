// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

/// The edits of a page that hold, as far as its journal keeps them, oldest first.
///
/// Undone edits are not included. Revisions are counted back from the current one along these edits, so revisions
/// before an undo may differ from those that clients saw at the time.
public struct PageHistory: Sendable {
    /// An edit.
    public struct Entry: Hashable, Sendable {
        /// What an edit did.
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

        /// The revision that it led to.
        public let revision: Int
        /// When it was made; nil for one from before times were kept.
        public let time: Date?
        /// The kind of edit; nil if it cannot be read.
        public let kind: Kind?
        /// The number of items that it added.
        public let added: Int
        /// The number of items that it removed.
        public let removed: Int
        /// Whether the ink before and after it can be had.
        public let canReplay: Bool
    }

    /// The edits.
    public let entries: [Entry]
    /// The page's revision now.
    public let revision: Int
    /// Whether more edits follow.
    public let hasMore: Bool
}
