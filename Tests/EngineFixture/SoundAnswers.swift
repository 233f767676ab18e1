// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnFormDetection
internal import LimnForms
internal import LimnGeometry
internal import LimnHandwriting
internal import LimnInk
internal import LimnJobs
internal import LimnRebase
internal import LimnWorker

extension HostileAnswers {
    /// What an honest worker could answer, as JSON.
    static func sound(_ request: HostileRequest, written: Int, _ chance: inout Chance) -> [UInt8] {
        if chance.happens(30) {
            return encoded(JobReply<WrittenAnswer>.notWritten(errno: chance.pick([0, 1, 28, -1, .max, .min])))
        }
        if chance.happens(30) {
            let codes: [LimnError.Code] = [.locked, .signed, .crashed, .limit, .cancelled, .busy, .failed, .noSuchPage]
            return encoded(JobReply<WrittenAnswer>.failed(LimnError(chance.pick(codes), named: "x", "It says so.")))
        }
        return done(request, written: written, &chance)
    }

    /// What an honest worker answers that has done its job.
    static func done(_ request: HostileRequest, written: Int, _ chance: inout Chance) -> [UInt8] {
        switch request.name {
        case OpenJob.name: return done(OpenJob.Answer(pageCount: 2, renderer: "none"))
        case PageSizesJob.name:
            let count = request.job(PageSizesJob.self)?.pages.count ?? 1
            let sides = [595.0, 842, 0, 1e6, 1e300]
            return done((0..<count).map { _ in Size(width: chance.pick(sides), height: chance.pick(sides)) })
        case VisitPageJob.name: return done(VisitPageJob.Answer())
        case PrepareVerificationJob.name: return done(PrepareVerificationJob.Answer())
        case TraitsJob.name: return done(DocumentTraits())
        case PictureJob.name:
            return done(PictureJob.Answer(width: request.size.width, height: request.size.height, bytes: written))
        case InspectJob.name, TextJob.name: return done(WrittenAnswer(bytes: written))
        case PDFInkJob.name:
            return done(PDFInkJob.Answer(sources: 1, annotations: 1, messages: ["x"], bytes: written))
        case LastExportJob.name:
            return done(
                LastExportJob.Answer(
                    baseSize: 1000, isInContents: chance.happens(500), itemsBelow: 0, bytes: written))
        case StripJob.name: return done(StripJob.Answer(bytes: written, sources: 1, messages: []))
        case FlattenJob.name: return done(report(written, request.job(FlattenJob.self)?.mode ?? .overlay))
        case CheckExportJob.name: return done(check(request.job(CheckExportJob.self)))
        case VerifyJob.name: return done(finding(&chance))
        case ReadInkJob.name:
            let formats = InkFormat.readable.map(\.id) + ["none"]
            return done(ReadInkJob.Answer(format: chance.pick(formats), dropped: dropped, bytes: written))
        case CheckFormCopyJob.name: return done(CheckFormCopyJob.Answer())
        case ReadFormJob.name, ReadFormDataJob.name, ReadLayoutJob.name, RepeatFormJob.name, DetectFieldsJob.name,
            ReadHandwritingJob.name:
            return done(WrittenAnswer(bytes: written))
        case FillFormJob.name, AddFieldsJob.name: return done(fillReport(written))
        case CheckFormJob.name:
            let isAppended = request.job(CheckFormJob.self)?.save == .append
            return done(
                CheckFormJob.Answer(
                    overridden: isAppended ? [1, 2] : [],
                    kept: isAppended ? KeptContent(basis: .prefix) : check(nil).kept))
        case CheckFormPageJob.name: return done(CheckFormPageJob.Answer(unseen: [0], seen: 1))
        case PaperJob.name: return done(PaperJob.Answer(bytes: written, unknown: [0]))
        case InsertPaperJob.name:
            return done(
                InsertPaperJob.Answer(bytes: written, refusal: chance.happens(300) ? "No." : nil, unknown: [0]))
        case ReadPackageJob.name:
            let template = ReadPackageJob.Template(
                name: "t", bytes: packedPDF.count, hash: QuickHash(packedPDF).description)
            return done(
                ReadPackageJob.Answer(
                    name: "n", isFavorite: true, tags: ["a"], lastPage: 1, template: template, bytes: written,
                    formBytes: 0))
        case WriteInkJob.name: return done(WriteInkJob.Answer(dropped: dropped, bytes: written))
        case ContactSheetJob.name:
            var size: ContactSheetJob.PictureSize? = .init(width: 10, height: 10)
            if case .pdf? = request.job(ContactSheetJob.self)?.form { size = nil }
            return done(ContactSheetJob.Answer(size: size, pages: 1, bytes: written))
        case DoctorJob.name:
            return done(DoctorJob.Answer(libraries: [.init(name: "a", version: "1")], pango: "1", missingFonts: ["b"]))
        case ProbeJob.name:
            return done(ProbeJob.Answer(probe: Probe.run(isConfined: false), confinement: Confinement()))
        default: return []
        }
    }

    /// The PDF of a package.
    static let packedPDF = Array("%PDF-1.4\n%%EOF".utf8)

    private static func check(_ job: CheckExportJob?) -> CheckExportJob.Answer {
        let isCounted = job.map { $0.save != .append || $0.counts } ?? true
        let counts = ContentCounts(
            links: 1, outlineItems: 2, formFields: 3, annotations: 4, embeddedFiles: 5, structureTree: true,
            metadata: true, signatures: false)
        return CheckExportJob.Answer(
            overridden: job?.save == .append ? [1, 2] : [],
            kept: isCounted
                ? KeptContent(basis: .census, before: counts, after: counts) : KeptContent(basis: .prefix),
            archive: PDFAOutcome(claim: "PDF/A-2B", reasons: ["x"]), burnt: job?.mode == .burn ? burnt : nil)
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

    /// A form with a field of each kind.
    static let form: [UInt8] = {
        var widget = FieldWidget(page: 1, rect: Rect(x0: 10, y0: 10, x1: 90, y1: 30), state: "Yes")
        widget.furtherPages = [0, 1]
        let fields = FormField.Kind.allCases.map { kind in
            FormField(
                name: kind.rawValue, kind: kind, values: ["a"], options: [FieldOption(value: "a", state: "Yes")],
                maximumLength: 9, tooltip: "t", widgets: [widget])
        }
        return encoded(Form(kind: .acroForm, fields: fields, calculationOrder: ["text"]))
    }()

    /// Two rows of data.
    static let formData: [UInt8] = {
        var data = FormDataDocument(format: .json)
        data.rows = [1, 2].map {
            FormRow(number: $0, entries: [.init("text", .text("Maren")), .init("x", .text("y"))])
        }
        data.columns = ["text", "x"]
        data.trees = [.null, .null]
        data.warnings = ["w"]
        return encoded(data)
    }()

    /// The layouts of two pages.
    static let layout: [UInt8] = {
        let box = Rect(x0: 10, y0: 10, x1: 90, y1: 30)
        let page = PageLayout(
            size: Size(width: 595, height: 842), words: [.init("Maren", box: box), .init("Ashwick", box: box)],
            fields: [.init("f", kind: "text", box: box)], pictures: [.init(hash: "h", box: box)], boxes: [box],
            lines: [.init(from: Point(x: 1, y: 2), to: Point(x: 100, y: 2))])
        return encoded([page, page])
    }()

    /// Places for fields of each kind.
    static let places: [UInt8] = {
        let box = Rect(x0: 10, y0: 10, x1: 90, y1: 30)
        return encoded(
            [FormField.Kind.text, .check, .radio, .push, .signature].map { kind in
                var place = DetectedField(kind, page: 1, rect: box, certainty: 0.9, label: "l")
                (place.row, place.number, place.cells, place.group) = ("r", 2, 3, 1)
                (place.choice, place.question) = ("c", "q")
                return place
            })
    }()

    /// What two pieces of handwriting say.
    static let readings: [UInt8] = {
        let letters = "maren".unicodeScalars.map { Lattice.Step([.init($0, cost: 1)], blank: 80) }
        return encoded([HandwritingReading](repeating: .init(text: "Maren", lattice: Lattice(letters)), count: 2))
    }()

    private static func fillReport(_ written: Int) -> FillReport {
        var report = FillReport()
        (report.bytes, report.save, report.reason) = (written, .rewrite, "so")
        report.add(0, "It is small.", isRefusal: false)
        report.removedXFA = true
        report.messages = ["m"]
        return report
    }

    private static let dropped = [DroppedItem(kind: .text, page: 1, count: 3, detail: "d")]

    private static func report(_ written: Int, _ mode: ExportMode) -> FlattenReport {
        var report = FlattenReport()
        (report.bytes, report.points, report.largestEdgeError) = (written, 10, 0.01)
        (report.save, report.reason) = (.rewrite, "so")
        report.sourceInk = SourceInkOutcome(bytes: 10)
        if mode == .burn { report.burnt = burnt }
        return report
    }

    private static var burnt: BurnReport {
        var burnt = BurnReport()
        burnt.pages = [1]
        burnt.leftOut = [.init(page: 1, subtype: "Widget", field: "f", reason: .noAppearance)]
        burnt.doubtful = [.init(page: 2, subtype: "Widget", field: nil, reason: .mayBeStale)]
        return burnt
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
