// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnJobs

/// One value of one answer, and what it is replaced by. Seeds from ``first`` on stand for all of them, one after the other.
struct HostileField {
    /// The first seed that stands for a value.
    static let first: UInt64 = 1_000_000

    /// The job whose answer it is.
    let job: HostileJob
    /// Whether it is in the file that the job writes, rather than in the answer.
    let isInFile: Bool
    private let place: Int
    private let extreme: Any

    /// How many values there are, each with each of its extremes.
    static var count: Int { all.count }

    /// All of them, those of a job one after the other.
    nonisolated(unsafe) static let all: [HostileField] = HostileJob.all.flatMap { job in
        fields(of: job, job.sample, isInFile: false) + (job.file.map { fields(of: job, $0, isInFile: true) } ?? [])
    }

    private static func fields(of job: HostileJob, _ json: [UInt8], isInFile: Bool) -> [HostileField] {
        guard let value = try? JSONSerialization.jsonObject(with: Data(json)) else { return [] }
        return leaves(of: value).enumerated().flatMap { place, leaf in
            let extremes: [Any] =
                (leaf is String ? HostileAnswers.texts : HostileAnswers.numbers) + [NSNull(), [Any]()]
            return extremes.map { HostileField(job: job, isInFile: isInFile, place: place, extreme: $0) }
        }
    }

    private init(job: HostileJob, isInFile: Bool, place: Int, extreme: Any) {
        (self.job, self.isInFile, self.place, self.extreme) = (job, isInFile, place, extreme)
    }

    func isIn(answerOf job: HostileJob) -> Bool { !isInFile && self.job.name == job.name }
    func isIn(fileOf job: HostileJob) -> Bool { isInFile && self.job.name == job.name }

    /// Whether the parent accepts the honest answer or file with the value replaced; nil if it then cannot be read.
    var isAccepted: Bool? {
        guard let honest = isInFile ? job.file : job.sample,
            let value = try? JSONSerialization.jsonObject(with: Data(honest))
        else { return nil }
        let lie = Data(HostileAnswers.json(replaced(in: value)))
        return isInFile ? job.acceptsFile(lie) : job.accepts(lie)
    }

    /// The value that a seed stands for; nil for seeds of chance.
    init?(seed: UInt64) {
        guard seed >= Self.first, !Self.all.isEmpty else { return nil }
        self = Self.all[Int(seed - Self.first) % Self.all.count]
    }

    /// The JSON with the value replaced.
    func replaced(in value: Any) -> Any {
        var left = place
        return replaced(value, &left)
    }

    private func replaced(_ value: Any, _ left: inout Int) -> Any {
        switch value {
        case let object as [String: Any]:
            var object = object
            for key in object.keys.sorted() { object[key] = replaced(object[key] ?? NSNull(), &left) }
            return object
        case let array as [Any]: return array.map { replaced($0, &left) }
        default:
            defer { left -= 1 }
            return left == 0 ? extreme : value
        }
    }

    /// The values that hold no others, in the order in which ``replaced(in:)`` comes by.
    private static func leaves(of value: Any) -> [Any] {
        switch value {
        case let object as [String: Any]: object.keys.sorted().flatMap { leaves(of: object[$0] ?? NSNull()) }
        case let array as [Any]: array.flatMap { leaves(of: $0) }
        default: [value]
        }
    }
}
