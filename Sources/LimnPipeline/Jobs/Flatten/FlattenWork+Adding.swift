// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects

extension FlattenWork {
    /// Ink becomes page content or annotations, by appending where that is wanted and possible.
    func added() throws -> Made {
        let objects = try template.objects()
        var report = FlattenReport()
        let changes = try changes(to: objects, &report)
        let bytes: [UInt8]
        switch try update(objects, changes) {
        case .success(let update):
            bytes = update.bytes
            (report.save, report.reason) = (.append, "the original is sound")
            report.overridden = update.overridden
            report.messages += update.notes + objects.takeWarnings()
        case .failure(let why):
            bytes = try rewritten(with: changes, &report)
            report.reason = why.text
        }
        return Made(bytes: bytes, report: report)
    }

    /// Annotations and form fields become page content, then ink does.
    func burnt() throws -> Made {
        var report = FlattenReport()
        // What is changed is a copy: the next job finds the document as it is.
        let objects = try template.original()
        let changes = try changes(to: objects, &report)
        let burnt = try objects.burnAnnotations()
        try objects.apply(changes)
        report.burnt = burnt
        report.reason = "annotations and form fields are taken out"
        let bytes = try objects.rewritten()
        report.messages += objects.takeWarnings()
        return Made(bytes: bytes, report: report)
    }

    private func rewritten(with changes: DocumentChanges, _ report: inout FlattenReport) throws -> [UInt8] {
        let objects = try template.original()
        try objects.apply(changes)
        let bytes = try objects.rewritten()
        report.messages += objects.takeWarnings()
        return bytes
    }

    /// What the ink adds to the document.
    private func changes(
        to objects: ObjectDocument, _ report: inout FlattenReport
    ) throws -> DocumentChanges {
        let tolerance = Tolerance(points: job.tolerance) ?? .outline
        // Only once the whole tree was walked it is certain which page has which number.
        _ = try objects.pageCount
        var changes = DocumentChanges()
        for (number, drawing) in drawings.sorted(by: { $0.key < $1.key }) {
            let geometry = try objects.pageGeometry(at: number - 1)
            if job.mode == .annotate {
                let ink = InkAnnotations(drawing, on: geometry, tolerance: tolerance, unit: job.unit)
                report.add(points: ink.pointCount, edgeError: ink.largestEdgeError)
                changes.annotations += ink.annotations.map { (number - 1, $0) }
            } else {
                let ink = InkContent(drawing, tolerance: tolerance, unit: job.unit)
                report.add(points: ink.pointCount, edgeError: ink.largestEdgeError)
                if let overlay = ink.overlay(for: geometry) { changes.overlays.append((number - 1, overlay)) }
            }
        }
        let claim = try objects.archiveClaim()
        changes.sourceInk = try sourceInk(objects, claim, hasPlace: !changes.annotations.isEmpty, &report)
        if let claim { report.archive = ArchiveFate(claim, reasons: try reasons(against: claim, in: objects)) }
        return changes
    }

    /// The ink as it was drawn, where it may and shall go into the document.
    private func sourceInk(
        _ objects: ObjectDocument, _ claim: ArchiveClaim?, hasPlace: Bool, _ report: inout FlattenReport
    ) throws -> EmbeddedFile? {
        func leftOut(_ reason: String) -> EmbeddedFile? {
            report.sourceInk = SourceInkFate(reason: reason)
            return nil
        }
        if !job.carriesSourceInk { return leftOut("it was asked for") }
        if drawings.isEmpty { return leftOut("there is no ink") }
        if let claim, !claim.allowsEmbeddedFiles { return leftOut("\(claim) allows no such file") }
        if try objects.signatures().isSigned, !hasPlace { return leftOut("the document is signed") }
        let pages = drawings.sorted { $0.key < $1.key }.map { number, drawing in
            InkDocument.Page(background: .pdf(page: number), drawing: drawing)
        }
        let file = EmbeddedFile.sourceInk(try NativeInk.encode(InkDocument(pages: pages)))
        report.sourceInk = SourceInkFate(bytes: file.bytes.count)
        return file
    }

    /// Why the document is no longer what it claims to be.
    private func reasons(against claim: ArchiveClaim, in objects: ObjectDocument) throws -> [String] {
        var reasons: [String] = []
        let strokes = drawings.values.flatMap(\.strokes)
        if !claim.allowsTransparency,
            strokes.contains(where: {
                $0.brush.kind == .highlighter || $0.brush.color.alpha < 1 || $0.brush.fill != nil
            })
        {
            reasons.append("ink shows through")
        }
        if try !objects.hasRGBOutputIntent, strokes.contains(where: { !$0.brush.color.isGrey }) {
            reasons.append(
                "ink has colours of a device, and the document's output intent is none for red, green and blue")
        }
        return reasons
    }

    /// Why a document is rewritten.
    private struct Rewriting: Error { let text: String }

    private func update(
        _ objects: ObjectDocument, _ changes: DocumentChanges
    ) throws -> Result<IncrementalUpdate, Rewriting> {
        if job.save == .rewrite { return .failure(Rewriting(text: "it was asked for")) }
        do throws(PDFObjectsError) {
            return .success(try objects.update(changes))
        } catch {
            if job.save == .append { throw error }
            return .failure(Rewriting(text: "the original cannot be appended to: \(error.cause)"))
        }
    }
}

extension Color {
    fileprivate var isGrey: Bool { red == green && green == blue }
}
