// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes

/// Why a request was not done, as RFC 9457 has it. Handlers throw it; it is rendered at the outermost edge alone.
struct Problem: Error, Sendable {
    /// What a member of a problem may hold.
    enum Member: Sendable, Encodable {
        case text(String)
        case number(Int)
        case texts([String])

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            case .texts(let texts): try container.encode(texts)
            }
        }
    }

    let status: HTTPResponse.Status
    /// The name of the kind; the type is `/problems/` and this.
    let kind: String
    /// The sentence that the command would print.
    let detail: String
    /// Further members, such as `page`, `field` and `currentRevision`.
    var members: [String: Member]
    /// Further header fields of the answer.
    var headers: HTTPFields = [:]

    init(
        _ status: HTTPResponse.Status, _ kind: String, _ detail: String, members: [String: Member] = [:],
        headers: HTTPFields = [:]
    ) {
        self.status = status
        self.kind = kind
        self.detail = detail
        self.members = members
        self.headers = headers
    }

    /// 400: what was sent cannot be read.
    static func unreadable(_ detail: String, field: String? = nil) -> Problem {
        Problem(.badRequest, "unreadable", detail, members: field.map { ["field": .text($0)] } ?? [:])
    }

    /// 404, also for what one may not see.
    static func notFound(_ detail: String = "There is nothing at this address.") -> Problem {
        Problem(.notFound, "not-found", detail)
    }

    /// 403: one may see it, but not do this.
    static func forbidden(_ detail: String) -> Problem { Problem(.forbidden, "forbidden", detail) }

    /// 422: understood and refused.
    static func refused(_ detail: String, field: String? = nil) -> Problem {
        Problem(.unprocessableContent, "refused", detail, members: field.map { ["field": .text($0)] } ?? [:])
    }

    /// The kinds with their titles, which are the same for all problems of a kind.
    static let titles: [String: String] = [
        "unreadable": "The request cannot be read",
        "unauthorized": "Not signed in",
        "forbidden": "Not allowed",
        "foreign-origin": "The request comes from another site",
        "unknown-host": "The server has another name",
        "not-found": "Not found",
        "wrong-method": "The method is not allowed here",
        "not-acceptable": "No such representation",
        "conflict": "Impossible now",
        "too-large": "Too large",
        "length-required": "The length is missing",
        "stale-revision": "Another revision",
        "missing-revision": "The revision is missing",
        "missing-key": "The idempotency key is missing",
        "reused-key": "The idempotency key was used for something else",
        "unsupported-type": "Unsupported media type",
        "unsatisfiable-range": "No such range",
        "refused": "Refused",
        "locked": "A password is needed",
        "too-many": "Too many requests",
        "busy": "Busy",
        "not-ready": "Not ready",
        "no-space": "No space",
        "damaged": "Damaged",
        "failed": "Failed",
        "stopping": "Stopping",
    ]

    /// The problem as JSON.
    var body: Body { Body(problem: self) }

    struct Body: Encodable, Sendable {
        let problem: Problem

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for (name, value) in problem.members.sorted(by: { $0.key < $1.key }) {
                try container.encode(value, forKey: Key(stringValue: name))
            }
            try container.encode("/problems/\(problem.kind)", forKey: Key(stringValue: "type"))
            try container.encode(Problem.titles[problem.kind] ?? "Failed", forKey: Key(stringValue: "title"))
            try container.encode(problem.status.code, forKey: Key(stringValue: "status"))
            try container.encode(problem.detail, forKey: Key(stringValue: "detail"))
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
