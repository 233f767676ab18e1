// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
internal import LimnWorker
internal import SystemPackage

/// Asks a runner for jobs on documents: opens each when it is needed, and once more where the worker that had it open
/// died. Belongs to one thread.
final class JobClient {
    private let runner: any JobRunner
    private let access: Access
    private var open: (document: OpenDocument, generation: Int, pageCount: Int)?

    /// What libraries complained about when the document was opened last.
    private(set) var openingComplaints: [String] = []
    /// What draws, with its version; empty until a document was opened.
    private(set) var renderer = ""

    init(_ runner: any JobRunner, access: Access) {
        self.runner = runner
        self.access = access
    }

    /// Opens a document, unless it is open already.
    ///
    /// - Returns: its number of pages.
    func open(_ document: OpenDocument) throws(LimnError) -> Int {
        if let open, open.document === document, open.generation == runner.generation { return open.pageCount }
        open = nil
        runner.renew()
        let job = OpenJob(path: document.input.path.bytes, access: access)
        let (reply, complaints) = try retrying { runner.run(job, descriptors: [document.descriptor.rawValue]) }
        guard case .done(let answer) = reply else { throw Self.error(reply, complaints) }
        if Self.ranOutOfMemory(complaints) { throw LimnError(.limit, "It needs more memory than allowed.") }
        openingComplaints = complaints
        renderer = answer.renderer
        open = (document, runner.generation, answer.pageCount)
        return answer.pageCount
    }

    /// The displayed sizes of pages in points, by their numbers.
    func sizes(ofPages pages: [Int], of document: OpenDocument) throws(LimnError) -> [Int: Size] {
        var sizes: [Int: Size] = [:]
        for start in stride(from: 0, to: pages.count, by: PageSizesJob.limit) {
            let some = Array(pages[start..<min(start + PageSizesJob.limit, pages.count)])
            let told = try ask(PageSizesJob(pages: some), of: document, descriptors: []).answer
            guard told.count == some.count else { throw Self.misanswered }
            for (page, size) in zip(some, told) { sizes[page] = size }
        }
        return sizes
    }

    /// Has a page looked up, so that it and those before it are found faster afterwards.
    func visit(page: Int, of document: OpenDocument) throws(LimnError) {
        _ = try ask(VisitPageJob(page: page), of: document, descriptors: [])
    }

    /// What decides how a document may be written.
    func traits(of document: OpenDocument) throws(LimnError) -> DocumentTraits {
        try ask(TraitsJob(), of: document, descriptors: []).answer
    }

    /// Draws a page into a file.
    func picture(
        _ job: PictureJob, of document: OpenDocument, ink: ScratchFile?, into output: JobOutput
    ) throws(LimnError) -> (width: Int, height: Int, bytes: Int, complaints: [String]) {
        let descriptors = [output.descriptor] + (ink.map { [$0.descriptor] } ?? [])
        let (answer, complaints) = try ask(job, of: document, descriptors: descriptors, output)
        if Self.ranOutOfMemory(complaints) {
            throw LimnError(.limit, "It needs more memory than allowed; the picture would be incomplete.")
        }
        return (answer.width, answer.height, answer.bytes, complaints)
    }

    /// Writes what is in a document as JSON into a file.
    ///
    /// - Returns: what libraries complained about.
    private func inspect(_ document: OpenDocument, into output: FileDescriptor) throws(LimnError) -> [String] {
        try ask(InspectJob(), of: document, descriptors: [output]).complaints
    }

    /// What is in a document, with what libraries complained about while they opened it and looked.
    func inspection(of document: OpenDocument) throws(LimnError) -> PDFInspection {
        do {
            let output = try ScratchFile()
            let complaints = try inspect(document, into: output.descriptor)
            var inspection = try JSONDecoder().decode(PDFInspection.self, from: Data(try output.bytes()))
            inspection.add(openingComplaints + complaints, about: document.input.path.shownAsInput)
            return inspection
        } catch { throw LimnError(error) }
    }

    /// Writes the text of pages into a file, UTF-8.
    func text(
        ofPages pages: ClosedRange<Int>, of document: OpenDocument, into output: ScratchFile
    ) throws(LimnError) {
        _ = try ask(TextJob(pages: pages), of: document, descriptors: [output.descriptor])
    }

    /// Writes the ink that a document carries into a file, in Limn's own format.
    func ink(
        of document: OpenDocument, into output: ScratchFile
    ) throws(LimnError) -> (sources: Int, annotations: Int, messages: [String]) {
        let (answer, complaints) = try ask(PDFInkJob(), of: document, descriptors: [output.descriptor])
        return (answer.sources, answer.annotations, answer.messages + complaints)
    }

    /// Reads ink; what it holds goes into a file, in the native format.
    func readInk(
        _ job: ReadInkJob, of input: OpenDocument, into output: ScratchFile
    ) throws(LimnError) -> ReadInkJob.Answer {
        try exchange(job, input.descriptor, output)
    }

    /// Writes native ink in another format into a file.
    func writeInk(
        _ job: WriteInkJob, _ ink: ScratchFile, into output: ScratchFile
    ) throws(LimnError) -> WriteInkJob.Answer {
        try exchange(job, ink.descriptor, output)
    }

    /// Draws a contact sheet into a file.
    func contactSheet(
        _ job: ContactSheetJob, pixels: ScratchFile, cards: ScratchFile, into output: ScratchFile
    ) throws(LimnError) -> ContactSheetJob.Answer {
        try exchange(job, [output.descriptor, pixels.descriptor, cards.descriptor], output)
    }

    private func exchange<J: Job>(
        _ job: J, _ input: FileDescriptor, _ output: ScratchFile
    ) throws(LimnError) -> J.Answer {
        try exchange(job, [input, output.descriptor], output)
    }

    /// Does a job that needs no open document.
    private func exchange<J: Job>(
        _ job: J, _ descriptors: [FileDescriptor], _ output: ScratchFile
    ) throws(LimnError) -> J.Answer {
        let (reply, complaints) = try retrying { () throws(LimnError) in
            try Self.empty(output.descriptor)
            return runner.run(job, descriptors: descriptors.map(\.rawValue))
        }
        guard case .done(let answer) = reply else { throw Self.error(reply, complaints) }
        return answer
    }

    /// Writes a document without its source ink into a file; nothing where it has none.
    func strip(
        _ document: OpenDocument, into output: JobOutput
    ) throws(LimnError) -> (bytes: Int, sources: Int, messages: [String]) {
        let (answer, complaints) = try ask(StripJob(), of: document, descriptors: [output.descriptor], output)
        return (answer.bytes, answer.sources, answer.messages + complaints)
    }

    /// Writes a new document with ink into a file.
    func flatten(
        _ job: FlattenJob, on document: OpenDocument, ink: ScratchFile, into output: JobOutput
    ) throws(LimnError) -> FlattenReport {
        var (report, complaints) = try ask(
            job, of: document, descriptors: [output.descriptor, ink.descriptor], output)
        if Self.ranOutOfMemory(complaints) {
            throw LimnError(.limit, "It needs more memory than allowed; the document would be incomplete.")
        }
        report.messages += complaints
        return report
    }

    /// Compares a page of an export with the document it came from.
    func verify(
        _ job: VerifyJob, of document: OpenDocument, export: FileDescriptor, ink: ScratchFile
    ) throws(LimnError) -> VerifyJob.Answer {
        try ask(job, of: document, descriptors: [export, ink.descriptor], isOutput: false).answer
    }

    private func ask<J: Job>(
        _ job: J, of document: OpenDocument, descriptors: [FileDescriptor], _ output: JobOutput? = nil,
        isOutput: Bool = true
    ) throws(LimnError) -> (answer: J.Answer, complaints: [String]) {
        let (reply, complaints) = try retrying { () throws(LimnError) in
            _ = try open(document)
            // What a worker that died wrote must not precede what the next one writes.
            if isOutput, let first = descriptors.first { try Self.empty(first) }
            return runner.run(job, descriptors: descriptors.map(\.rawValue))
        }
        guard case .done(let answer) = reply else { throw Self.error(reply, complaints, output) }
        return (answer, complaints)
    }

    /// Tries once more when the worker crashed: it may have been the fault of what it did before.
    private func retrying<Answer>(
        _ body: () throws(LimnError) -> (reply: JobReply<Answer>, complaints: [String])
    ) throws(LimnError) -> (reply: JobReply<Answer>, complaints: [String]) {
        let first = try body()
        guard case .failed(let error) = first.reply, error.code == .crashed else { return first }
        return try body()
    }

    private static func empty(_ descriptor: FileDescriptor) throws(LimnError) {
        do {
            try descriptor.resize(to: 0)
            _ = try descriptor.seek(offset: 0, from: .start)
        } catch Errno.invalidArgument, Errno.illegalSeek {
            // A device or a pipe, which nothing can be taken back from.
        } catch { throw LimnError(.failed, "The output cannot be written: \(error).") }
    }

    private static func ranOutOfMemory(_ complaints: [String]) -> Bool {
        complaints.contains { $0.lowercased().contains("out of memory") }
    }

    private static func error<Answer>(
        _ reply: JobReply<Answer>, _ complaints: [String], _ output: JobOutput? = nil
    ) -> LimnError {
        switch reply {
        case .done: misanswered
        case .notWritten(let errno):
            output.map { LimnError(FileError(writing: $0.path, cause: Errno(rawValue: errno))) }
                ?? LimnError(.failed, "A temporary file cannot be written.")
        case .failed(let error):
            error.code == .failed && ranOutOfMemory(complaints)
                ? LimnError(.limit, "It needs more memory than allowed.") : error
        }
    }

    private static let misanswered = LimnError(.crashed, "The worker's answer does not fit the question.")
}
