// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// The reply to a ``Job``.
package enum JobReply<Answer: Codable & Sendable>: Codable, Sendable {
    /// The job is done.
    case done(Answer)
    /// Writing the output failed with this errno.
    case notWritten(errno: Int32)
    /// The job failed.
    case failed(LimnError)
}
