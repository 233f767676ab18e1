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
        try checkOutput()
        let ink = try InkFile(request.ink)
        result.dropped = ink.content.dropped
        let template = try template(for: ink)
        result.input = template.input.path
        try refuseToReplaceInputs(template)
        if request.page != nil, ink.content.document.pages.count > 1 {
            throw PipelineError(
                .failed, about: request.ink,
                "The ink has \(ink.content.document.pages.count) pages; --page is for ink of one page.")
        }
        let objects = try template.objects()
        result.bytesBefore = template.input.size
        let (pageCount, placement): (Int, InkPlacement)
        do {
            pageCount = try objects.pageCount
            guard pageCount > 0 else { throw PipelineError(.failed, "The document has no pages.") }
            let summary = try objects.summary()
            if request.mode == .overlay, !request.force, summary.hasSignatures {
                throw PipelineError(
                    .signed,
                    "The document is signed, and ink as page content would break the signature; --force does it all the same."
                )
            }
            if request.mode == .redraw, summary.isEncrypted {
                result.remarks.append(
                    Remark(
                        warning:
                            "The document is encrypted and the one drawn anew is not: it opens without a password.",
                        about: template.input.path))
            }
            placement = try InkPlacement(
                ink.content.document,
                mapping: request.template == nil ? .byBackground : .byNumber(only: request.page ?? 1),
                pageCount: pageCount, fit: request.fit
            ) { (number) throws(PipelineError) in
                do { return try objects.pageGeometry(at: number - 1).size } catch { throw PipelineError(error) }
            }
        } catch { throw PipelineError(error) }
        result.pages = pageCount
        result.inkedPages = placement.drawings.keys.sorted()
        let input = template.input.path
        result.remarks += placement.notes.map { note in
            note.isAboutInk
                ? Remark(warning: note.text, about: request.ink)
                : Remark(warning: note.text, about: input, page: note.page)
        }

        let budget = ToleranceBudget(request.tolerance)
        var drawings: [Int: Drawing] = [:]
        var error = 0.0
        for (number, drawing) in placement.drawings {
            let simplified = Simplifier(tolerance: budget.simplification).simplify(drawing)
            drawings[number] = simplified.drawing
            error = max(error, simplified.largestEdgeError)
            result.strokes += drawing.strokes.count
            result.pointsIn += drawing.pointCount
            result.pointsOut += simplified.drawing.pointCount
        }
        result.largestEdgeError = budget.total(afterSimplification: error)

        let bytes: [UInt8]
        do {
            switch request.mode {
            case .overlay: bytes = try overlay(drawings, on: objects, budget)
            case .redraw: bytes = try redraw(drawings, on: template, pageCount: pageCount)
            }
            result.remarks += objects.takeWarnings().map { Remark(warning: $0, about: input) }
            try checkReadable(bytes, pageCount: pageCount)
            try template.input.checkUnchanged()
            if request.output == "-" {
                try StandardOutput.write(bytes)
            } else {
                try Publisher(keepsExisting: request.keepsExisting).publish(bytes, to: request.output)
            }
        } catch { throw PipelineError(error) }
        result.output = request.output
        result.save = "rewrite"
        result.reason = request.mode == .redraw ? "every page is drawn anew" : "the document is written anew"
        result.bytesAfter = bytes.count
    }

    private func template(for ink: InkFile) throws(PipelineError) -> Template {
        if let path = request.template { return try Template(path, access: request.access) }
        switch try Background(allowedFolder: request.backgroundFolder).find(for: ink) {
        case .file(let named, let real): return try Template(named, opened: real, access: request.access)
        case .embedded(let bytes): return Template(bytes: bytes, named: request.ink, access: request.access)
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
    private func refuseToReplaceInputs(_ template: Template) throws(PipelineError) {
        guard request.output != "-" else { return }
        for input in [template.input.path, request.ink]
        where input != "-" && FileIdentity(input) == FileIdentity(request.output) {
            guard FileIdentity(input) != nil else { continue }
            throw PipelineError(
                .outputsCollide, about: input, "The output would replace this file; give it another name.")
        }
    }

    private func overlay(
        _ drawings: [Int: Drawing], on objects: ObjectDocument, _ budget: ToleranceBudget
    ) throws -> [UInt8] {
        for number in drawings.keys.sorted() {
            guard let drawing = drawings[number] else { continue }
            let content = InkContent(drawing, tolerance: budget.outline, unit: budget.unit)
            let geometry = try objects.pageGeometry(at: number - 1)
            if let overlay = content.overlay(for: geometry) { try objects.addOverlay(overlay, toPage: number - 1) }
        }
        return try objects.rewritten()
    }

    private func redraw(_ drawings: [Int: Drawing], on template: Template, pageCount: Int) throws -> [UInt8] {
        let redrawing = try Redrawing(firstPage: try template.page(1))
        for number in 1...pageCount { try redrawing.add(try template.page(number), ink: drawings[number]) }
        return try redrawing.finish()
    }

    /// A new file that its own readers cannot open is not worth publishing.
    private func checkReadable(_ bytes: [UInt8], pageCount: Int) throws {
        let count = try PDFDocument(bytes: bytes, password: request.access.secret).pageCount
        guard count == pageCount else {
            throw PipelineError(
                .failed, "The new document has \(count) pages instead of \(pageCount); it is not published.")
        }
    }
}
