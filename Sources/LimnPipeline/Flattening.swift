// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
internal import LimnInkFormats
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import SystemPackage

/// Lays ink over a PDF and publishes the result: the work behind `limn flatten`.
public struct Flattening {
    private let request: FlattenRequest

    /// Prepares a request.
    public init(_ request: FlattenRequest) { self.request = request }

    /// Does the work.
    ///
    /// - Returns: a result whose status says how it came out; nothing is written unless it is done.
    public func run() -> FlattenResult {
        var result = FlattenResult(request)
        do throws(PipelineError) {
            try run(&result)
            result.status = result.remarks.isEmpty && result.dropped.isEmpty ? .ok : .warnings
        } catch {
            result.output = nil
            result.status = ResultStatus(error)
            result.remarks.append(Remark(error, about: result.input ?? result.ink))
        }
        return result
    }

    private func run(_ result: inout FlattenResult) throws(PipelineError) {
        guard request.mode == .overlay || request.save != .append else {
            throw PipelineError(.failed, "Pages that are drawn anew cannot be appended; save by rewriting.")
        }
        try checkOutput()
        let ink = try InkFile(request.ink)
        result.dropped = ink.content.dropped
        let document = try template(for: ink)
        result.input = document.input.path
        try refuseToReplaceInputs(document)
        if request.page != nil, ink.content.document.pages.count > 1 {
            throw PipelineError(
                .failed, about: request.ink,
                "The ink has \(ink.content.document.pages.count) pages; --page is for ink of one page.")
        }
        let runner = request.isolation.allowing(copyOf: document.input.size).makeRunner()
        defer { runner.end() }
        let client = JobClient(runner, access: request.access)
        let pageCount = try client.open(document)
        guard pageCount > 0 else { throw PipelineError(.failed, "The document has no pages.") }
        result.bytesBefore = document.input.size
        result.pages = pageCount
        let traits = try client.traits(of: document)
        if request.mode == .overlay, !request.force, traits.isSigned {
            throw PipelineError(
                .signed,
                "The document is signed, and ink as page content would break the signature; --force does it all the same."
            )
        }
        let input = document.input.path
        if request.mode == .redraw, traits.isEncrypted {
            result.remarks.append(
                Remark(
                    warning: "The document is encrypted and the one drawn anew is not: it opens without a password.",
                    about: input))
        }
        let placement = try InkPlacement(
            ink.content.document,
            mapping: request.template == nil ? .byBackground : .byNumber(only: request.page ?? 1),
            pageCount: pageCount, fit: request.fit
        ) { (number) throws(PipelineError) in try client.size(ofPage: number, of: document) }
        result.inkedPages = placement.drawings.keys.sorted()
        result.remarks += placement.notes.map { note in
            note.isAboutInk
                ? Remark(warning: note.text, about: request.ink)
                : Remark(warning: note.text, about: input, page: note.page)
        }

        var pages: [InkDocument.Page] = []
        for number in result.inkedPages {
            let drawing = placement.drawings[number] ?? Drawing()
            pages.append(.init(background: .pdf(page: number), drawing: drawing))
            result.strokes += drawing.strokes.count
            result.pointsIn += drawing.pointCount
        }
        let budget = ToleranceBudget(request.tolerance)
        result.largestEdgeError = budget.total
        let job = FlattenJob(
            mode: request.mode, save: request.save, pageCount: pageCount, tolerance: budget.path.points,
            unit: budget.unit)
        do {
            let source = try ScratchFile(try NativeInk.encode(InkDocument(pages: pages), precision: .lossless))
            let done = try write(job, client, document, source)
            result.remarks += (client.openingComplaints + done.messages).map { Remark(warning: $0, about: input) }
            result.bytesAfter = done.bytes
            result.pointsOut = done.points
            result.save = done.save
            result.reason = done.reason
        } catch { throw PipelineError(error) }
        result.output = request.output
    }

    private func write(
        _ job: FlattenJob, _ client: JobClient, _ document: OpenDocument, _ ink: ScratchFile
    ) throws -> Flattened {
        if request.output == "-" {
            return try writeThrough(.standardOutput, "-", job, client, document, ink)
        }
        let publisher = Publisher(keepsExisting: request.keepsExisting)
        let file = try publisher.begin(request.output)
        if file.isDevice { return try writeThrough(file.descriptor, file.path, job, client, document, ink) }
        let done = try client.flatten(job, on: document, ink: ink, into: JobOutput(file))
        guard file.size == done.bytes else { throw Self.otherSize }
        try document.input.checkUnchanged()
        if let error = publisher.publish([file])[0] { throw error }
        return done
    }

    /// Writes to a pipe or a device: the new document is read back before it goes there.
    private func writeThrough(
        _ output: FileDescriptor, _ path: FilePath, _ job: FlattenJob, _ client: JobClient, _ document: OpenDocument,
        _ ink: ScratchFile
    ) throws -> Flattened {
        let scratch = try ScratchFile()
        let done = try client.flatten(job, on: document, ink: ink, into: JobOutput(scratch))
        let made = try scratch.asInput(named: path)
        guard made.size == done.bytes else { throw Self.otherSize }
        try document.input.checkUnchanged()
        try made.copy(to: output)
        return done
    }

    private static let otherSize = PipelineError(.failed, "The worker wrote something else than it said.")

    private func template(for ink: InkFile) throws(PipelineError) -> OpenDocument {
        if let path = request.template { return try OpenDocument(path) }
        switch try Background(allowedFolder: request.backgroundFolder).find(for: ink) {
        case .file(let named, let real): return try OpenDocument(named, opened: real)
        case .embedded(let bytes): return try OpenDocument(bytes: bytes, named: request.ink)
        }
    }

    /// What would be refused in the end is refused before the work.
    private func checkOutput() throws(PipelineError) {
        guard request.output != "-" else { return }
        do throws(FileError) { try Publisher(keepsExisting: request.keepsExisting).check(request.output) } catch {
            throw PipelineError(error)
        }
    }

    /// The original and the ink stay what they are: an export never takes their place.
    private func refuseToReplaceInputs(_ document: OpenDocument) throws(PipelineError) {
        guard request.output != "-" else { return }
        for input in [document.input.path, request.ink]
        where input != "-" && FileIdentity(input) == FileIdentity(request.output) {
            guard FileIdentity(input) != nil else { continue }
            throw PipelineError(
                .outputsCollide, about: input, "The output would replace this file; give it another name.")
        }
    }
}
