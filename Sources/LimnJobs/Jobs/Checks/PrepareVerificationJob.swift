// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry

/// Draws the pictures needed to compare a page of an export, before the export exists. The ink is in the first
/// descriptor.
///
/// A ``VerifyJob`` with the same token, page and resolution uses them.
package struct PrepareVerificationJob: Job {
    package typealias Answer = EmptyAnswer

    package static let name = "prepare"
    package static let task = WorkerTask.judges
    package var files: JobFiles<Answer> { .reading(1) }
    /// Identifies the export.
    package var token: Int
    /// The page, from 1.
    package var page: Int
    /// The frame to which the page must have grown, in the page space of the original; nil if it keeps its size.
    package var frame: Rect?
    /// The resolution of the comparison, in pixels per inch.
    package var resolution: Double

    package init(token: Int, page: Int, frame: Rect? = nil, resolution: Double) {
        (self.token, self.page, self.frame, self.resolution) = (token, page, frame, resolution)
    }
}
