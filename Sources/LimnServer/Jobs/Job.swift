// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes

/// What is asked for in a job, as it is kept across restarts.
struct JobRequest: Codable, Hashable, Sendable {
    /// What jobs do.
    enum Verb: String, Codable, CaseIterable, Sendable {
        case render, thumbnail, flatten, inspect, convert, fill
        /// Lays a character's ink over its template.
        case export
    }

    var verb: Verb
    /// How many files are in the job's folder: `in/1`, `in/2` and so on.
    var inputCount = 0
    /// The options by their long names.
    var options: [String: JSONValue] = [:]
    /// The character of an export.
    var character: String?
    /// Whether what is meant for the game master may be had.
    var seesSecrets = false
}

/// A job and what became of it.
struct Job: Codable, Sendable {
    /// Where a job is.
    enum State: String, Codable, Sendable { case waiting, running, done, failed, cancelled }

    /// A file that a job has made.
    struct Result: Codable, Hashable, Sendable {
        /// The media type.
        var type: String
        /// The name that it is offered under.
        var name: String
        var bytes: Int
    }

    /// Why a job failed.
    struct Failure: Codable, Hashable, Sendable {
        var kind: String
        var status: Int
        var detail: String
        /// The time after which it may be tried again, in seconds; nil where that is of no use.
        var retryAfter: String?

        init(_ problem: Problem) {
            kind = problem.kind
            status = problem.status.code
            detail = problem.detail
            retryAfter = problem.headers[.retryAfter]
        }
    }

    let id: String
    /// Who has asked.
    let person: String
    let request: JobRequest
    let created: Date
    var state = State.waiting
    /// 0…1.
    var progress = 0.0
    var finished: Date?
    var receipt: JSONValue?
    var failure: Failure?
    var result: Result?

    /// Whether nothing more will happen.
    var isOver: Bool { state == .done || state == .failed || state == .cancelled }
}

/// A job as clients see it.
struct JobView: Encodable, Sendable {
    let job: Job

    private enum Key: String, CodingKey {
        case id, verb, state, progress, created, finished, receipt, problem, result, character
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
