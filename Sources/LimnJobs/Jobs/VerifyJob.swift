// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry

/// Compares a page of the export in the first descriptor with the open document; the ink is in the second one.
package struct VerifyJob: Job {
    /// How the pixels apart from the ink are compared.
    package enum Strictness: String, Codable, Hashable, Sendable {
        /// Each pixel may differ by one level of 255.
        case exact
        /// Means over squares of 8 pixels are compared: for pages that were drawn anew.
        case coarse
        /// Not at all: for pages that were meant to lose something.
        case none
    }

    /// What was found on a page.
    package struct Answer: Hashable, Sendable, Codable {
        /// The pixels that the ink changes visibly.
        package var expected: Int
        /// Those of them that have changed.
        package var changed: Int
        /// Those that cannot be seen because they lie below annotations or form fields.
        package var hidden: Int
        /// What is wrong; nil where all is well.
        package var fault: Fault?
        /// The share of the expected pixels that have changed, 0…1.
        package var share: Double { expected == 0 ? 1 : Double(changed) / Double(expected) }

        package init(expected: Int = 0, changed: Int = 0, hidden: Int = 0, fault: Fault? = nil) {
            self.expected = expected
            self.changed = changed
            self.hidden = hidden
            self.fault = fault
        }
    }

    /// What is wrong with a page.
    package enum Fault: Hashable, Sendable, Codable {
        /// It is displayed at another size, in points.
        case size(Size, was: Size)
        /// Too little of the ink can be seen: the share of the pixels that changed, 0…1.
        case inkMissing(share: Double)
        /// Something changed where there is no ink: the place in page space, and the levels of 255 it changed by.
        case changedElsewhere(at: Point, levels: Int)
    }

    /// The pixels an inch to compare at unless said otherwise.
    package static let standardResolution = 72.0

    package static let name = "verify"
    package var descriptorCount: Int { 2 }
    /// Tells one export from the next.
    package var token: Int
    /// The page, from 1.
    package var page: Int
    package var strictness: Strictness
    /// How far edges of the ink may have moved, in points.
    package var tolerance: Double
    /// The pixels an inch to compare at.
    package var resolution: Double
    /// Whether the export's page has the same /UserUnit.
    package var keepsUserUnit: Bool
    /// Whether what stood out on a page that was drawn anew must still stand out.
    package var findsVanished: Bool
    /// Whether the original's picture is kept for the next export of the same document.
    package var sharesPages: Bool

    package init(
        token: Int, page: Int, strictness: Strictness, tolerance: Double, resolution: Double, keepsUserUnit: Bool,
        findsVanished: Bool = false, sharesPages: Bool = false
    ) {
        self.token = token
        self.page = page
        self.strictness = strictness
        self.tolerance = tolerance
        self.resolution = resolution
        self.keepsUserUnit = keepsUserUnit
        self.findsVanished = findsVanished
        self.sharesPages = sharesPages
    }
}
