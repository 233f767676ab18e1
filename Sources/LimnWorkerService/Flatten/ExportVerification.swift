// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import SystemPackage

/// An export that is compared, page by page, with the document it came from.
final class ExportVerification {
    /// Tells one export from the next.
    let token: Int
    private var export: PDFDocument?
    /// The ink by the number of its page.
    private(set) var drawings: [Int: Drawing] = [:]
    private var exportObjects: ObjectDocument?
    /// What was drawn before the export was there, by the number of the page.
    private var prepared: [Int: PageVerifier.Expectation] = [:]
    /// The most pages that are kept prepared; each takes up to 8 MB.
    private static let preparedLimit = 4

    /// - Parameter ink: its pages name the document's pages as their backgrounds.
    init(token: Int, ink: InkDocument) {
        self.token = token
        for page in ink.pages {
            if case .pdf(let number) = page.background { drawings[number] = page.drawing }
        }
    }

    /// Opens the export, unless it is open.
    ///
    /// - Throws: `RenderingError` when it cannot be opened.
    func open(_ file: FileDescriptor, password: PDFPassword?) throws -> PDFDocument {
        if let export { return export }
        let opened = try PDFDocument(descriptor: file.rawValue, password: password)
        export = opened
        return opened
    }

    /// The export as objects.
    ///
    /// - Throws: `PDFObjectsError` when it cannot be opened.
    func objects(_ file: FileDescriptor, password: String?) throws -> ObjectDocument {
        if let exportObjects { return exportObjects }
        let opened = try ObjectDocument(descriptor: file.rawValue, password: password)
        exportObjects = opened
        return opened
    }

    /// Draws what a page will be compared with. Does nothing once many pages are prepared.
    ///
    /// - Throws: `LimnError`, `RenderingError`, `CairoError`, `RasterError`.
    func prepare(page number: Int, resolution: Double, of template: Template) throws {
        guard prepared.count < Self.preparedLimit else { return }
        prepared[number] = try PageVerifier(resolution: resolution).expectation(
            of: try template.page(number), ink: drawings[number])
    }

    /// Compares a page with the open export.
    ///
    /// - Parameter pageCache: pictures of the document's pages, for a document with many exports.
    func verify(
        _ job: VerifyJob, against template: Template, _ pageCache: PageCache
    ) throws -> PageVerifier.Finding {
        guard let export else { throw WorkerSession.invalidRequest }
        let original = try template.page(job.page)
        var page = try export.page(job.page, userUnit: job.keepsUserUnit ? original.userUnit : 1)
        // Pages that were drawn anew have no user unit, but pictures of pages of many metres.
        let longest = max(original.size.width, original.size.height)
        if !job.keepsUserUnit, max(page.size.width, page.size.height) < longest - 1 {
            let unit = (longest / PictureDocument.largestSide).rounded(.up)
            if unit.isFinite, unit >= 1 { page = try export.page(job.page, userUnit: unit) }
        }
        // No engine shows anything of a page that has no area; only pages that get ink are mended.
        if page.isUnusable, drawings[job.page] == nil { return PageVerifier.Finding() }
        guard job.resolution.isFinite, job.resolution > 0 else { throw WorkerSession.invalidRequest }
        var verifier = PageVerifier(
            strictness: PageVerifier.Strictness(job.strictness),
            tolerance: Tolerance(points: job.tolerance) ?? .storage,
            resolution: job.resolution)
        verifier.findsVanished = job.findsVanished
        return try verifier.verify(
            page, against: original, ink: drawings[job.page],
            originals: job.sharesPages ? pageCache : nil, prepared: prepared.removeValue(forKey: job.page))
    }
}
