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

    /// Prepares a request: reads its ink and settles its names, before anything is written.
    ///
    /// - Throws: ``PipelineError``.
    public init(_ request: PictureRequest) throws(PipelineError) {
        self.request = request
        names = try PictureNames(request)
        if let path = request.ink { ink = try InkFile(path) } else { ink = nil }
    }

    /// Makes the pictures, document by document.
    ///
    /// - Parameter report: called with exactly one result for every page asked for, or with one for a document that
    ///   cannot be opened or has no such page.
    public func run(report: (PictureResult) -> Void) {
        for input in request.inputs { run(input, report) }
    }

    private func run(_ input: FilePath, _ report: (PictureResult) -> Void) {
        let template: Template
        let numbers: [Int]
        let pageCount: Int
        let placement: InkPlacement?
        do throws(PipelineError) {
            template = try Template(input, access: request.access)
            pageCount = try template.pictures().pageCount
            guard pageCount > 0 else { throw PipelineError(.failed, "The document has no pages.") }
            numbers = try request.pages.numbers(of: pageCount)
            guard numbers.count == 1 || takesManyPages else {
                throw PipelineError(
                    .failed,
                    "\(numbers.count) pages do not fit in one file; choose one with --pages, or give a folder.")
            }
            if let document = ink?.content.document {
                placement = try InkPlacement(document, mapping: .byNumber(only: 1), pageCount: pageCount, fit: false) {
                    (number) throws(PipelineError) in try template.page(number).size
                }
            } else {
                placement = nil
            }
        } catch {
            return report(failure(error, input, page: nil))
        }
        for (index, number) in numbers.enumerated() {
            let output = names.name(of: input, page: number, pageCount: pageCount)
            do throws(PipelineError) {
                let messages = messages(page: number, isFirst: index == 0, placement)
                report(try make(template, number, ink: placement?.drawings[number], output, messages))
            } catch {
                report(failure(error, input, page: number))
            }
        }
    }

    /// What there is to say about the ink of a page; the first page tells what concerns no page.
    private func messages(page: Int, isFirst: Bool, _ placement: InkPlacement?) -> [String] {
        guard let placement, let ink else { return [] }
        let concerns = { (number: Int?) in number == page || (number == nil && isFirst) }
        let notes = placement.notes.filter { concerns($0.page) }.map(\.text)
        return notes + ink.content.dropped.filter { concerns($0.page) }.map { "The ink's \($0) is left out." }
    }

    private var takesManyPages: Bool { if case .folder = request.destination { true } else { false } }

    private func make(
        _ template: Template, _ number: Int, ink: Drawing?, _ output: FilePath, _ messages: [String]
    ) throws(PipelineError) -> PictureResult {
        do {
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
                bytes: bytes.count, status: messages.isEmpty ? .ok : .warnings, messages: messages)
        } catch { throw PipelineError(error) }
    }

    private func failure(_ error: PipelineError, _ input: FilePath, page: Int?) -> PictureResult {
        PictureResult(
            input: input, page: page, output: nil, width: nil, height: nil, bytes: nil,
            status: ResultStatus(error), messages: [error.description])
    }
}
