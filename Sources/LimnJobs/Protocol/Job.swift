// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// One thing that a worker does, with what it is told and what it answers. Files come as open descriptors.
///
/// A job is a type of its own, in a file of its own; LimnWorkerService extends it by how it is done.
package protocol Job: Codable, Sendable {
    /// What comes back.
    associatedtype Answer: Codable, Sendable

    /// The name that stands for the job in messages.
    static var name: String { get }

    /// How many descriptors come with the job.
    var descriptorCount: Int { get }
}

/// How a job travels to a worker: its name, a line feed, and the job itself as JSON.
package enum JobMessage {
    /// Encodes a job.
    ///
    /// - Throws: an encoding error, for numbers that JSON cannot hold.
    package static func encode(_ job: some Job) throws -> [UInt8] {
        func encode<J: Job>(_ job: J) throws -> [UInt8] {
            Array(J.name.utf8) + [10] + Array(try JSONEncoder().encode(job))
        }
        return try encode(job)
    }

    /// Splits a message into a job's name and its JSON; nil for what is no message.
    package static func split(_ message: [UInt8]) -> (name: String, body: ArraySlice<UInt8>)? {
        guard let end = message.firstIndex(of: 10), end < 64 else { return nil }
        return (String(decoding: message[..<end], as: UTF8.self), message[(end + 1)...])
    }
}
