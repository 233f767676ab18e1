// SPDX-License-Identifier: GPL-3.0-or-later

/// Compares a filled form, in the first descriptor, with the open document. The second descriptor holds the
/// ``FieldFilling``s as JSON. The worker that does this has not filled the form and does not trust the worker that has.
package struct CheckFormJob: Job {
    /// The findings. A faulty document gives an error with `unverified` instead.
    package struct Answer: Codable, Hashable, Sendable {
        /// The numbers of the original's objects that the new document replaces, ascending; empty if it was rewritten.
        package var overridden: [Int]
        /// The content of the original that was kept.
        package var kept: KeptContent

        package init(overridden: [Int] = [], kept: KeptContent) { (self.overridden, self.kept) = (overridden, kept) }
    }

    package static let name = "check-form"
    package var descriptorCount: Int { 2 }
    /// How it was saved.
    package var save: SaveStrategy
    /// Whether the fields became page content.
    package var flattens: Bool

    package init(save: SaveStrategy, flattens: Bool) { (self.save, self.flattens) = (save, flattens) }
}
