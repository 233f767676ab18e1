// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
internal import LimnJobs
internal import LimnPictures
internal import LimnWorker
internal import SystemPackage

/// A document of a request that is being rendered. It is opened and then drawn page by page, on any thread.
final class RenderedDocument: Sendable {
    /// A picture that is not published yet, or the reason why there is none.
    struct Made: Sendable {
        /// The index of the page among the requested pages, from 0.
        var index: Int
        var result: RenderResult
        /// The file to publish; nil if there is none.
        var file: StagedFile?
    }

    /// An open document with the pictures of its first pages.
    struct Begun: Sendable {
        let document: RenderedDocument
        var made: [Made] = []
        /// The indices of the pages that are not drawn yet.
        var left: Range<Int> = 0..<0
        /// Results for pages that do not exist.
        var missing: [Made] = []
        /// The number of requested pages that exist.
        var count = 0
    }

    /// The work for an open document.
    private struct Plan: Sendable {
        var document: OpenDocument
        var pageCount: Int
        var choice: ResolvedPages
        var ink: (file: InkFile, placement: InkPlacement)?
        /// Messages about ink that is left out.
        var warnings: [Diagnostic]
        var opened: OpenDocument.Facts
        /// The hash of the document; nil if its pictures get no stamps.
        var content: ContentHash?
    }

    /// The number of pages that are drawn by the worker that opened the document. A short document thus occupies only
    /// one worker. If there are fewer documents than workers, all workers draw all pages.
    private var firstPages: Int { request.inputs.count < request.context.width ? 0 : 4 }

    private let path: FilePath
    private let making: PageRenderer
    private let client: JobClient
    private let publisher: Publisher
    private let plan: Result<Plan, LimnError>

    private var request: RenderRequest { making.request }

    /// Opens a document.
    init(_ path: FilePath, making: PageRenderer) {
        self.path = path
        self.making = making
        client = JobClient(making.request.context, access: making.request.access)
        publisher = Publisher(keepsExisting: making.request.keepsExisting)
        plan = Result { [client] () throws(LimnError) in try Self.plan(path, making, client) }
    }

    /// Draws the first pages.
    func begin() -> Begun {
        var begun = Begun(document: self)
        switch plan {
        case .failure(let error):
            begun.made = [Made(index: 0, result: RenderResult(error, input: path))]
        case .success(let plan):
            begun.count = plan.choice.pages.count
            let first = min(begun.count, firstPages)
            begun.made = (0..<first).map { picture($0) }
            begun.left = first..<begun.count
            begun.missing = plan.choice.missing.map { missing in
                Made(index: begun.count, result: RenderResult(missing.error, input: path, page: missing.page))
            }
        }
        return begun
    }

    /// Draws the requested page at an index.
    func picture(_ index: Int) -> Made {
        do {
            let plan = try plan.get()
            let page = plan.choice.pages[index]
            do {
                let (result, file) = try picture(plan, page: page, isFirst: index == 0)
                return Made(index: index, result: result, file: file)
            } catch {
                return Made(index: index, result: RenderResult(LimnError(error), input: path, page: page))
            }
        } catch { return Made(index: index, result: RenderResult(LimnError(error), input: path)) }
    }

    private static func plan(
        _ path: FilePath, _ making: PageRenderer, _ client: JobClient
    ) throws(LimnError) -> Plan {
        let request = making.request
        let source = try PageSource(
            path, inkBeside: request.inkBeside[path],
            background: Background(
                allowedFolder: request.backgroundFolder, usesPaper: request.usesPaperForMissingPDF),
            access: request.access, request.context)
        let document = source.document
        let opened = try client.open(document)
        let pageCount = opened.pageCount
        guard pageCount > 0 else { throw LimnError(.failed, "The document has no pages.") }
        let choice = try ResolvedPages(request.pages, of: pageCount)
        guard choice.pages.count <= 1 || request.destination.takesManyPages else {
            throw LimnError(
                .needsFolder, "\(choice.pages.count) pages do not fit in one file.")
        }
        guard source.ink == nil || making.ink == nil else {
            throw LimnError(.failed, "This is an ink file, and other ink can only be drawn on a PDF.")
        }
        var ink: (InkFile, InkPlacement)?
        if let file = source.ink ?? making.ink {
            var placement = try InkPlacement(
                file.content.document, mapping: source.ink == nil ? .byNumber(only: 1) : source.mapping,
                pageCount: pageCount, fit: false,
                layers: request.layers
            ) { (pages) throws(LimnError) in try client.sizes(ofPages: pages, of: document) }
            placement.extend(request.extends)
            ink = (file, placement)
        }
        return Plan(
            document: document, pageCount: pageCount, choice: choice, ink: ink, warnings: source.warnings,
            opened: opened,
            content: try content(of: document, request))
    }

    /// Returns the hash for stamps; nil if computing it would cost more than drawing the pictures.
    private static func content(
        of document: OpenDocument, _ request: RenderRequest
    ) throws(LimnError) -> ContentHash? {
        guard request.resumes || document.input.size <= RenderStamp.sizeLimit else { return nil }
        do throws(FileError) { return try ContentHash(of: document.input) } catch { throw LimnError(error) }
    }

    private func picture(
        _ plan: Plan, page: Int, isFirst: Bool
    ) throws -> (result: RenderResult, file: StagedFile?) {
        let output = making.names.name(of: path, page: page, pageCount: plan.pageCount)
        var diagnostics = inkDiagnostics(plan.ink, page: page, isFirst: isFirst)
        if isFirst {
            diagnostics += plan.warnings + plan.opened.warnings.map { Diagnostic(libraryText: $0, about: path) }
        }
        let stamp = diagnostics.status == .ok ? plan.content.map { self.stamp(content: $0, page: page, plan) } : nil
        if request.resumes, let found = stamp?.find(at: output) {
            var result = RenderResult(
                input: path, page: page, output: output, picture: found, status: .ok, diagnostics: [])
            result.isResumed = true
            return (result, nil)
        }
        try check(output)
        let ink = try plan.ink?.placement.drawings[page]?.scratch()
        let job = PictureJob(
            page: page, frame: plan.ink?.placement.frames[page], size: request.size,
            lowersResolution: request.lowersResolution, form: .file(request.encoder),
            isTransparent: request.isTransparent,
            quality: request.quality, hasInk: ink != nil, stamp: stamp?.key)
        let done: (answer: PictureJob.Answer, warnings: [String])
        var file: StagedFile?
        if request.destination == .standardOutput {
            let scratch = try ScratchFile()
            done = try client.picture(job, of: plan.document, ink: ink, into: JobOutput(scratch))
            try StandardOutput.write(try scratch.bytes())
        } else {
            if request.destination.takesManyPages { try Publisher.makeFolder(output.removingLastComponent()) }
            let pending = try publisher.stage(output)
            done = try client.picture(job, of: plan.document, ink: ink, into: JobOutput(pending))
            file = pending
        }
        try plan.document.input.checkUnchanged()
        diagnostics += done.warnings.map { Diagnostic(libraryText: $0, about: path, page: page) }
        diagnostics += done.answer.notes.map {
            Diagnostic(.itemDoubtful, $0, about: plan.ink?.file.path ?? path, page: page)
        }
        if let lowered = done.answer.loweredResolution {
            diagnostics.append(Diagnostic(loweredTo: lowered, about: path, page: page))
        }
        let result = RenderResult(
            input: path, page: page, output: output, picture: done.answer,
            status: diagnostics.status, diagnostics: diagnostics)
        return (result, file)
    }

    private func stamp(content: ContentHash, page: Int, _ plan: Plan) -> RenderStamp {
        RenderStamp(
            content: content, page: page, ink: plan.ink?.file.hash, renderer: plan.opened.renderer, request)
    }

    /// Returns the diagnostics about the ink of a page. The first page also gets those that concern no particular page.
    private func inkDiagnostics(
        _ planned: (file: InkFile, placement: InkPlacement)?, page: Int, isFirst: Bool
    ) -> [Diagnostic] {
        guard let (ink, placement) = planned else { return [] }
        let concerns = { (number: Int?) in number == page || (number == nil && isFirst) }
        let notes = placement.notes.filter { concerns($0.page) }.map { note in
            Diagnostic(
                note.code, note.text, about: note.isAboutInk ? ink.path : path, page: note.page, note.severity)
        }
        return (isFirst ? ink.diagnostics : []) + notes
            + ink.content.undrawn.filter { concerns($0.page) }.map { Diagnostic($0, in: ink.path) }
    }

    /// Checks, before the page is drawn, that the picture can be written and does not replace an input.
    private func check(_ output: FilePath) throws {
        guard request.destination != .standardOutput else { return }
        if let identity = FileIdentity(output), let input = making.inputs[identity] {
            throw LimnError(.outputsCollide, about: input, "A picture would replace this file; give it another name.")
        }
        try publisher.check(output)
    }
}
