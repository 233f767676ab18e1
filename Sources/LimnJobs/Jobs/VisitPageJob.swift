// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads the page tree up to a page, so that later jobs find these pages faster.
package struct VisitPageJob: Job {
    package struct Answer: Codable, Sendable { package init() {} }

    package static let name = "visit"
    package var descriptorCount: Int { 0 }
    /// The page, from 1.
    package var page: Int
    package init(page: Int) { self.page = page }
}
