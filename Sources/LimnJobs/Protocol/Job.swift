// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
package import LimnGeometry

/// A job for a worker: the request, the answer, and what the parent holds the answer to. Files come as open
/// descriptors.
///
/// Each job is a separate type in its own file, and a line in ``JobList``. LimnWorkerService adds an extension that
/// performs it.
package protocol Job: Codable, Sendable {
    /// The answer.
    associatedtype Answer: Codable, Sendable

    /// The job's name in messages.
    static var name: String { get }

    /// The task of the workers that perform the job.
    static var task: WorkerTask { get }

    /// What the job reads and writes.
    var files: JobFiles<Answer> { get }

    /// Returns whether an answer is possible by itself and matches this request: for example, a picture must have the
    /// requested size, and a list the requested number of items. The parent ends a worker whose answer is not accepted.
    ///
    /// - Parameter access: the limits with which the document was opened.
    func accepts(_ answer: Answer, _ access: Access) -> Bool

    /// The same job done with less memory, for when this one has failed for lack of it; nil if there is no other way.
    var thriftier: Self? { get }
}

extension Job {
    package var thriftier: Self? { nil }
}

extension Job where Answer == EmptyAnswer {
    package func accepts(_: Answer, _: Access) -> Bool { true }
}

extension Job where Answer == WrittenAnswer {
    /// Always true: ``files`` bounds the only number.
    package func accepts(_: Answer, _: Access) -> Bool { true }
}

/// A job whose result is a value. The worker writes it as JSON, because it may be larger than an answer.
package protocol ValueJob: Job where Answer == WrittenAnswer {
    /// The result.
    associatedtype Value: Codable, Sendable

    /// Returns whether a result is possible by itself and matches this request.
    func accepts(_ value: Value) -> Bool

    /// The bounds of the JSON.
    var limits: BoundedJSON.Limits { get }
}

extension ValueJob {
    package var limits: BoundedJSON.Limits { .file }
}

/// The files of a job besides the open document. Its descriptors are that of the file it writes, if there is one, and
/// then those of the files it reads.
package struct JobFiles<Answer: Codable & Sendable>: Sendable {
    /// The number of files that it reads.
    package let inputs: Int
    /// The maximum size of the file that it writes, in bytes; nil if it writes none.
    private let limit: Int?
    private let size: @Sendable (Answer) -> Int?

    /// The job reads files and writes none.
    package static func reading(_ inputs: Int) -> JobFiles { JobFiles(inputs: inputs, limit: nil) { _ in nil } }

    /// The job also writes a file of at most `limit` bytes.
    package static func reading(_ inputs: Int = 0, writing limit: Int) -> JobFiles where Answer: SizedAnswer {
        JobFiles(inputs: inputs, limit: limit) { $0.bytes }
    }

    /// Whether the job writes a file.
    package var hasOutput: Bool { limit != nil }

    /// The number of the job's descriptors.
    package var count: Int { inputs + (hasOutput ? 1 : 0) }

    /// Returns the size of the file that the worker says it has written, in bytes; nil if the job writes none.
    package func size(in answer: Answer) -> Int? { size(answer) }

    /// Returns whether that size is allowed.
    package func accept(_ answer: Answer) -> Bool {
        guard let size = size(answer), let limit else { return true }
        return (0...limit).contains(size)
    }
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
