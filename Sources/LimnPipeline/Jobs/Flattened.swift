// SPDX-License-Identifier: GPL-3.0-or-later

/// What came of a ``FlattenJob``.
struct Flattened {
    /// The size of the new document.
    var bytes: Int
    /// The points of the ink that were written.
    var points: Int
    /// How it was saved: appended or rewritten.
    var save: FlattenRequest.Save
    /// Why it was saved that way.
    var reason: String
    /// What a person should know.
    var messages: [String]
}
