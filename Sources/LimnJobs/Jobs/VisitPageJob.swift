// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads the page tree up to a page, so that later jobs find these pages faster.
package struct VisitPageJob: Job {
    package typealias Answer = EmptyAnswer

    package static let name = "visit"
    package static let task = WorkerTask.judges
    package var files: JobFiles<Answer> { .reading(0) }
    /// The page, from 1.
    package var page: Int
    package init(page: Int) { self.page = page }
}
