// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes

/// The reason why a request failed, as problem details (RFC 9457). Handlers throw it; only ``Responder`` turns it into
/// a response.
struct Problem: Error, Sendable {
    /// The value of an additional member.
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
    /// The name of the kind, a key of ``titles``. The `type` member is `/problems/` followed by it.
    let kind: String
    /// The description, a sentence as the command would print it.
    let detail: String
    /// Additional members, such as `page`, `field` and `currentRevision`.
    var members: [String: Member]
    /// Additional header fields of the response.
    var headers: HTTPFields = [:]

    init(
        _ status: HTTPResponse.Status, _ kind: String, _ detail: String, members: [String: Member] = [:],
        headers: HTTPFields = [:]
    ) {
        self.status = status
        self.kind = kind
        self.detail = Self.withoutPaths(detail)
        self.members = members
        self.headers = headers
    }

    /// Returns a sentence without the paths of this machine, whatever error it comes from.
    static func withoutPaths(_ sentence: String) -> String {
        var (result, rest) = ("", sentence[...])
        while let slash = rest.firstIndex(of: "/") {
            let isInWord = rest[..<slash].last.map { $0.isLetter || $0.isNumber || ".-_".contains($0) } ?? false
            let path = rest[slash...].prefix { !$0.isWhitespace && !"“”\"'(),:;".contains($0) }
            let isPath = !isInWord && path.count(where: { $0 == "/" }) > 1
            result += rest[..<slash] + (isPath ? "the file" : path)
            rest = rest[path.endIndex...]
        }
        return result + rest
    }

    /// Returns a problem with status 400: the request cannot be decoded.
    static func unreadable(_ detail: String, field: String? = nil) -> Problem {
        Problem(.badRequest, "unreadable", detail, members: field.map { ["field": .text($0)] } ?? [:])
    }

    /// Returns a problem with status 404. Use it also for resources that the person may not see.
    static func notFound(_ detail: String = "There is nothing at this address.") -> Problem {
        Problem(.notFound, "not-found", detail)
    }

    /// Returns a problem with status 403: the person may see the resource, but not perform the operation.
    static func forbidden(_ detail: String) -> Problem { Problem(.forbidden, "forbidden", detail) }

    /// Returns a problem with status 422: the request was understood, but refused.
    static func refused(_ detail: String, field: String? = nil) -> Problem {
        Problem(.unprocessableContent, "refused", detail, members: field.map { ["field": .text($0)] } ?? [:])
    }

    /// The title of each kind.
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
        "too-long": "It takes too long",
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
