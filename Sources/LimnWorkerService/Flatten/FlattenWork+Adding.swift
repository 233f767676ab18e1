// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnPDFObjects

extension FlattenWork {
    /// Adds ink as page content or annotations. Appends if that is requested and possible.
    func added() throws -> Made {
        let objects = try template.objects()
        var report = FlattenReport()
        let changes = try changes(to: objects, &report)
        let bytes: [UInt8]
        switch try update(objects, changes) {
        case .success(let update):
            bytes = update.bytes
            (report.save, report.reason) = (.append, "the original is sound")
            report.messages += update.notes + objects.takeWarnings()
        case .failure(let why):
            bytes = try rewritten(with: changes, &report)
            report.reason = why.text
        }
        return Made(bytes: bytes, report: report)
    }

    /// Converts annotations and form fields to page content, then adds ink.
    func burnt() throws -> Made {
        var report = FlattenReport()
        // Changes a copy, so that the next job gets the document unchanged.
        let objects = try template.original()
        let changes = try changes(to: objects, &report)
        let burnt = try objects.burn(as: job.burns == .paper ? .paper : .screen)
        try objects.apply(changes)
        report.burnt = LimnJobs.BurnReport(burnt)
        report.reason = "annotations and form fields are taken out"
        let bytes = try objects.rewritten()
        report.messages += objects.takeWarnings()
        return Made(bytes: bytes, report: report)
    }

    private func rewritten(with changes: DocumentChanges, _ report: inout FlattenReport) throws -> [UInt8] {
        let objects = try template.original()
        try objects.apply(changes)
        let bytes = try objects.rewritten()
        report.messages += objects.takeWarnings()
        return bytes
    }

    /// The maximum number of annotations on a page. Poppler treats a page with more as damaged.
    private static let annotationLimit = 10_000

    /// Returns the changes that add the ink to the document.
    private func changes(
        to objects: ObjectDocument, _ report: inout FlattenReport
    ) throws -> DocumentChanges {
        // Page numbers are reliable only after the whole page tree has been read.
        guard try objects.pageCount > 0 else {
            throw LimnError(
                .failed, "The document is damaged: its pages can be drawn, but nothing can be written on them.")
        }
        let isSigned = try objects.signatures().isSigned
        let isTagged = try objects.takesStructure
        let carrying = InkCarrying(mode: job.mode, isAskedFor: job.carriesSourceInk, drawings: drawings)
        let written = drawings.mapValues { job.switchesLayers ? $0 : $0.shown }
        var leftOut = try carrying.reasonAgainst(in: objects)
        let resources = resources(of: written)
        report.itemNotes = resources?.notes.sentences ?? []
        if job.mode == .burn, written.values.contains(where: \.hasWordyNotes) {
            report.itemNotes.append("In page content, notes are only pins; their texts were left out.")
        }
        if job.mode != .annotate, written.values.contains(where: \.hasComments) {
            report.itemNotes.append("In page content, marks have no comments; --mode annotate writes them.")
        }
        // The longest piece comes first. Only this thread reads the document.
        var pieces: [FlattenPiece] = leftOut == nil ? [.source(carrying)] : []
        for (number, drawing) in written.sorted(by: { $0.key < $1.key }) {
            var geometry = try objects.pageGeometry(at: number - 1)
            if let frame = job.frames[number] { geometry = geometry.framed(frame) }
            pieces.append(.page(number - 1, drawing, geometry, resources, isTagged: isTagged))
        }
        var changes = DocumentChanges()
        changes.frames = Dictionary(uniqueKeysWithValues: job.frames.map { ($0.key - 1, $0.value) })
        for made in ParallelMap.map(pieces, { [job] in $0.made(job) }) {
            let made = try made.get()
            report.add(points: made.points, edgeError: made.largestEdgeError)
            changes.overlays += made.overlays
            if made.annotations.count > Self.annotationLimit, let page = made.annotations.first?.page {
                throw LimnError(
                    .failed,
                    "Page \(page + 1) would get \(made.annotations.count) annotations, such as notes and links; viewers "
                        + "read no more than \(Self.annotationLimit) on a page.")
            }
            changes.annotations += made.annotations
            changes.sourceInk = changes.sourceInk ?? made.sourceInk
        }
        report.itemNotes += try Self.coveringNotes(changes.annotations, in: objects)
        if isSigned, changes.annotations.isEmpty, changes.sourceInk != nil {
            changes.sourceInk = nil
            leftOut = InkCarrying.signed
        }
        report.sourceInk =
            leftOut.map { SourceInkOutcome(reason: $0) } ?? SourceInkOutcome(bytes: changes.sourceInk?.bytes.count ?? 0)
        return changes
    }

    /// Returns a sentence for each page with a field that may cover new annotations: some viewers, such as pdfium and
    /// mutool, draw fields above all other annotations.
    private static func coveringNotes(
        _ annotations: [(page: Int, annotation: PageAnnotation)], in objects: ObjectDocument
    ) throws -> [String] {
        var notes: [String] = []
        for (page, own) in Dictionary(grouping: annotations, by: { $0.page }).sorted(by: { $0.key < $1.key }) {
            let covering = try objects.opaqueFields(onPage: page).filter { field in
                own.contains { !($0.annotation.rect.intersection(field)?.isEmpty ?? true) }
            }
            guard !covering.isEmpty, notes.count < 20 else { continue }
            let fields =
                covering.count == 1 ? "a form field with a background lies" : "form fields with a background lie"
            notes.append("Page \(page + 1): \(fields) where the ink is; some viewers draw fields above the ink.")
        }
        return notes
    }

    /// Returns the resources for the texts and pictures of all pages; nil if there are only strokes.
    private func resources(of drawings: [Int: Drawing]) -> DrawingResources? {
        guard drawings.values.contains(where: { !$0.objects.isEmpty }) else { return nil }
        return DrawingResources(drawings.sorted { $0.key < $1.key }.map(\.value), pixelLimit: template.pixelLimit)
    }

    /// The reason why a document is rewritten.
    private struct Rewriting: Error { let text: String }

    private func update(
        _ objects: ObjectDocument, _ changes: DocumentChanges
    ) throws -> Result<IncrementalUpdate, Rewriting> {
        if job.save == .rewrite { return .failure(Rewriting(text: "it was asked for")) }
        do throws(PDFObjectsError) {
            return .success(try objects.update(changes))
        } catch {
            if job.save == .append { throw error }
            return .failure(Rewriting(text: "the original cannot be appended to: \(error.cause)"))
        }
    }
}

extension Drawing {
    /// Whether a mark on words has a comment.
    fileprivate var hasComments: Bool {
        objects.contains { placed in
            if case .markup(let markup) = placed.object { !markup.text.isEmpty } else { false }
        }
    }

    /// Whether a note has a title or a text.
    fileprivate var hasWordyNotes: Bool {
        objects.contains { placed in
            if case .note(let note) = placed.object { !note.title.isEmpty || !note.text.isEmpty } else { false }
        }
    }
}
