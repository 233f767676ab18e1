// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import LimnJobs
internal import LimnPictures
internal import LimnWorker
internal import SystemPackage

extension JobClient {
    /// Returns the displayed sizes of pages in points, by page number.
    func sizes(ofPages pages: [Int], of document: OpenDocument) throws(LimnError) -> [Int: Size] {
        var sizes: [Int: Size] = [:]
        for start in stride(from: 0, to: pages.count, by: PageSizesJob.limit) {
            let some = Array(pages[start..<min(start + PageSizesJob.limit, pages.count)])
            let told = try perform(PageSizesJob(pages: some), on: document).answer
            guard told.count == some.count else { throw refusal() }
            for (page, size) in zip(some, told) { sizes[page] = size }
        }
        return sizes
    }

    static let misanswered = LimnError(.crashed, "The worker's answer does not match the request.")

    /// Returns the properties that determine how a document may be written.
    func traits(of document: OpenDocument) throws(LimnError) -> DocumentTraits {
        try perform(TraitsJob(), on: document).answer
    }

    /// Draws a page and writes the picture to a file.
    func picture(
        _ job: PictureJob, of document: OpenDocument, ink: ScratchFile?, into output: JobOutput
    ) throws(LimnError) -> (answer: PictureJob.Answer, warnings: [String]) {
        let done = try perform(job, on: document, reading: ink.map { [$0.reader] } ?? [], into: output)
        if case .file(let encoder) = job.form, let head = output.head(OutputHead.count) {
            guard OutputHead(head, encoder.format).fits(width: done.answer.width, height: done.answer.height) else {
                throw refusal()
            }
        }
        return (done.answer, done.warnings)
    }

    /// Inspects a document and includes what workers say about it.
    func inspection(of document: OpenDocument) throws(LimnError) -> PDFInspection {
        do {
            let output = try ScratchFile()
            let opened = try open(document)
            let warnings = try perform(
                InspectJob(), on: document,
                into: JobOutput(temporary: output, limit: AnswerBounds.inspectionBytes)
            ).warnings
            var inspection = try decoded(PDFInspection.self, from: output)
            inspection.add(
                (opened.warnings + warnings).compactMap { LibraryText.ownSentence(in: $0) },
                about: document.input.path.shownAsInput)
            return inspection
        } catch { throw LimnError(error) }
    }

    /// Writes the text of pages to a file, as UTF-8.
    func text(
        ofPages pages: ClosedRange<Int>, of document: OpenDocument, into output: ScratchFile
    ) throws(LimnError) {
        try perform(
            TextJob(pages: pages), on: document, into: JobOutput(temporary: output, limit: AnswerBounds.textBytes))
    }

    /// Writes the ink in a document to a file, in the native format.
    func ink(
        of document: OpenDocument, into output: ScratchFile
    ) throws(LimnError) -> (answer: PDFInkJob.Answer, warnings: [String]) {
        let done = try perform(
            PDFInkJob(), on: document, into: JobOutput(temporary: output, limit: AnswerBounds.inkBytes))
        return (done.answer, done.warnings)
    }

    /// Finds the export that wrote the end of a document, and writes its ink to a file in the native format.
    func lastExport(
        page: Int, of document: OpenDocument, into output: ScratchFile
    ) throws(LimnError) -> LastExportJob.Answer {
        try perform(
            LastExportJob(page: page), on: document, into: JobOutput(temporary: output, limit: AnswerBounds.inkBytes)
        ).answer
    }

    /// Writes a document without its source ink to a file. Writes nothing if the document has no source ink.
    func strip(
        _ document: OpenDocument, into output: JobOutput
    ) throws(LimnError) -> Performed<StripJob.Answer> {
        try perform(StripJob(), on: document, into: output)
    }

    /// Makes a new document with ink, or an update to append to the original, and returns it in a new file.
    func flatten(
        _ job: FlattenJob, on document: OpenDocument, ink: ScratchFile, into output: JobOutput
    ) throws(LimnError) -> (report: FlattenReport, file: ScratchFile) {
        let done = try perform(job, on: document, reading: [ink.reader], into: output)
        guard let file = done.file else { throw Self.misanswered }
        var report = done.answer
        report.messages += done.warnings
        return (report, file)
    }

    /// Has a judging worker look up a page, so that it later finds this page and all earlier ones faster.
    func visit(page: Int, of document: OpenDocument) throws(LimnError) {
        try perform(VisitPageJob(page: page), on: document, as: .judges)
    }

    /// Has a judging worker draw the pictures for comparing a page of an export.
    func prepareVerification(
        _ job: PrepareVerificationJob, of document: OpenDocument, ink: ScratchFile
    ) throws(LimnError) {
        try perform(job, on: document, reading: [ink.reader], as: .judges)
    }

    /// Checks an export as a whole, in a worker that did not make the export.
    func check(
        _ job: CheckExportJob, of document: OpenDocument, export: FileDescriptor, ink: ScratchFile
    ) throws(LimnError) -> CheckExportJob.Answer {
        try perform(job, on: document, reading: [export, ink.reader], as: .judges).answer
    }

    /// Compares a page of an export with the original, in a worker that did not make the export.
    func verify(
        _ job: VerifyJob, of document: OpenDocument, export: FileDescriptor, ink: ScratchFile
    ) throws(LimnError) -> VerifyJob.Answer {
        try perform(job, on: document, reading: [export, ink.reader], as: .judges).answer
    }

    /// Reads ink and writes it to a file in the native format.
    func readInk(
        _ job: ReadInkJob, of input: FileDescriptor, size: Int, into output: ScratchFile
    ) throws(LimnError) -> ReadInkJob.Answer {
        var allowance = LeaseAllowance.none
        allowance.atMost = Self.parsingTime(ofBytes: size)
        return try perform(
            job, on: nil, reading: [input], into: JobOutput(temporary: output, limit: AnswerBounds.inkBytes),
            allowing: allowance
        ).answer
    }

    /// Returns the maximum time for parsing a file, in seconds. It grows with the size of the file.
    private static func parsingTime(ofBytes size: Int) -> Double { 5 + 4 * Double(size) / 1e6 }

    /// Reads a package and writes its PDF and its ink to a file (``ReadPackageJob``).
    func readPackage(
        _ package: OpenDocument, into output: JobOutput
    ) throws(LimnError) -> ReadPackageJob.Answer {
        let size = package.input.size
        var allowance = LeaseAllowance(copyOf: size)
        allowance.atMost = Self.parsingTime(ofBytes: size)
        return try perform(
            ReadPackageJob(path: package.input.path.bytes), on: nil, reading: [package.descriptor], into: output,
            allowing: allowance
        ).answer
    }

    /// Writes native ink to a file in another format.
    func writeInk(
        _ job: WriteInkJob, _ ink: ScratchFile, into output: ScratchFile
    ) throws(LimnError) -> WriteInkJob.Answer {
        try perform(
            job, on: nil, reading: [ink.reader], into: JobOutput(temporary: output, limit: AnswerBounds.inkBytes)
        ).answer
    }

    /// Writes a PDF of empty paper to a file. `pages` describes the pages.
    func paper(_ job: PaperJob, pages: ScratchFile, into output: ScratchFile) throws(LimnError) -> PaperJob.Answer {
        try perform(
            job, on: nil, reading: [pages.reader], into: JobOutput(temporary: output, limit: AnswerBounds.paperBytes)
        ).answer
    }

    /// Inserts pages of paper into a document, and writes an update that can be appended to it.
    func insertPaper(
        _ pages: ScratchFile, into document: OpenDocument, update: ScratchFile
    ) throws(LimnError) -> InsertPaperJob.Answer {
        try perform(
            InsertPaperJob(), on: document, reading: [pages.reader],
            into: JobOutput(temporary: update, limit: AnswerBounds.paperBytes)
        ).answer
    }

    /// Writes a document with its pages in another order to a file.
    func arrangePages(
        _ order: ScratchFile, of document: OpenDocument, into output: ScratchFile
    ) throws(LimnError) -> ArrangePagesJob.Answer {
        try perform(
            ArrangePagesJob(), on: document, reading: [order.reader],
            into: JobOutput(temporary: output, limit: AnswerBounds.count)
        ).answer
    }

    /// Draws a contact sheet and writes it to a file.
    func contactSheet(
        _ job: ContactSheetJob, pixels: ScratchFile, cards: ScratchFile, into output: ScratchFile
    ) throws(LimnError) -> ContactSheetJob.Answer {
        try perform(
            job, on: nil, reading: [pixels.reader, cards.reader],
            into: JobOutput(temporary: output, limit: AnswerBounds.sheetBytes)
        ).answer
    }
}
