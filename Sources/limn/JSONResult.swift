// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnJobs
internal import LimnWorker
internal import Synchronization

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

    /// Which of the common keys a result has.
    private struct Common: Decodable {
        private enum Key: String, CodingKey { case messages, notes, status, unconfined }
        let missing: [String]
        let tellsUnconfined: Bool

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            tellsUnconfined = container.contains(.unconfined)
            missing = [Key.messages, .notes, .status].filter { !container.contains($0) }.map(\.rawValue)
        }
    }

    /// A line of JSON without its end.
    static func line(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var line = try encoder.encode(value)
        let common = try JSONDecoder().decode(Common.self, from: line)
        guard line.last == UInt8(ascii: "}") else { return line }
        var members = common.missing.map { "\"\($0)\":\($0 == "status" ? "\"ok\"" : "[]")" }
        if Sandbox.wasMissing, !common.tellsUnconfined { members.append(#""unconfined":true"#) }
        guard !members.isEmpty else { return line }
        line.removeLast()
        let separator = line.count > 1 ? "," : ""
        line += Data("\(separator)\(members.joined(separator: ","))}".utf8)
        return line
    }
}
