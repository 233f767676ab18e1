// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
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
        let burnt = try objects.burnAnnotations(as: job.burns == .paper ? .paper : .screen)
        try objects.apply(changes)
        report.burnt = LimnJobs.BurnReport(burnt)
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
        // Only once the whole tree was walked it is certain which page has which number.
        guard try objects.pageCount > 0 else {
            throw LimnError(
                .failed, "The document is damaged: its pages can be drawn, but nothing can be written on them.")
        }
        let claim = try objects.archiveClaim()
        let isSigned = try objects.signatures().isSigned
        var leftOut = reasonAgainstSourceInk(claim, isSigned: isSigned)
        var units: [Int: Double] = [:]
        // The longest piece comes first. The document is read here alone.
        var pieces: [FlattenPiece] = leftOut == nil ? [.source(drawings)] : []
        for (number, drawing) in drawings.sorted(by: { $0.key < $1.key }) {
            let geometry = try objects.pageGeometry(at: number - 1)
            if geometry.userUnit != 1 { units[number] = geometry.userUnit }
            pieces.append(.page(number - 1, drawing, geometry))
        }
        if units.count <= FlattenReport.unitLimit { report.userUnits = units }
        var changes = DocumentChanges()
        for made in ParallelMap.map(pieces, { [job] in $0.made(job) }) {
            let made = try made.get()
            report.add(points: made.points, edgeError: made.largestEdgeError)
            changes.overlays += made.overlays
            changes.annotations += made.annotations
            changes.sourceInk = changes.sourceInk ?? made.sourceInk
        }
        if isSigned, changes.annotations.isEmpty, changes.sourceInk != nil {
            changes.sourceInk = nil
            leftOut = Self.signed
        }
        report.sourceInk =
            leftOut.map { SourceInkOutcome(reason: $0) } ?? SourceInkOutcome(bytes: changes.sourceInk?.bytes.count ?? 0)
        if let claim {
            report.archive = PDFAOutcome(claim: "\(claim)", reasons: try reasons(against: claim, in: objects))
        }
        return changes
    }

    /// Why the ink as it was drawn does not go into the document; nil where it does.
    private func reasonAgainstSourceInk(_ claim: PDFAClaim?, isSigned: Bool) -> String? {
        if !job.carriesSourceInk { return "it was asked for" }
        if drawings.isEmpty { return "there is no ink" }
        if let claim, !claim.allowsEmbeddedFiles { return "\(claim) allows no such file" }
        return isSigned && job.mode != .annotate ? Self.signed : nil
    }

    private static let signed = "the document is signed"

    /// Why the document is no longer what it claims to be.
    private func reasons(against claim: PDFAClaim, in objects: ObjectDocument) throws -> [String] {
        var reasons: [String] = []
        let strokes = drawings.values.flatMap(\.strokes)
        if !claim.allowsTransparency,
            strokes.contains(where: {
                $0.brush.kind == .highlighter || $0.paintColor.alpha < 1 || $0.brush.fill != nil
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
