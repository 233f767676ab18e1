// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnFiles
internal import SystemPackage

/// A line of results: the verb's own JSON object with the members that a batch adds.
struct ResultLine: Encodable, Sendable {
    /// A file that a task has created.
    struct Output: Encodable, Sendable {
        /// The readable name; nil if the task has none.
        var name: String?
        /// The path of the object, relative to the folder of results.
        var object: String
        /// The size in bytes.
        var bytes: Int
        /// The page, from 1; nil for a document.
        var page: Int?

        func encode(to encoder: any Encoder) throws {
            try encoder.encodeMembers(["name": name, "object": object, "bytes": bytes, "page": page])
        }
    }

    var body: any Encodable & Sendable
    var status: ResultStatus
    var id: TaskID
    var index: Int
    var shard: Shard
    var verb: BatchVerb?
    var outputs: [Output] = []
    var seconds = 0.0

    func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers(["messages": [String](), "notes": [String]()])
        if Sandbox.wasMissing { try encoder.encodeMembers(["unconfined": true]) }
        try body.encode(to: encoder)
        try encoder.encodeMembers([
            "status": status, "task": id.text, "index": index, "shard": "\(shard)", "verb": verb, "outputs": outputs,
            "seconds": (seconds * 1e6).rounded() / 1e6, "limn": LimnVersion.text,
        ])
    }
}

/// The JSON object of a task that failed before its verb had a result.
struct FailedTask: Encodable, Sendable {
    var input: String?
    var messages: [String]

    func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers(["input": input, "output": String?.none, "messages": messages])
    }
}

/// The JSON object of a task that rendered several pages, with one object for each page.
struct RenderedTask: Encodable, Sendable {
    var input: String
    var pages: [RenderResult]

    func encode(to encoder: any Encoder) throws {
        // Results for the whole document are repeated at the top level.
        let whole = pages.filter { $0.page == nil }
        try encoder.encodeMembers([
            "input": input, "pages": pages, "messages": whole.flatMap(\.messages), "notes": whole.flatMap(\.notes),
        ])
    }
}
