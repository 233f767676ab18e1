// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// A job for a worker: the request and the type of its answer. Files come as open descriptors.
///
/// Each job is a separate type in its own file. LimnWorkerService adds an extension that performs it.
package protocol Job: Codable, Sendable {
    /// The answer.
    associatedtype Answer: Codable, Sendable

    /// The job's name in messages.
    static var name: String { get }

    /// The number of descriptors that come with the job.
    var descriptorCount: Int { get }

    /// The same job done with less memory, for when this one has failed for lack of it; nil if there is no other way.
    var thriftier: Self? { get }
}

extension Job {
    package var thriftier: Self? { nil }
}

/// A job as a message to a worker: its name, a line feed, and the job as JSON.
package enum JobMessage {
    /// Encodes a job.
    ///
    /// - Throws: An encoding error for numbers that JSON cannot represent.
    package static func encode(_ job: some Job) throws -> [UInt8] {
        func encode<J: Job>(_ job: J) throws -> [UInt8] {
            Array(J.name.utf8) + [10] + Array(try JSONEncoder().encode(job))
        }
        return try encode(job)
    }

    /// Splits a message into a job's name and its JSON; nil if the message is malformed.
    package static func split(_ message: [UInt8]) -> (name: String, body: ArraySlice<UInt8>)? {
        guard let end = message.firstIndex(of: 10), end < 64 else { return nil }
        return (String(decoding: message[..<end], as: UTF8.self), message[(end + 1)...])
    }
}
