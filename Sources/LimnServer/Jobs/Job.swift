// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import LimnFiles

/// The request of a job, as it is kept across restarts.
struct JobRequest: Codable, Hashable, Sendable {
    /// The operation of a job.
    enum Verb: String, Codable, CaseIterable, Sendable {
        case render, thumbnail, flatten, inspect, convert, fill, detect
        /// Exports a character: merges its ink into its template.
        case export
    }

    var verb: Verb
    /// The number of input files in the job's folder: `in/1`, `in/2` and so on.
    var inputCount = 0
    /// The options by their long names.
    var options: [String: JSONValue] = [:]
    /// The id of the character, for an export.
    var character: String?
    /// The id of the template on which fields are looked for.
    var template: String?
    /// Whether the person may see ink for the game master.
    var seesSecrets = false
}

/// A job with its state and its result.
struct Job: Codable, Sendable {
    /// The state of a job.
    enum State: String, Codable, Sendable { case waiting, running, done, failed, cancelled }

    /// The result file of a job.
    struct Result: Codable, Hashable, Sendable {
        /// The media type.
        var type: String
        /// The file name for downloads.
        var name: String
        var bytes: Int
    }

    /// The reason why a job failed.
    struct Failure: Codable, Hashable, Sendable {
        var kind: String
        var status: Int
        var detail: String
        /// The time in seconds after which the client may try again; nil if trying again is pointless.
        var retryAfter: String?

        init(_ problem: Problem) {
            kind = problem.kind
            status = problem.status.code
            detail = problem.detail
            retryAfter = problem.headers[.retryAfter]
        }
    }

    let id: String
    /// The ``Identity/key`` of the person who created the job.
    let person: String
    let request: JobRequest
    let created: Date
    var state = State.waiting
    /// The completed share, 0…1.
    var progress = 0.0
    var finished: Date?
    var receipt: JSONValue?
    var failure: Failure?
    var result: Result?

    /// Whether the job has ended.
    var isOver: Bool { state == .done || state == .failed || state == .cancelled }
}

/// A job as JSON for clients.
struct JobView: Encodable, Sendable {
    let job: Job
    /// Whether the view names the person who created the job.
    let isForOwner: Bool

    private enum Key: String, CodingKey {
        case id, verb, state, progress, created, finished, receipt, problem, result, character, template, person
    }

    private enum ProblemKey: String, CodingKey { case type, title, status, detail }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(job.id, forKey: .id)
        try container.encode(job.request.verb, forKey: .verb)
        try container.encode(job.state, forKey: .state)
        try container.encode(job.progress, forKey: .progress)
        try container.encode(Moment.text(job.created), forKey: .created)
        try container.encodeIfPresent(job.finished.map { Moment.text($0) }, forKey: .finished)
        try container.encodeIfPresent(job.request.character, forKey: .character)
        try container.encodeIfPresent(job.request.template, forKey: .template)
        if isForOwner { try container.encode(Identity.name(inKey: job.person), forKey: .person) }
        try container.encodeIfPresent(job.receipt, forKey: .receipt)
        try container.encodeIfPresent(job.result, forKey: .result)
        if let failure = job.failure {
            var inner = container.nestedContainer(keyedBy: ProblemKey.self, forKey: .problem)
            try inner.encode("/problems/\(failure.kind)", forKey: .type)
            try inner.encode(Problem.titles[failure.kind] ?? "Failed", forKey: .title)
            try inner.encode(failure.status, forKey: .status)
            try inner.encode(failure.detail, forKey: .detail)
        }
    }
}
