// SPDX-License-Identifier: GPL-3.0-or-later

/// Compares a filled form, in the first descriptor, with the open document; what was filled comes in the second one
/// (``FieldFilling``s as JSON). It is done by a worker that has not filled it, and believes nothing of what the other one
/// said.
package struct CheckFormJob: Job {
    /// What was found. A document that is not what it should be is no answer, but an error with `unverified`.
    package struct Answer: Codable, Hashable, Sendable {
        /// The numbers of the original's objects that have another content, ascending; empty where it was rewritten.
        package var overridden: [Int]
        /// What of the original is still there.
        package var kept: KeptContent

        package init(overridden: [Int] = [], kept: KeptContent) { (self.overridden, self.kept) = (overridden, kept) }
    }

    package static let name = "check-form"
    package var descriptorCount: Int { 2 }
    /// How it was saved.
    package var save: SaveStrategy
    /// Whether the fields became part of their pages.
    package var flattens: Bool

    package init(save: SaveStrategy, flattens: Bool) { (self.save, self.flattens) = (save, flattens) }
}
