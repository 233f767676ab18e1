// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// What comes back for a ``Job``.
package enum JobReply<Answer: Codable & Sendable>: Codable, Sendable {
    /// It was done.
    case done(Answer)
    /// The output took no more bytes, for a reason of the operating system.
    case notWritten(errno: Int32)
    /// It was not done.
    case failed(LimnError)
}

/// Does jobs: in a worker, or in a process that trusts its documents. Used by one thread at a time.
package protocol JobService: AnyObject {
    /// Does the job of a message; descriptors stay the caller's.
    ///
    /// - Returns: a ``JobReply`` as JSON.
    func answer(_ request: [UInt8], descriptors: [Int32]) -> [UInt8]
}
