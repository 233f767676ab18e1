// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import SystemPackage

/// Compares an export with the original, page by page.
final class ExportVerification {
    /// Identifies the export.
    let token: Int
    private var export: PDFDocument?
    /// The ink by page number.
    private(set) var drawings: [Int: Drawing] = [:]
    private var exportObjects: ObjectDocument?
    /// The pages of the export, mended as those of the original are.
    private var mended: MendedPages?
    /// The file of the export, for mending.
    private var file: FileDescriptor?
    /// The expected pictures, drawn before the export existed, by page number.
    private var prepared: [Int: PageVerifier.Expectation] = [:]
    /// The maximum number of prepared pages. Each uses up to 8 MB.
    private static let preparedLimit = 4

    /// - Parameter ink: The ink. Its pages reference the document's pages as backgrounds.
    init(token: Int, ink: InkDocument) {
        self.token = token
        for page in ink.pages {
            if case .pdf(let number) = page.background { drawings[number] = page.drawing }
        }
    }

    deinit { try? file?.close() }

    /// Returns the export, opening it if necessary.
    ///
    /// - Throws: `RenderingError` if it cannot be opened.
    func open(_ file: FileDescriptor, _ access: Access) throws -> PDFDocument {
        if let export { return export }
        let opened = try PDFDocument(descriptor: file.rawValue, password: access.secret)
        export = opened
        let own = try file.duplicate()
        self.file = own
        mended = MendedPages { try ObjectDocument(descriptor: own.rawValue, password: access.password) }
        return opened
    }

    /// Returns the export's objects, opening them if necessary.
    ///
    /// - Throws: `PDFObjectsError` if it cannot be opened.
    func objects(_ file: FileDescriptor, password: String?) throws -> ObjectDocument {
        if let exportObjects { return exportObjects }
        let opened = try ObjectDocument(descriptor: file.rawValue, password: password)
        exportObjects = opened
        return opened
    }

    /// Draws the pictures needed to compare a page. Does nothing if the maximum number of pages is already prepared.
    ///
    /// - Throws: `LimnError`, `RenderingError`, `CairoError`, `RasterError`.
    func prepare(page number: Int, frame: Rect?, resolution: Double, of template: Template) throws {
        guard prepared.count < Self.preparedLimit else { return }
        prepared[number] = try PageVerifier(resolution: resolution).expectation(
            of: try template.drawnPage(number, frame: frame), ink: drawings[number])
    }

    /// Returns what the bytes of the export prove about a page; nil if the page has to be drawn.
    ///
    /// - Throws: `CairoError`, `RasterError`, if ink cannot be painted.
    func prove(
        _ job: VerifyJob, against template: Template, _ file: FileDescriptor, _ access: Access
    ) throws -> PageVerifier.Finding? {
        guard job.mayProve, job.frame == nil, job.pictureResolution == nil, job.strictness == .exact,
            job.resolution.isFinite, job.resolution > 0, let ink = drawings[job.page],
            let original = try? template.objects(), let export = try? objects(file, password: access.password),
            let size = try? original.pageGeometry(at: job.page - 1).size,
            let paths = original.provenOverlay(ofPage: job.page - 1, inAppendedExport: export)
        else { return nil }
        let verifier = PageVerifier(
            tolerance: Tolerance(points: job.tolerance) ?? .storage, resolution: job.resolution)
        return try InkProof(verifier).finding(of: paths, ink: ink, on: size)
    }

    /// Compares a page with the open export.
    ///
    /// - Parameter pageCache: The cache of the document's pages, for a document with several exports.
    func verify(
        _ job: VerifyJob, against template: Template, _ pageCache: PageCache
    ) throws -> PageVerifier.Finding {
        guard let export else { throw WorkerSession.invalidRequest }
        let original = try template.drawnPage(job.page, frame: job.frame)
        var page = try export.page(job.page, userUnit: job.keepsUserUnit ? original.userUnit : 1)
        // Redrawn pages have no /UserUnit, except pictures of pages that are many meters long.
        let longest = max(original.size.width, original.size.height)
        if !job.keepsUserUnit, max(page.size.width, page.size.height) < longest - 1 {
            let unit = (longest / PictureDocument.largestSide).rounded(.up)
            if unit.isFinite, unit >= 1 { page = try export.page(job.page, userUnit: unit) }
        }
        if job.keepsUserUnit, template.isMended(job.page) {
            page = mended?.page(job.page, userUnit: original.userUnit) ?? page
        }
        // No renderer shows anything of a page without area. Such a page is repaired only if ink is added to it.
        if page.isUnusable, drawings[job.page] == nil { return PageVerifier.Finding() }
        for resolution in [job.resolution, job.pictureResolution ?? 1] {
            guard resolution.isFinite, resolution > 0 else { throw WorkerSession.invalidRequest }
        }
        var verifier = PageVerifier(
            strictness: PageVerifier.Strictness(job.strictness),
            tolerance: Tolerance(points: job.tolerance) ?? .storage,
            resolution: job.resolution)
        verifier.pictureResolution = job.pictureResolution
        verifier.findsVanished = job.findsVanished
        let finding = try verifier.verify(
            page, against: original, ink: drawings[job.page],
            originals: job.sharesPages && job.frame == nil ? pageCache : nil,
            prepared: prepared.removeValue(forKey: job.page))
        guard case .changedElsewhere? = finding.fault else { return finding }
        // Poppler's substitute for a font that is not embedded depends on what it has drawn before. Therefore compare
        // both pages again, the original in a newly opened document.
        template.closePictures()
        return try verifier.verify(
            page, against: try template.drawnPage(job.page, frame: job.frame), ink: drawings[job.page])
    }
}
