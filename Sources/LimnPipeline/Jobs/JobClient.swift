// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompositor
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

    init(_ runner: any JobRunner, access: Access) {
        self.runner = runner
        self.access = access
    }

    /// Opens a document, unless it is open already.
    ///
    /// - Returns: its number of pages.
    func open(_ document: OpenDocument) throws(PipelineError) -> Int {
        if let open, open.document === document, open.generation == runner.generation { return open.pageCount }
        open = nil
        runner.renew()
        let job = Job.open(name: document.input.path.bytes, access)
        let (answer, complaints) = try retrying { runner.run(job, descriptors: [document.descriptor.rawValue]) }
        guard case .opened(let count) = answer else { throw Self.error(answer, complaints) }
        if Self.ranOutOfMemory(complaints) { throw PipelineError(.limit, "It needs more memory than allowed.") }
        openingComplaints = complaints
        open = (document, runner.generation, count)
        return count
    }

    /// The displayed sizes of pages in points, by their numbers.
    func sizes(ofPages pages: [Int], of document: OpenDocument) throws(PipelineError) -> [Int: Size] {
        var sizes: [Int: Size] = [:]
        for start in stride(from: 0, to: pages.count, by: Self.sizesAtOnce) {
            let some = Array(pages[start..<min(start + Self.sizesAtOnce, pages.count)])
            let (answer, complaints) = try ask(.sizes(pages: some), of: document, descriptors: [])
            guard case .sizes(let told) = answer, told.count == some.count else {
                throw Self.error(answer, complaints)
            }
            for (page, size) in zip(some, told) { sizes[page] = size }
        }
        return sizes
    }

    /// An answer of a worker has room for so many sizes.
    private static let sizesAtOnce = 500

    /// Has a page looked up, so that it and those before it are found faster afterwards.
    func visit(page: Int, of document: OpenDocument) throws(PipelineError) {
        let (answer, complaints) = try ask(.visit(page: page), of: document, descriptors: [])
        guard case .visited = answer else { throw Self.error(answer, complaints) }
    }

    /// What decides how a document may be written.
    func traits(of document: OpenDocument) throws(PipelineError) -> DocumentTraits {
        let (answer, complaints) = try ask(.traits, of: document, descriptors: [])
        guard case .traits(let traits) = answer else { throw Self.error(answer, complaints) }
        return traits
    }

    /// Draws a page into a file.
    func picture(
        _ job: PictureJob, of document: OpenDocument, ink: ScratchFile?, into output: JobOutput
    ) throws(PipelineError) -> (width: Int, height: Int, bytes: Int, complaints: [String]) {
        let descriptors = [output.descriptor] + (ink.map { [$0.descriptor] } ?? [])
        let (answer, complaints) = try ask(.picture(job), of: document, descriptors: descriptors)
        guard case .picture(let width, let height, let bytes) = answer else {
            throw Self.error(answer, complaints, output)
        }
        if Self.ranOutOfMemory(complaints) {
            throw PipelineError(.limit, "It needs more memory than allowed; the picture would be incomplete.")
        }
        return (width, height, bytes, complaints)
    }

    /// Writes what is in a document as JSON into a file.
    ///
    /// - Returns: what libraries complained about.
    private func inspect(_ document: OpenDocument, into output: FileDescriptor) throws(PipelineError) -> [String] {
        let (answer, complaints) = try ask(.inspect, of: document, descriptors: [output])
        guard case .written = answer else { throw Self.error(answer, complaints) }
        return complaints
    }

    /// What is in a document, with what libraries complained about while they opened it and looked.
    func inspection(of document: OpenDocument) throws(PipelineError) -> PDFInspection {
        do {
            let output = try ScratchFile()
            let complaints = try inspect(document, into: output.descriptor)
            var inspection = try JSONDecoder().decode(PDFInspection.self, from: Data(try output.bytes()))
            inspection.add(openingComplaints + complaints, about: document.input.path)
            return inspection
        } catch { throw PipelineError(error) }
    }

    /// Writes the text of pages into a file, UTF-8.
    func text(
        ofPages pages: ClosedRange<Int>, of document: OpenDocument, into output: ScratchFile
    ) throws(PipelineError) {
        let job = Job.text(first: pages.lowerBound, last: pages.upperBound)
        let (answer, complaints) = try ask(job, of: document, descriptors: [output.descriptor])
        guard case .written = answer else { throw Self.error(answer, complaints) }
    }

    /// Writes the ink that a document carries into a file, in Limn's own format.
    func ink(
        of document: OpenDocument, into output: ScratchFile
    ) throws(PipelineError) -> (sources: Int, annotations: Int, messages: [String]) {
        let (answer, complaints) = try ask(.ink, of: document, descriptors: [output.descriptor])
        guard case .ink(let sources, let annotations, let messages) = answer else {
            throw Self.error(answer, complaints)
        }
        return (sources, annotations, messages + complaints)
    }

    /// Writes a document without its source ink into a file; nothing where it has none.
    func strip(
        _ document: OpenDocument, into output: JobOutput
    ) throws(PipelineError) -> (bytes: Int, sources: Int, messages: [String]) {
        let (answer, complaints) = try ask(.strip, of: document, descriptors: [output.descriptor])
        guard case .stripped(let bytes, let sources, let messages) = answer else {
            throw Self.error(answer, complaints, output)
        }
        return (bytes, sources, messages + complaints)
    }

    /// Writes a new document with ink into a file.
    func flatten(
        _ job: FlattenJob, on document: OpenDocument, ink: ScratchFile, into output: JobOutput
    ) throws(PipelineError) -> FlattenReport {
        let (answer, complaints) = try ask(
            .flatten(job), of: document, descriptors: [output.descriptor, ink.descriptor])
        guard case .flattened(var report) = answer else { throw Self.error(answer, complaints, output) }
        if Self.ranOutOfMemory(complaints) {
            throw PipelineError(.limit, "It needs more memory than allowed; the document would be incomplete.")
        }
        report.messages += complaints
        return report
    }

    /// Compares a page of an export with the document it came from.
    func verify(
        _ job: VerifyJob, of document: OpenDocument, export: FileDescriptor, ink: ScratchFile
    ) throws(PipelineError) -> PageVerifier.Finding {
        let (answer, complaints) = try ask(
            .verify(job), of: document, descriptors: [export, ink.descriptor], isOutput: false)
        guard case .verified(let finding) = answer else { throw Self.error(answer, complaints) }
        return finding
    }

    private func ask(
        _ job: Job, of document: OpenDocument, descriptors: [FileDescriptor], isOutput: Bool = true
    ) throws(PipelineError) -> (answer: JobAnswer, complaints: [String]) {
        try retrying { () throws(PipelineError) in
            _ = try open(document)
            // What a worker that died wrote must not precede what the next one writes.
            if isOutput, let output = descriptors.first { try Self.empty(output) }
            return runner.run(job, descriptors: descriptors.map(\.rawValue))
        }
    }

    /// Tries once more when the worker crashed: it may have been the fault of what it did before.
    private func retrying(
        _ body: () throws(PipelineError) -> (answer: JobAnswer, complaints: [String])
    ) throws(PipelineError) -> (answer: JobAnswer, complaints: [String]) {
        let first = try body()
        guard case .failed(let error) = first.answer, error.code == .crashed else { return first }
        return try body()
    }

    private static func empty(_ descriptor: FileDescriptor) throws(PipelineError) {
        do {
            try descriptor.resize(to: 0)
            _ = try descriptor.seek(offset: 0, from: .start)
        } catch Errno.invalidArgument, Errno.illegalSeek {
            // A device or a pipe, which nothing can be taken back from.
        } catch { throw PipelineError(.failed, "The output cannot be written: \(error).") }
    }

    private static func ranOutOfMemory(_ complaints: [String]) -> Bool {
        complaints.contains { $0.lowercased().contains("out of memory") }
    }

    private static func error(
        _ answer: JobAnswer, _ complaints: [String], _ output: JobOutput
    ) -> PipelineError {
        guard case .notWritten(let errno) = answer else { return error(answer, complaints) }
        return PipelineError(FileError(writing: output.path, cause: Errno(rawValue: errno)))
    }

    private static func error(_ answer: JobAnswer, _ complaints: [String]) -> PipelineError {
        guard case .failed(let error) = answer else {
            if case .notWritten = answer { return PipelineError(.failed, "A temporary file cannot be written.") }
            return PipelineError(.failed, "The worker gave an answer to another question.")
        }
        return error.code == .failed && ranOutOfMemory(complaints)
            ? PipelineError(.limit, "It needs more memory than allowed.") : error
    }
}
