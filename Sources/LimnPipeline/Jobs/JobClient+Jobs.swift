// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import LimnJobs
internal import SystemPackage

extension JobClient {
    /// The displayed sizes of pages in points, by their numbers.
    func sizes(ofPages pages: [Int], of document: OpenDocument) throws(LimnError) -> [Int: Size] {
        var sizes: [Int: Size] = [:]
        for start in stride(from: 0, to: pages.count, by: PageSizesJob.limit) {
            let some = Array(pages[start..<min(start + PageSizesJob.limit, pages.count)])
            let told = try perform(PageSizesJob(pages: some), on: document).answer
            guard told.count == some.count else { throw Self.misanswered }
            for (page, size) in zip(some, told) { sizes[page] = size }
        }
        return sizes
    }

    static let misanswered = LimnError(.crashed, "The worker's answer does not fit the question.")

    /// Has a page looked up, so that it and those before it are found faster afterwards.
    func visit(page: Int, of document: OpenDocument) throws(LimnError) {
        _ = try perform(VisitPageJob(page: page), on: document)
    }

    /// What decides how a document may be written.
    func traits(of document: OpenDocument) throws(LimnError) -> DocumentTraits {
        try perform(TraitsJob(), on: document).answer
    }

    /// Draws a page into a file.
    func picture(
        _ job: PictureJob, of document: OpenDocument, ink: ScratchFile?, into output: JobOutput
    ) throws(LimnError) -> (answer: PictureJob.Answer, warnings: [String]) {
        let descriptors = [output.descriptor] + (ink.map { [$0.descriptor] } ?? [])
        return try perform(job, on: document, descriptors, output: output)
    }

    /// What is in a document, with what libraries printed while they opened it and looked.
    func inspection(of document: OpenDocument) throws(LimnError) -> PDFInspection {
        do {
            let output = try ScratchFile()
            let opened = try open(document)
            let warnings = try perform(
                InspectJob(), on: document, [output.descriptor], output: JobOutput(temporary: output)
            ).warnings
            let json = try output.bytes(limit: AnswerBounds.inspectionBytes)
            var inspection = try JSONDecoder().decode(PDFInspection.self, from: Data(json))
            inspection.add(opened.warnings + warnings, about: document.input.path.shownAsInput)
            return inspection
        } catch { throw LimnError(error) }
    }

    /// Writes the text of pages into a file, UTF-8.
    func text(
        ofPages pages: ClosedRange<Int>, of document: OpenDocument, into output: ScratchFile
    ) throws(LimnError) {
        _ = try perform(TextJob(pages: pages), on: document, [output.descriptor], output: JobOutput(temporary: output))
    }

    /// Writes the ink that a document carries into a file, in the native format.
    func ink(
        of document: OpenDocument, into output: ScratchFile
    ) throws(LimnError) -> (answer: PDFInkJob.Answer, warnings: [String]) {
        try perform(PDFInkJob(), on: document, [output.descriptor], output: JobOutput(temporary: output))
    }

    /// Writes a document without its source ink into a file; nothing where it has none.
    func strip(
        _ document: OpenDocument, into output: JobOutput
    ) throws(LimnError) -> (answer: StripJob.Answer, warnings: [String]) {
        try perform(StripJob(), on: document, [output.descriptor], output: output)
    }

    /// Writes a new document with ink into a file.
    func flatten(
        _ job: FlattenJob, on document: OpenDocument, ink: ScratchFile, into output: JobOutput
    ) throws(LimnError) -> FlattenReport {
        var (report, warnings) = try perform(
            job, on: document, [output.descriptor, ink.descriptor], output: output)
        report.messages += warnings
        return report
    }

    /// Has a page drawn as an export's page will be compared with it.
    func prepareVerification(
        _ job: PrepareVerificationJob, of document: OpenDocument, ink: ScratchFile
    ) throws(LimnError) {
        _ = try perform(job, on: document, [ink.descriptor])
    }

    /// Compares a page of an export with the document it came from.
    func verify(
        _ job: VerifyJob, of document: OpenDocument, export: FileDescriptor, ink: ScratchFile
    ) throws(LimnError) -> VerifyJob.Answer {
        try perform(job, on: document, [export, ink.descriptor]).answer
    }

    /// Reads ink; what it holds goes into a file, in the native format.
    func readInk(
        _ job: ReadInkJob, of input: FileDescriptor, into output: ScratchFile
    ) throws(LimnError) -> ReadInkJob.Answer {
        try perform(job, on: nil, [input, output.descriptor], output: JobOutput(temporary: output)).answer
    }

    /// Writes native ink in another format into a file.
    func writeInk(
        _ job: WriteInkJob, _ ink: ScratchFile, into output: ScratchFile
    ) throws(LimnError) -> WriteInkJob.Answer {
        try perform(job, on: nil, [ink.descriptor, output.descriptor], output: JobOutput(temporary: output)).answer
    }

    /// Makes a PDF of empty paper in a file; the pages are in another one.
    func paper(_ job: PaperJob, pages: ScratchFile, into output: ScratchFile) throws(LimnError) {
        let made = try perform(
            job, on: nil, [output.descriptor, pages.descriptor], output: JobOutput(temporary: output)
        ).answer
        guard output.size == made.bytes else { throw Self.misanswered }
    }

    /// Puts pages of paper between those of a document: writes an update that goes behind it into a file.
    ///
    /// - Returns: why that cannot be; nil where it was done.
    func insertPaper(
        _ pages: ScratchFile, into document: OpenDocument, update: ScratchFile
    ) throws(LimnError) -> String? {
        let answer = try perform(
            InsertPaperJob(), on: document, [update.descriptor, pages.descriptor], output: JobOutput(temporary: update)
        ).answer
        guard update.size == answer.bytes else { throw Self.misanswered }
        return answer.refusal
    }

    /// Draws a contact sheet into a file.
    func contactSheet(
        _ job: ContactSheetJob, pixels: ScratchFile, cards: ScratchFile, into output: ScratchFile
    ) throws(LimnError) -> ContactSheetJob.Answer {
        try perform(
            job, on: nil, [output.descriptor, pixels.descriptor, cards.descriptor], output: JobOutput(temporary: output)
        ).answer
    }
}
