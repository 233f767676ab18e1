// SPDX-License-Identifier: GPL-3.0-or-later

/// Compares a page of a filled form, in the first descriptor, with that of the open document; what was filled comes in the
/// second one (``FieldFilling``s as JSON). A page that has changed beside its fields is an error with `unverified`.
package struct CheckFormPageJob: Job {
    /// What was found.
    package struct Answer: Codable, Hashable, Sendable {
        /// The places of fields that should show something on this page and do not, up to ``limit``.
        package var unseen: [Int]
        /// How many fields show something new on this page.
        package var seen: Int

        package init(unseen: [Int] = [], seen: Int = 0) { (self.unseen, self.seen) = (unseen, seen) }

        package static let limit = 400
    }

    package static let name = "check-form-page"
    package var descriptorCount: Int { 2 }
    /// The page, from 1.
    package var page: Int
    /// Whether the fields became part of their pages.
    package var flattens: Bool

    package init(page: Int, flattens: Bool) { (self.page, self.flattens) = (page, flattens) }
}
