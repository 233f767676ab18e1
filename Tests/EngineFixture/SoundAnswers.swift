// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnWorker

extension HostileAnswers {
    /// What an honest worker could answer, as JSON.
    static func sound(_ job: String, written: Int, _ chance: inout Chance) -> [UInt8] {
        if chance.happens(30) {
            return encoded(JobReply<WrittenAnswer>.notWritten(errno: chance.pick([0, 1, 28, -1, .max, .min])))
        }
        if chance.happens(30) {
            let codes: [LimnError.Code] = [.locked, .signed, .crashed, .limit, .cancelled, .busy, .failed, .noSuchPage]
            return encoded(JobReply<WrittenAnswer>.failed(LimnError(chance.pick(codes), named: "x", "It says so.")))
        }
        switch job {
        case OpenJob.name: return done(OpenJob.Answer(pageCount: 2, renderer: "none"))
        case PageSizesJob.name:
            let sides = [595.0, 842, 0, 1e6, 1e300]
            return done([Size(width: chance.pick(sides), height: chance.pick(sides))])
        case VisitPageJob.name: return done(VisitPageJob.Answer())
        case TraitsJob.name: return done(DocumentTraits())
        case PictureJob.name: return done(PictureJob.Answer(width: 64, height: 64, bytes: written))
        case InspectJob.name, TextJob.name: return done(WrittenAnswer(bytes: written))
        case PDFInkJob.name: return done(PDFInkJob.Answer(sources: 1, annotations: 1, messages: ["x"]))
        case StripJob.name: return done(StripJob.Answer(bytes: written, sources: 1, messages: []))
        case FlattenJob.name: return done(report(written))
        case VerifyJob.name: return done(finding(&chance))
        case ReadInkJob.name:
            let formats = InkFormat.readable.map(\.id) + ["none"]
            return done(ReadInkJob.Answer(format: chance.pick(formats), dropped: dropped))
        case WriteInkJob.name: return done(WriteInkJob.Answer(dropped: dropped, bytes: written))
        case ContactSheetJob.name:
            return done(ContactSheetJob.Answer(size: .init(width: 10, height: 10), pages: 1, bytes: written))
        case DoctorJob.name:
            return done(DoctorJob.Answer(libraries: [.init(name: "a", version: "1")], pango: nil, missingFonts: ["b"]))
        case ProbeJob.name:
            return done(ProbeJob.Answer(probe: Probe.run(isConfined: false), confinement: Confinement()))
        default: return []
        }
    }

    /// An inspection of a document with two pages.
    static let inspection = encoded(
        PDFInspection(
            input: "a.pdf", bytes: 100, version: "1.4", info: ["Title": "t"], isEncrypted: false, isSigned: false,
            isTagged: false, hasXFA: false, formFields: 1, links: 2, annotations: ["Link": 2], embeddedFiles: 0,
            pages: [1, 2].map { PDFInspection.Page(number: $0, PageGeometry(mediaBox: nil)) },
            outline: [
                .init(title: "o", page: 1, uri: nil, children: [.init(title: "p", page: 9, uri: "u", children: [])])
            ],
            messages: []))

    private static let dropped = [DroppedItem(kind: .text, page: 1, count: 3, detail: "d")]

    private static func report(_ written: Int) -> FlattenReport {
        var report = FlattenReport()
        (report.bytes, report.points, report.largestEdgeError) = (written, 10, 0.01)
        (report.save, report.reason, report.overridden) = (.rewrite, "so", [1, 2])
        report.sourceInk = SourceInkOutcome(bytes: 10)
        report.archive = PDFAOutcome(claim: "PDF/A-2B", reasons: ["x"])
        report.kept = KeptContent(basis: .census)
        report.userUnits = [1: 2.5]
        var burnt = BurnReport()
        burnt.pages = [1]
        burnt.leftOut = [.init(page: 1, subtype: "Widget", field: "f", reason: .noAppearance)]
        burnt.doubtful = [.init(page: 2, subtype: "Widget", field: nil, reason: .mayBeStale)]
        report.burnt = burnt
        return report
    }

    private static func finding(_ chance: inout Chance) -> VerifyJob.Answer {
        let size = Size(width: 595, height: 842)
        let faults: [VerifyJob.Fault?] = [
            nil, nil, nil, .size(size, was: size), .inkMissing(share: 0.5),
            .changedElsewhere(at: Point(x: 1, y: 2), levels: 3),
        ]
        return VerifyJob.Answer(expected: 10, changed: 8, hidden: 2, fault: chance.pick(faults))
    }

    private static func done<Answer: Codable & Sendable>(_ answer: Answer) -> [UInt8] {
        encoded(JobReply.done(answer))
    }

    private static func encoded(_ value: some Encodable) -> [UInt8] {
        (try? JSONEncoder().encode(value)).map { Array($0) } ?? []
    }
}
