// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects

extension FlattenWork {
    /// Ink becomes page content, by appending where that is wanted and possible.
    func overlaid() throws -> Made {
        let objects = try template.objects()
        let tolerance = Tolerance(points: job.tolerance) ?? .outline
        // Only once the whole tree was walked it is certain which page has which number.
        _ = try objects.pageCount
        var report = FlattenReport()
        let overlays = try drawings.keys.sorted().compactMap { number -> (page: Int, overlay: PageOverlay)? in
            let content = InkContent(drawings[number] ?? Drawing(), tolerance: tolerance, unit: job.unit)
            report.points += content.pointCount
            report.largestEdgeError = max(report.largestEdgeError, content.largestEdgeError)
            return content.overlay(for: try objects.pageGeometry(at: number - 1)).map { (number - 1, $0) }
        }
        let bytes: [UInt8]
        switch try update(objects, overlays) {
        case .success(let update):
            bytes = update.bytes
            (report.save, report.reason) = (.append, "the original is sound")
            report.overridden = update.overridden
            report.messages = update.notes
        case .failure(let why):
            for (page, overlay) in overlays { try objects.addOverlay(overlay, toPage: page) }
            bytes = try objects.rewritten()
            report.reason = why.text
        }
        report.messages += objects.takeWarnings()
        return Made(bytes: bytes, report: report)
    }

    /// Why a document is rewritten.
    private struct Rewriting: Error { let text: String }

    private func update(
        _ objects: ObjectDocument, _ overlays: [(page: Int, overlay: PageOverlay)]
    ) throws -> Result<IncrementalUpdate, Rewriting> {
        if job.save == .rewrite { return .failure(Rewriting(text: "it was asked for")) }
        do throws(PDFObjectsError) {
            return .success(try objects.update(adding: overlays))
        } catch {
            if job.save == .append { throw error }
            return .failure(Rewriting(text: "the original cannot be appended to: \(error.cause)"))
        }
    }
}
