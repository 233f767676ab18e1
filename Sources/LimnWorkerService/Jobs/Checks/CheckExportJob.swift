// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
internal import LimnJobs
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import SystemPackage

extension CheckExportJob: PerformableJob {
    static let needsFonts = true

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let template = try session.document()
        let verification = try session.verification(token: token, ink: descriptors[1])
        var answer = Answer(overridden: [], kept: KeptContent(basis: .prefix))
        // A redrawn document contains none of the original's objects.
        let export = try lookInside ? objects(of: descriptors[0], verification, session) : nil
        if save == .append, let export {
            answer.overridden = try overridden(in: export, of: template, inked: Set(verification.drawings.keys))
        }
        let count: Int
        do { count = try verification.open(descriptors[0], session.access).pageCount } catch {
            throw Self.unreadable
        }
        guard count == pageCount else {
            throw LimnError(
                .unverified,
                "The new document has \(count) pages instead of \(pageCount); it is not published.")
        }
        if save != .append || counts {
            let export = try export ?? objects(of: descriptors[0], verification, session)
            answer.kept = KeptContent(
                basis: .census, before: ContentCounts(try template.original().summary()),
                after: ContentCounts(try export.summary()))
        }
        let carrying = InkCarrying(
            mode: mode, isAskedFor: carriesSourceInk, drawings: verification.drawings, switchesLayers: switchesLayers)
        answer.archive = try carrying.archive(in: try template.objects())
        if let export { try checkSourceInk(in: export, carrying, template) }
        if mode == .burn {
            answer.burnt = LimnJobs.BurnReport(
                try template.original().burn(as: burns == .paper ? .paper : .screen))
        }
        return answer
    }

    private static let unreadable = LimnError(
        .unverified, "The new document is not published: it cannot be read.")

    private func objects(
        of export: FileDescriptor, _ verification: ExportVerification, _ session: WorkerSession
    ) throws -> ObjectDocument {
        do { return try verification.objects(export, password: session.access.password) } catch {
            throw Self.unreadable
        }
    }

    /// Whether the export contains objects of the original.
    private var lookInside: Bool { mode != .redraw && mode != .raster }

    private func overridden(
        in export: ObjectDocument, of template: Template, inked: Set<Int>
    ) throws -> [Int] {
        guard isStrict else { return (try? template.original().overridden(inAppendedExport: export)) ?? [] }
        do {
            return try template.objects().audit(
                appendedExport: export, inkedPages: Set(inked.map { $0 - 1 }),
                frames: Dictionary(uniqueKeysWithValues: frames.map { ($0.key - 1, $0.value) }),
                allowsLayers: switchesLayers)
        } catch let error as PDFObjectsError where error.code == .unsound {
            throw LimnError(.unverified, "The new document is not published: \(error.cause).")
        }
    }

    /// Checks that the export contains the source ink if the first worker reported it.
    private func checkSourceInk(
        in export: ObjectDocument, _ carrying: InkCarrying, _ template: Template
    ) throws {
        guard isStrict else { return }
        if sourceInk.isIncluded {
            guard try export.sourceInk().contains(try carrying.source()) else {
                throw LimnError(
                    .unverified, "The new document is not published: it does not carry the ink as it was drawn.")
            }
        } else if try carrying.reasonAgainst(in: try template.objects()) == nil,
            try !template.objects().signatures().isSigned
        {
            throw LimnError(
                .unverified, "The new document is not published: it does not carry the ink as it was drawn.")
        }
    }
}
