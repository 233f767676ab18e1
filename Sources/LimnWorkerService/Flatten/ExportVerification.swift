// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnPDFRendering
internal import SystemPackage

/// An export that is compared, page by page, with the document it came from.
final class ExportVerification {
    /// Tells one export from the next.
    let token: Int
    private let export: PDFDocument
    private var drawings: [Int: Drawing] = [:]

    /// Opens an export.
    ///
    /// - Parameter ink: its pages name the document's pages as their backgrounds.
    /// - Throws: `RenderingError` when it cannot be opened.
    init(token: Int, export: FileDescriptor, password: PDFPassword?, ink: InkDocument) throws {
        self.token = token
        self.export = try PDFDocument(descriptor: export.rawValue, password: password)
        for page in ink.pages {
            if case .pdf(let number) = page.background { drawings[number] = page.drawing }
        }
    }

    /// Compares a page.
    ///
    /// - Parameter pageCache: pictures of the document's pages, for a document with many exports.
    func verify(
        _ job: VerifyJob, against template: Template, _ pageCache: PageCache
    ) throws -> PageVerifier.Finding {
        let original = try template.page(job.page, userUnit: job.userUnit)
        // Pages that were drawn anew have no user unit.
        let page = try export.page(job.page, userUnit: job.keepsUserUnit ? original.userUnit : 1)
        guard job.resolution.isFinite, job.resolution > 0 else { throw WorkerSession.invalidRequest }
        let verifier = PageVerifier(
            strictness: PageVerifier.Strictness(job.strictness),
            tolerance: Tolerance(points: job.tolerance) ?? .storage,
            resolution: job.resolution)
        return try verifier.verify(
            page, against: original, ink: drawings[job.page],
            originals: job.sharesPages ? pageCache : nil)
    }
}
