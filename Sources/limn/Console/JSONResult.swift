// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnJobs
internal import LimnWorker
internal import Synchronization
internal import SystemPackage

/// What all results have in common as JSON: `status`, `messages` and `notes`.
enum JSONResult {
    /// Whether the command prints results as JSON, and so its failure, too.
    static var isWanted: Bool {
        get { wanted.load(ordering: .relaxed) }
        set { wanted.store(newValue, ordering: .relaxed) }
    }
    private static let wanted = Atomic<Bool>(false)

    /// A command that failed as a whole.
    struct Failure: Encodable {
        let status: ResultStatus
        let messages: [String]

        init(_ error: any Error) {
            if let error = error as? LimnError {
                status = ResultStatus(error)
                messages = [error.subject.map { "\($0): \(error.sentence)" } ?? error.sentence]
            } else {
                status = .failed
                messages = ["\(error)"]
            }
        }
    }

    /// A file that could not be read.
    struct FailedInput: Encodable {
        let input: String
        let status: ResultStatus
        let messages: [String]

        init(_ file: FilePath, _ error: LimnError) {
            (input, status, messages) = (file.json, ResultStatus(error), [error.sentence])
        }
    }

    /// A result behind the common keys. A key that the result writes itself takes the place of the common one.
    private struct Line<Value: Encodable>: Encodable {
        let value: Value

        func encode(to encoder: any Encoder) throws {
            try encoder.encodeMembers(["status": ResultStatus.ok, "messages": [String](), "notes": [String]()])
            if Sandbox.wasMissing { try encoder.encodeMembers(["unconfined": true]) }
            try value.encode(to: encoder)
        }
    }

    /// A line of JSON without its end.
    ///
    /// - Parameter value: a result, which is an object.
    static func line(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(Line(value: value))
    }
}
