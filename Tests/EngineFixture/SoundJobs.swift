// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnFormDetection
internal import LimnForms
internal import LimnGeometry
internal import LimnHandwriting
internal import LimnInk
internal import LimnJobs
internal import LimnPictures
internal import LimnRebase
internal import LimnWorker

extension OpenJob: SoundJob {
    static let sample = OpenJob(path: [], access: Access())
    static let uses = [HostileUse.render]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer { Answer(pageCount: 2, renderer: "none") }
}

extension PageSizesJob: SoundJob {
    static let sample = PageSizesJob(pages: [1])
    static let uses = [HostileUse.flatten, .flattenFile]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer {
        let sides = [595.0, 842, 0, 1e6, 1e99]
        return pages.map { _ in Size(width: chance.pick(sides), height: chance.pick(sides)) }
    }
}

extension VisitPageJob: SoundJob {
    static let sample = VisitPageJob(page: 1)
    static let uses = [HostileUse.flatten, .flattenFile]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer { Answer() }
}

extension TraitsJob: SoundJob {
    static let sample = TraitsJob()
    static let uses = [HostileUse.flatten, .flattenFile]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer {
        var traits = DocumentTraits()
        traits.permissionLevel = 3
        return traits
    }
}

extension PictureJob: SoundJob {
    static let sample = PictureJob(page: 1, size: .dpi(72), form: .file(PictureEncoder()), hasInk: false)
    static let uses = [HostileUse.render, .thumbnail, .pictures]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer {
        Answer(width: askedSize.width, height: askedSize.height, bytes: written)
    }
}

extension InspectJob: SoundValueJob {
    static let sample = InspectJob()
    static let uses = [HostileUse.inspect, .library]

    /// A document with two pages.
    static var value: PDFInspection {
        PDFInspection(
            input: "a.pdf", bytes: 100, version: "1.4", info: ["Title": "t"], isEncrypted: false, isSigned: false,
            isTagged: false, hasXFA: false, formFields: 1, links: 2, annotations: ["Link": 2], embeddedFiles: 0,
            pages: [1, 2].map { PDFInspection.Page(number: $0, PageGeometry(mediaBox: nil)) },
            outline: [
                .init(title: "o", page: 1, uri: nil, children: [.init(title: "p", page: 9, uri: "u", children: [])])
            ],
            messages: [])
    }
}

extension TextJob: SoundJob {
    static let sample = TextJob(pages: 1...1)
    static let uses = [HostileUse.library]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer { Answer(bytes: written) }
}

extension ReadLayoutJob: SoundValueJob {
    static let sample = ReadLayoutJob(pages: 1...2, .compared)
    static let uses = [HostileUse.rebase]

    static var value: [PageLayout] {
        let box = Rect(x0: 10, y0: 10, x1: 90, y1: 30)
        let page = PageLayout(
            size: Size(width: 595, height: 842), words: [.init("Maren", box: box), .init("Ashwick", box: box)],
            fields: [.init("f", kind: "text", box: box)], pictures: [.init(hash: "h", box: box)], boxes: [box],
            lines: [.init(from: Point(x: 1, y: 2), to: Point(x: 100, y: 2))])
        return [page, page]
    }
}

extension PDFInkJob: SoundJob {
    static let sample = PDFInkJob()
    static let uses = [HostileUse.inkOfPDF]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer {
        Answer(sources: 1, annotations: 1, messages: ["x"], bytes: written)
    }
}

extension ReadButtonPicturesJob: SoundJob {
    static let sample = ReadButtonPicturesJob()
    static let uses = [HostileUse.importCharacter]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer {
        let found = written > 0 ? [Found(field: "portrait", size: written, isChosen: true)] : []
        return Answer(found: found, messages: ["It says so."], bytes: written)
    }
}

extension LastExportJob: SoundJob {
    static let sample = LastExportJob(page: 1)
    static let uses = [HostileUse.item]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer {
        Answer(baseSize: 1000, isInContents: chance.happens(500), itemsBelow: 0, bytes: written)
    }
}

extension StripJob: SoundJob {
    static let sample = StripJob()
    static let uses = [HostileUse.strip]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer { Answer(bytes: written, sources: 1, messages: []) }
}

extension FlattenJob: SoundJob {
    static let sample = FlattenJob(
        mode: .overlay, save: .auto, pageCount: 2, tolerance: 0.1, unit: 0.01, resolution: 72, carriesSourceInk: true)
    static let uses = [HostileUse.flatten, .flattenFile]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer {
        var report = FlattenReport()
        (report.bytes, report.points, report.largestEdgeError) = (written, 10, 0.01)
        (report.save, report.reason) = (.rewrite, "so")
        report.sourceInk = SourceInkOutcome(bytes: 10)
        if mode == .burn { report.burnt = HostileAnswers.burnt }
        return report
    }
}

extension PrepareVerificationJob: SoundJob {
    static let sample = PrepareVerificationJob(token: 1, page: 1, resolution: 72)
    static let uses = [HostileUse.flatten, .flattenFile]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer { Answer() }
}

extension CheckExportJob: SoundJob {
    static let sample = CheckExportJob(
        token: 1, mode: .burn, burns: .screen, save: .rewrite, pageCount: 2, sourceInk: SourceInkOutcome(bytes: 10),
        carriesSourceInk: true, counts: true, isStrict: false)
    static let uses = [HostileUse.flatten, .flattenFile]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer {
        Answer(
            overridden: save == .append ? [1, 2] : [],
            kept: HostileAnswers.kept(isCounted: save != .append || counts),
            archive: PDFAOutcome(claim: "PDF/A-2B", reasons: ["x"]),
            burnt: mode == .burn ? HostileAnswers.burnt : nil)
    }
}

extension VerifyJob: SoundJob {
    static let sample = VerifyJob(
        token: 1, page: 1, strictness: .exact, tolerance: 0.1, resolution: 72, keepsUserUnit: true)
    static let uses = [HostileUse.flatten, .flattenFile]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer {
        let size = Size(width: 595, height: 842)
        let faults: [VerifyJob.Fault?] = [
            nil, nil, nil, .size(size, was: size), .inkMissing(share: 0.5),
            .changedElsewhere(at: Point(x: 1, y: 2), levels: 3),
        ]
        return Answer(expected: 10, changed: 8, hidden: 2, fault: chance.pick(faults))
    }
}

extension ReadInkJob: SoundJob {
    static let sample = ReadInkJob()
    static let uses = [HostileUse.ink]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer {
        let formats = InkFormat.readable.map(\.id) + ["none"]
        return Answer(format: chance.pick(formats), dropped: HostileAnswers.dropped, bytes: written)
    }
}

extension WriteInkJob: SoundJob {
    static let sample = WriteInkJob(format: InkFormat.svg.id, isLossless: true)
    static let uses = [HostileUse.convert]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer {
        Answer(dropped: HostileAnswers.dropped, bytes: written)
    }
}

extension ReadPackageJob: SoundJob {
    static let sample = ReadPackageJob(path: [], size: 1000)
    static let uses = [HostileUse.package]
    /// The PDF in the package.
    static let pdf = Array("%PDF-1.4\n%%EOF".utf8)

    func answer(_ written: Int, _ chance: inout Chance) -> Answer {
        let template = Template(name: "t", bytes: min(written, Self.pdf.count), hash: QuickHash(Self.pdf).description)
        return Answer(
            name: "n", isFavorite: true, tags: ["a"], lastPage: 1, template: template, bytes: written, formBytes: 0)
    }
}

extension ContactSheetJob: SoundJob {
    static let sample = ContactSheetJob(
        form: .picture(PictureEncoder()), side: 64, columns: 1, rows: 1, page: Size(width: 595, height: 842))
    static let uses = [HostileUse.sheet]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer {
        var size: PictureSize? = .init(width: 10, height: 10)
        if case .pdf = form { size = nil }
        return Answer(size: size, pages: 1, bytes: written)
    }
}

extension PaperJob: SoundJob {
    static let sample = PaperJob(title: nil)
    static let uses = [HostileUse.notes]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer { Answer(bytes: written, unknown: [0]) }
}

extension InsertPaperJob: SoundJob {
    static let sample = InsertPaperJob()
    static let uses = [HostileUse.notes]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer {
        Answer(bytes: written, refusal: chance.happens(300) ? "No." : nil, unknown: [0])
    }
}

extension ArrangePagesJob: SoundJob {
    static let sample = ArrangePagesJob()
    static let uses = [HostileUse.arrange]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer { Answer(bytes: written, unknown: [0]) }
}

extension ReadFormJob: SoundValueJob {
    static let sample = ReadFormJob()
    static let uses = [HostileUse.form]

    /// A form with a field of each kind.
    static var value: Form {
        var widget = FieldWidget(page: 1, rect: Rect(x0: 10, y0: 10, x1: 90, y1: 30), state: "Yes")
        widget.furtherPages = [0, 1]
        let fields = FormField.Kind.allCases.map { kind in
            FormField(
                name: kind.rawValue, kind: kind, values: ["a"], options: [FieldOption(value: "a", state: "Yes")],
                maximumLength: 9, tooltip: "t", widgets: [widget])
        }
        return Form(kind: .acroForm, fields: fields, calculationOrder: ["text"])
    }
}

extension ReadFormDataJob: SoundValueJob {
    static let sample = ReadFormDataJob(fileName: "a.json")
    static let uses = [HostileUse.fillForm, .fillParty, .mergeForms, .rewriteForm]

    /// Two rows.
    static var value: FormDataDocument {
        var data = FormDataDocument(format: .json)
        data.rows = [1, 2].map {
            FormRow(number: $0, entries: [.init("text", .text("Maren")), .init("x", .text("y"))])
        }
        data.columns = ["text", "x"]
        data.trees = [.null, .null]
        data.warnings = ["w"]
        return data
    }
}

extension FillFormJob: SoundJob {
    static let sample = FillFormJob(save: .auto)
    static let uses = [HostileUse.fillForm, .fillParty, .mergeForms, .rewriteForm]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer { HostileAnswers.fillReport(written) }
}

extension CheckFormJob: SoundJob {
    static let sample = CheckFormJob(save: .append, flattens: false)
    static let uses = [HostileUse.fillForm, .fillParty, .mergeForms, .rewriteForm]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer {
        Answer(overridden: save == .append ? [1, 2] : [], kept: HostileAnswers.kept(isCounted: save != .append))
    }
}

extension CheckFormPageJob: SoundJob {
    static let sample = CheckFormPageJob(page: 1, flattens: false)
    static let uses = [HostileUse.fillForm, .fillParty, .mergeForms, .rewriteForm]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer { Answer(unseen: [0], seen: 1) }
}

extension RepeatFormJob: SoundJob {
    static let sample = RepeatFormJob()
    static let uses = [HostileUse.mergeForms]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer { Answer(bytes: written) }
}

extension CheckFormCopyJob: SoundJob {
    static let sample = CheckFormCopyJob(place: 0)
    static let uses = [HostileUse.mergeForms]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer { Answer() }
}

extension DetectFieldsJob: SoundValueJob {
    static let sample = DetectFieldsJob(pages: 1...2)
    static let uses = [HostileUse.detect]

    /// Places for fields of each kind.
    static var value: [DetectedField] {
        let box = Rect(x0: 10, y0: 10, x1: 90, y1: 30)
        return [FormField.Kind.text, .check, .radio, .push, .signature].map { kind in
            var place = DetectedField(kind, page: 1, rect: box, certainty: 0.9, label: "l")
            (place.row, place.number, place.cells, place.group) = ("r", 2, 3, 1)
            (place.choice, place.question) = ("c", "q")
            return place
        }
    }
}

extension AddFieldsJob: SoundJob {
    static let sample = AddFieldsJob(save: .auto)
    static let uses = [HostileUse.detect]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer { HostileAnswers.fillReport(written) }
}

extension ReadHandwritingJob: SoundValueJob {
    static let sample = ReadHandwritingJob(count: 2)
    static let uses = [HostileUse.handwriting]

    static var value: [HandwritingReading] {
        let letters = "maren".unicodeScalars.map { Lattice.Step([.init($0, cost: 1)], blank: 80) }
        return [HandwritingReading](repeating: .init(text: "Maren", lattice: Lattice(letters)), count: 2)
    }
}

extension DoctorJob: SoundJob {
    static let sample = DoctorJob()
    static let uses = [HostileUse.doctor]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer {
        Answer(libraries: [.init(name: "a", version: "1")], pango: "1", missingFonts: ["b"])
    }
}

extension ProbeJob: SoundJob {
    static let sample = ProbeJob()
    static let uses = [HostileUse.doctor]

    func answer(_ written: Int, _ chance: inout Chance) -> Answer {
        Answer(probe: Probe.run(isConfined: false), confinement: Confinement())
    }
}

/// Parts of honest answers.
extension HostileAnswers {
    static let dropped = [DroppedItem(kind: .text, page: 1, count: 3, detail: "d")]

    static func fillReport(_ written: Int) -> FillReport {
        var report = FillReport()
        (report.bytes, report.save, report.reason) = (written, .rewrite, "so")
        report.add(0, "It is small.", isRefusal: false)
        report.removedXFA = true
        report.messages = ["m"]
        return report
    }

    static func kept(isCounted: Bool) -> KeptContent {
        guard isCounted else { return KeptContent(basis: .prefix) }
        let counts = ContentCounts(
            links: 1, outlineItems: 2, formFields: 3, annotations: 4, embeddedFiles: 5, structureTree: true,
            metadata: true, signatures: false)
        return KeptContent(basis: .census, before: counts, after: counts)
    }

    static var burnt: BurnReport {
        var burnt = BurnReport()
        burnt.pages = [1]
        burnt.leftOut = [.init(page: 1, subtype: "Widget", field: "f", reason: .noAppearance)]
        burnt.doubtful = [.init(page: 2, subtype: "Widget", field: nil, reason: .mayBeStale)]
        return burnt
    }

    static func encoded(_ value: some Encodable) -> [UInt8] {
        (try? JSONEncoder().encode(value)).map { Array($0) } ?? []
    }
}
