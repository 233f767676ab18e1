// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the places on pages where people are meant to write, and writes them as JSON (an array of `DetectedField`) to
/// the descriptor.
package struct DetectFieldsJob: Job {
    package typealias Answer = WrittenAnswer

    package static let name = "detect-fields"
    /// The maximum number of pages per job. It keeps the answer small, and scans within the time of a job.
    package static let limit = 8
    /// The maximum number of places per page. Further places are left out.
    package static let fieldLimit = 4000
    package var descriptorCount: Int { 1 }
    /// The first page, from 1. The range includes ``last``.
    package var first: Int
    package var last: Int

    package init(pages: ClosedRange<Int>) { (first, last) = (pages.lowerBound, pages.upperBound) }
}
