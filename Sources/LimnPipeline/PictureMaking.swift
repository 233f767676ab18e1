// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
internal import LimnInkFormats
internal import LimnPDFRendering
internal import LimnRaster
internal import SystemPackage

/// Makes picture files of pages: the work behind `limn render` and `limn thumbnail`.
public struct PictureMaking {
    private let request: PictureRequest
    private let names: PictureNames
    private let ink: InkFile?
    private let inputs: [FileIdentity: FilePath]

    /// Prepares a request: reads its ink and settles its names, before anything is written.
    ///
    /// - Throws: ``PipelineError``.
    public init(_ request: PictureRequest) throws(PipelineError) {
        self.request = request
        names = try PictureNames(request)
        let read = (request.inputs + [request.ink].compactMap { $0 }).filter { $0 != "-" }
        inputs = Dictionary(read.compactMap { path in FileIdentity(path).map { ($0, path) } }) { first, _ in first }
        if let path = request.ink { ink = try InkFile(path) } else { ink = nil }
    }

    /// Makes the pictures, document by document.
    ///
    /// A page that is asked for twice is done once; one that does not exist is a failure of its own.
    ///
    /// - Parameter report: called with exactly one result for every page asked for, or with one for a document that
    ///   cannot be opened, or whose pages do not fit the destination.
    public func run(report: (PictureResult) -> Void) {
        for input in request.inputs { run(input, report) }
    }

    private func run(_ input: FilePath, _ report: (PictureResult) -> Void) {
        let template: Template
        let choice: PageChoice
        let pageCount: Int
        let placement: InkPlacement?
        do throws(PipelineError) {
            template = try Template(input, access: request.access)
            pageCount = try template.pictures().pageCount
            guard pageCount > 0 else { throw PipelineError(.failed, "The document has no pages.") }
            choice = try PageChoice(request.pages, of: pageCount)
            guard choice.pages.count <= 1 || takesManyPages else {
                throw PipelineError(
                    .refused,
                    "\(choice.pages.count) pages do not fit in one file; choose one with --pages, or give a folder.")
            }
            if let document = ink?.content.document {
                placement = try InkPlacement(document, mapping: .byNumber(only: 1), pageCount: pageCount, fit: false) {
                    (number) throws(PipelineError) in try template.page(number).size
                }
            } else {
                placement = nil
            }
        } catch {
            return report(PictureResult(error, input: input))
        }
        for (index, number) in choice.pages.enumerated() {
            let output = names.name(of: input, page: number, pageCount: pageCount)
            do throws(PipelineError) {
                let remarks = remarks(input, page: number, isFirst: index == 0, placement)
                report(try make(template, number, ink: placement?.drawings[number], output, remarks))
            } catch {
                report(PictureResult(error, input: input, page: number))
            }
        }
        for missing in choice.missing { report(PictureResult(missing.error, input: input, page: missing.page)) }
    }

    /// What there is to say about the ink of a page; the first page tells what concerns no page.
    private func remarks(_ input: FilePath, page: Int, isFirst: Bool, _ placement: InkPlacement?) -> [Remark] {
        guard let placement, let ink else { return [] }
        let concerns = { (number: Int?) in number == page || (number == nil && isFirst) }
        let notes = placement.notes.filter { concerns($0.page) }.map { note in
            Remark(warning: note.text, about: note.isAboutInk ? ink.path : input, page: note.page)
        }
        return notes + ink.content.dropped.filter { concerns($0.page) }.map { Remark($0, in: ink.path) }
    }

    private var takesManyPages: Bool { if case .folder = request.destination { true } else { false } }

    private func make(
        _ template: Template, _ number: Int, ink: Drawing?, _ output: FilePath, _ remarks: [Remark]
    ) throws(PipelineError) -> PictureResult {
        do {
            try check(output)
            let page = try template.page(number)
            let grid = try page.grid(request.size)
            let composer = PageComposer(
                background: request.isTransparent ? .transparent : .white, pixelLimit: request.access.pixelLimit)
            let picture = try composer.picture(of: page, grid: grid, ink: ink)
            var encoder = PNGEncoder()
            if case .dpi(let dpi) = request.size { encoder.dpi = dpi }
            let bytes = try encoder.encode(picture)
            try template.input.checkUnchanged()
            if request.destination == .standardOutput {
                try StandardOutput.write(bytes)
            } else {
                if takesManyPages { try Publisher.makeFolder(output.removingLastComponent()) }
                try Publisher(keepsExisting: request.keepsExisting).publish(bytes, to: output)
            }
            return PictureResult(
                input: template.input.path, page: number, output: output, width: grid.width, height: grid.height,
                bytes: bytes.count, status: remarks.isEmpty ? .ok : .warnings, remarks: remarks)
        } catch { throw PipelineError(error) }
    }

    /// What would be refused in the end is refused before the work; no picture takes the place of what it is made from.
    private func check(_ output: FilePath) throws {
        guard request.destination != .standardOutput else { return }
        if let identity = FileIdentity(output), let input = inputs[identity] {
            throw PipelineError(
                .outputsCollide, about: input, "A picture would replace this file; give it another name.")
        }
        try Publisher(keepsExisting: request.keepsExisting).check(output)
    }
}
