// SPDX-License-Identifier: GPL-3.0-or-later

/// Draws what a page of an export will be compared with, before the export is there; the ink is in the first descriptor.
///
/// A ``VerifyJob`` with the same token, page and resolution finds it drawn.
package struct PrepareVerificationJob: Job {
    package struct Answer: Codable, Sendable { package init() {} }

    package static let name = "prepare"
    package var descriptorCount: Int { 1 }
    /// Tells one export from the next.
    package var token: Int
    /// The page, from 1.
    package var page: Int
    /// The pixels an inch to compare at.
    package var resolution: Double

    package init(token: Int, page: Int, resolution: Double) {
        (self.token, self.page, self.resolution) = (token, page, resolution)
    }
}
