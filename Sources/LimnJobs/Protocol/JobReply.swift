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

/// Performs jobs, either in a worker or in a process that trusts its documents. Only one thread uses it at a time.
package protocol JobService: AnyObject {
    /// Performs the job in a message. The caller keeps its descriptors.
    ///
    /// - Returns: A ``JobReply`` as JSON.
    func answer(_ request: [UInt8], descriptors: [Int32]) -> [UInt8]
}
