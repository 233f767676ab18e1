// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnJobs

/// One value of one answer, and what it is replaced by. Seeds from ``first`` on stand for all of them, one after the other.
struct HostileField {
    /// The first seed that stands for a value.
    static let first: UInt64 = 1_000_000
    /// Stands for the file that an inspection writes, which is more than the answer.
    static let inspection = "inspection"
    /// Behind a job's name, stands for the JSON file that it writes.
    static let file = " file"

    /// The job whose answer it is.
    let job: String
    private let place: Int
    private let extreme: Any

    /// The answers, in which every value is replaced in turn.
    private static let jobs = [
        OpenJob.name, PageSizesJob.name, VisitPageJob.name, TraitsJob.name, PictureJob.name, InspectJob.name,
        TextJob.name,
        PDFInkJob.name, StripJob.name, FlattenJob.name, CheckExportJob.name, VerifyJob.name, ReadInkJob.name,
        WriteInkJob.name, ReadPackageJob.name, ContactSheetJob.name, DoctorJob.name, inspection,
        ReadFormJob.name, ReadFormJob.name + file, ReadFormDataJob.name, ReadFormDataJob.name + file, FillFormJob.name,
        CheckFormJob.name, CheckFormPageJob.name, PaperJob.name, InsertPaperJob.name,
        ReadLayoutJob.name, ReadLayoutJob.name + file, RepeatFormJob.name, CheckFormCopyJob.name, LastExportJob.name,
        DetectFieldsJob.name, DetectFieldsJob.name + file, AddFieldsJob.name,
        ReadHandwritingJob.name, ReadHandwritingJob.name + file,
    ]

    /// How many values there are, each with each of its extremes.
    static var count: Int { all.count }

    nonisolated(unsafe) private static let all: [HostileField] = jobs.flatMap { job -> [HostileField] in
        var chance = Chance(seed: 1)
        let sound =
            switch job {
            case inspection: HostileAnswers.inspection
            case ReadFormJob.name + file: HostileAnswers.form
            case ReadFormDataJob.name + file: HostileAnswers.formData
            case ReadLayoutJob.name + file: HostileAnswers.layout
            case DetectFieldsJob.name + file: HostileAnswers.places
            case ReadHandwritingJob.name + file: HostileAnswers.readings
            default: HostileAnswers.done(HostileRequest(job, []), written: 1, &chance)
            }
        guard let reply = try? JSONSerialization.jsonObject(with: Data(sound)) else { return [] }
        return leaves(of: reply).enumerated().flatMap { place, leaf in
            let extremes: [Any] =
                (leaf is String ? HostileAnswers.texts : HostileAnswers.numbers) + [NSNull(), [Any]()]
            return extremes.map { HostileField(job: job, place: place, extreme: $0) }
        }
    }

    private init(job: String, place: Int, extreme: Any) {
        (self.job, self.place, self.extreme) = (job, place, extreme)
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
