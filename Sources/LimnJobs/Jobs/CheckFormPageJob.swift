// SPDX-License-Identifier: GPL-3.0-or-later

/// Compares a page of a filled form, in the first descriptor, with that of the open document. The second descriptor
/// holds the ``FieldFilling``s as JSON. A page that has changed outside its fields gives an error with `unverified`.
package struct CheckFormPageJob: Job {
    /// The findings.
    package struct Answer: Codable, Hashable, Sendable {
        /// The indices of fields that should look different on this page but do not, up to ``limit``.
        package var unseen: [Int]
        /// The number of fields that look different on this page.
        package var seen: Int

        package init(unseen: [Int] = [], seen: Int = 0) { (self.unseen, self.seen) = (unseen, seen) }

        package static let limit = 400
    }

    package static let name = "check-form-page"
    package var descriptorCount: Int { 2 }
    /// The page, from 1.
    package var page: Int
    /// Whether the fields became page content.
    package var flattens: Bool

    package init(page: Int, flattens: Bool) { (self.page, self.flattens) = (page, flattens) }
}
