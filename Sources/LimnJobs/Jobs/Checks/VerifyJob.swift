// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry

/// Compares a page of the export in the first descriptor with the open document. The ink is in the second descriptor.
package struct VerifyJob: Job {
    /// The strictness of the comparison outside the ink.
    package enum Strictness: String, Codable, Hashable, Sendable {
        /// Each pixel may differ by one level of 255.
        case exact
        /// Means of squares of 8 × 8 pixels are compared. This is for pages that the export redrew.
        case coarse
        /// These pixels are not compared, because the page was meant to lose content.
        case none
    }

    /// The result for a page.
    package struct Answer: Hashable, Sendable, Codable {
        /// The number of pixels that the ink changes visibly.
        package var expected: Int
        /// The number of expected pixels that have changed.
        package var changed: Int
        /// The number of expected pixels that annotations or form fields cover.
        package var hidden: Int
        /// The fault; nil if there is none.
        package var fault: Fault?
        /// Whether the bytes of the export proved it, and the page was not drawn.
        package var isProven = false
        /// The fraction of expected pixels that have changed, 0…1.
        package var share: Double { expected == 0 ? 1 : Double(changed) / Double(expected) }

        package init(expected: Int = 0, changed: Int = 0, hidden: Int = 0, fault: Fault? = nil) {
            self.expected = expected
            self.changed = changed
            self.hidden = hidden
            self.fault = fault
        }
    }

    /// A fault of a page.
    package enum Fault: Hashable, Sendable, Codable {
        /// The displayed size has changed; sizes are in points.
        case size(Size, was: Size)
        /// Too little of the ink is visible. The share is the fraction of expected pixels that changed, 0…1.
        case inkMissing(share: Double)
        /// The page changed outside the ink, at a point in page space, by this many levels of 255.
        case changedElsewhere(at: Point, levels: Int)
    }

    /// The standard resolution of the comparison, in pixels per inch.
    package static let standardResolution = 72.0

    package static let name = "verify"
    package static let task = WorkerTask.judges
    package var files: JobFiles<Answer> { .reading(2) }
    /// Identifies the export.
    package var token: Int
    /// The page, from 1.
    package var page: Int
    /// The frame to which the page must have grown, in the page space of the original; nil if it keeps its size.
    package var frame: Rect?
    package var strictness: Strictness
    /// The maximum allowed displacement of the ink's edges, in points.
    package var tolerance: Double
    /// The resolution of the comparison, in pixels per inch.
    package var resolution: Double
    /// Whether the export's page must have the same /UserUnit.
    package var keepsUserUnit: Bool
    /// The resolution of a page that became a picture, in pixels per inch; nil for other pages.
    package var pictureResolution: Double?
    /// Whether distinct content must still be visible on a page that the export redrew.
    package var findsVanished: Bool
    /// Whether to cache the original's picture for the next export of the same document.
    package var sharesPages: Bool
    /// Whether the page need not be drawn if the bytes of the export, which appends an overlay, prove the same.
    package var mayProve: Bool

    package init(
        token: Int, page: Int, frame: Rect? = nil, strictness: Strictness, tolerance: Double, resolution: Double,
        keepsUserUnit: Bool, pictureResolution: Double? = nil,
        findsVanished: Bool = false, sharesPages: Bool = false, mayProve: Bool = false
    ) {
        self.token = token
        self.page = page
        self.frame = frame
        self.strictness = strictness
        self.tolerance = tolerance
        self.resolution = resolution
        self.keepsUserUnit = keepsUserUnit
        self.pictureResolution = pictureResolution
        self.findsVanished = findsVanished
        self.sharesPages = sharesPages
        self.mayProve = mayProve
    }

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        guard AnswerBounds.areCounts(answer.expected), (0...answer.expected).contains(answer.changed),
            (0...answer.expected).contains(answer.hidden), !answer.isProven || mayProve && answer.fault == nil
        else { return false }
        return switch answer.fault {
        case .inkMissing(let share): (0...1).contains(share)
        case .changedElsewhere(_, let levels): (0...255).contains(levels)
        case .size, nil: true
        }
    }
}
