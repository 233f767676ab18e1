// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnJobs
internal import LimnWorker
internal import Synchronization
internal import SystemPackage

/// Encodes results as JSON with the common members `status`, `messages` and `notes`.
enum JSONResult {
    /// Whether the command prints its results, and also its failure, as JSON.
    static var isWanted: Bool {
        get { wanted.load(ordering: .relaxed) }
        set { wanted.store(newValue, ordering: .relaxed) }
    }
    private static let wanted = Atomic<Bool>(false)

    /// The result of a command that failed as a whole.
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

    /// The result for a file that could not be read.
    struct FailedInput: Encodable {
        let input: String
        let status: ResultStatus
        let messages: [String]

        init(_ file: FilePath, _ error: LimnError) {
            (input, status, messages) = (file.json, ResultStatus(error), [error.sentence])
        }
    }

    /// A result with the common members. Members that the result itself encodes replace the common ones.
    private struct Line<Value: Encodable>: Encodable {
        let value: Value

        func encode(to encoder: any Encoder) throws {
            try encoder.encodeMembers(["status": ResultStatus.ok, "messages": [String](), "notes": [String]()])
            if Sandbox.wasMissing { try encoder.encodeMembers(["unconfined": true]) }
            try value.encode(to: encoder)
        }
    }

    /// Encodes a result as one line of JSON, without a line end.
    ///
    /// - Parameter value: a result. It must encode as a JSON object.
    static func line(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return escapingControls(try encoder.encode(Line(value: value)))
    }

    /// Returns JSON with U+007F to U+009F as escapes. They are valid in JSON strings, but they control terminals.
    private static func escapingControls(_ json: Data) -> Data {
        var bytes: [UInt8] = []
        var isFollowing = false
        for byte in json {
            // In UTF-8, U+0080 to U+009F are C2 followed by the code.
            if isFollowing, (0x80...0x9f).contains(byte) {
                bytes.removeLast()
                bytes += escape(byte)
            } else if byte == 0x7f {
                bytes += escape(byte)
            } else {
                bytes.append(byte)
            }
            isFollowing = byte == 0xc2
        }
        return Data(bytes)
    }

    private static func escape(_ code: UInt8) -> [UInt8] { Array("\\u00\(String(code, radix: 16))".utf8) }
}
