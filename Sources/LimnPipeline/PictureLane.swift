// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
internal import LimnInkFormats
internal import LimnPDFRendering
internal import SystemPackage

/// Works through a queue with one runner, in a thread of its own.
struct PictureLane {
    let request: PictureRequest
    let names: PictureNames
    let ink: InkFile?
    /// What must not be replaced.
    let inputs: [FileIdentity: FilePath]
    let queue: PictureQueue
    let reporter: PictureReporter
    let publisher: Publisher

    func run() {
        let runner = request.isolation.makeRunner()
        defer { runner.end() }
        let client = JobClient(runner, access: request.access)
        var current: PictureQueue.Document?
        while let work = queue.next(after: current) {
            switch work {
            case .open(let document):
                current = document
                do throws(PipelineError) {
                    let plan = try plan(document.path, client)
                    queue.opened(document, plan: plan)
                    for (index, missing) in plan.choice.missing.enumerated() {
                        let result = PictureResult(missing.error, input: document.path, page: missing.page)
                        let place = PictureReporter.Place(
                            document: document.number, index: plan.choice.pages.count + index)
                        reporter.deliver(result, at: place, of: plan.resultCount, file: nil)
                    }
                } catch {
                    let result = PictureResult(error, input: document.path)
                    reporter.deliver(result, at: .init(document: document.number, index: 0), of: 1, file: nil)
                    queue.opened(document, plan: nil)
                }
            case .page(let document, let plan, let index):
                current = document
                let (result, file) = picture(document.path, plan, index: index, client)
                let place = PictureReporter.Place(document: document.number, index: index)
                reporter.deliver(result, at: place, of: plan.resultCount, file: file)
                queue.finishedPage(of: document)
            }
        }
    }

    private func plan(_ path: FilePath, _ client: JobClient) throws(PipelineError) -> PictureQueue.Plan {
        if path != "-", DocumentSearch.isFolder(path) { throw Self.emptyFolder(path) }
        let document = try OpenDocument(path)
        let pageCount = try client.open(document)
        let complaints = client.openingComplaints
        guard pageCount > 0 else { throw PipelineError(.failed, "The document has no pages.") }
        let choice = try PageChoice(request.pages, of: pageCount)
        guard choice.pages.count <= 1 || request.takesManyPages else {
            throw PipelineError(
                .refused,
                "\(choice.pages.count) pages do not fit in one file; choose one with --pages, or give a folder.")
        }
        var placement: InkPlacement?
        if let ink = ink?.content.document {
            placement = try InkPlacement(ink, mapping: .byNumber(only: 1), pageCount: pageCount, fit: false) {
                (pages) throws(PipelineError) in try client.sizes(ofPages: pages, of: document)
            }
        }
        return PictureQueue.Plan(
            document: document, pageCount: pageCount, choice: choice, ink: placement, complaints: complaints,
            content: try content(of: document))
    }

    private static func emptyFolder(_ path: FilePath) -> PipelineError {
        do throws(FileError) { _ = try DocumentSearch.documents(in: path) } catch { return PipelineError(error) }
        return PipelineError(.failed, "There is no PDF in this folder.")
    }

    /// What stamps are made of; nothing where finding out would cost more than the pictures.
    private func content(of document: OpenDocument) throws(PipelineError) -> ContentHash? {
        guard request.resumes || document.input.size <= PictureStamp.sizeLimit else { return nil }
        do throws(FileError) { return try ContentHash(of: document.input) } catch { throw PipelineError(error) }
    }

    private func picture(
        _ path: FilePath, _ plan: PictureQueue.Plan, index: Int, _ client: JobClient
    ) -> (PictureResult, StagedFile?) {
        let page = plan.choice.pages[index]
        let output = names.name(of: path, page: page, pageCount: plan.pageCount)
        do {
            var remarks = inkRemarks(path, plan.ink, page: page, isFirst: index == 0)
            if index == 0 { remarks += plan.complaints.map { Remark(warning: $0, about: path) } }
            let stamp = remarks.isEmpty ? plan.content.map { self.stamp(content: $0, page: page) } : nil
            if request.resumes, let found = stamp?.find(at: output) {
                return (PictureResult(found, input: path, page: page, output: output), nil)
            }
            try check(output)
            let drawing = plan.ink?.drawings[page]
            let ink = try drawing.map { drawing in
                try ScratchFile(
                    try NativeInk.encode(InkDocument(pages: [.init(drawing: drawing)]), precision: .lossless))
            }
            let job = PictureJob(
                page: page, size: request.size, form: .file(request.encoder), isTransparent: request.isTransparent,
                hasInk: ink != nil, stamp: stamp?.key)
            let done: (width: Int, height: Int, bytes: Int, complaints: [String])
            var file: StagedFile?
            if request.destination == .standardOutput {
                let scratch = try ScratchFile()
                done = try client.picture(job, of: plan.document, ink: ink, into: JobOutput(scratch))
                try StandardOutput.write(try scratch.bytes())
            } else {
                if request.takesManyPages { try Publisher.makeFolder(output.removingLastComponent()) }
                let pending = try publisher.stage(output)
                done = try client.picture(job, of: plan.document, ink: ink, into: JobOutput(pending))
                guard pending.isDevice || pending.size == done.bytes else {
                    throw PipelineError(.failed, "The worker wrote something else than it said.")
                }
                file = pending
            }
            try plan.document.input.checkUnchanged()
            remarks += done.complaints.map { Remark(warning: $0, about: path, page: page) }
            let result = PictureResult(
                input: path, page: page, output: output, width: done.width, height: done.height, bytes: done.bytes,
                status: remarks.isEmpty ? .ok : .warnings, remarks: remarks)
            return (result, file)
        } catch {
            return (PictureResult(PipelineError(error), input: path, page: page), nil)
        }
    }

    private func stamp(content: ContentHash, page: Int) -> PictureStamp {
        PictureStamp(content: content, page: page, ink: ink?.hash, request)
    }

    /// What there is to say about the ink of a page; the first page tells what concerns no page.
    private func inkRemarks(_ input: FilePath, _ placement: InkPlacement?, page: Int, isFirst: Bool) -> [Remark] {
        guard let placement, let ink else { return [] }
        let concerns = { (number: Int?) in number == page || (number == nil && isFirst) }
        let notes = placement.notes.filter { concerns($0.page) }.map { note in
            Remark(warning: note.text, about: note.isAboutInk ? ink.path : input, page: note.page)
        }
        return (isFirst ? ink.remarks : []) + notes
            + ink.content.undrawn.filter { concerns($0.page) }.map { Remark($0, in: ink.path) }
    }

    /// What would be refused in the end is refused before the work; no picture takes the place of what it is made from.
    private func check(_ output: FilePath) throws {
        guard request.destination != .standardOutput else { return }
        if let identity = FileIdentity(output), let input = inputs[identity] {
            throw PipelineError(
                .outputsCollide, about: input, "A picture would replace this file; give it another name.")
        }
        try publisher.check(output)
    }
}

extension PictureRequest {
    var takesManyPages: Bool { if case .folder = destination { true } else { false } }
}
