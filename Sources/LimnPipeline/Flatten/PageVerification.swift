// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
internal import LimnJobs
internal import LimnWorker
internal import Synchronization
internal import SystemPackage

/// Compares an export with its original, as a whole and page by page, in workers that did not make the export.
final class PageVerification: Sendable {
    /// A page to compare, and the strictness of the comparison.
    struct Page: Hashable, Sendable {
        var number: Int
        var strictness: VerifyJob.Strictness
        /// Whether the page need not be drawn if the bytes of the export prove the same.
        var mayProve = false
    }

    /// The parameters of the comparison.
    struct Terms: Sendable {
        /// The frames to which pages must have grown, by page number.
        var frames: [Int: Rect] = [:]
        /// Whether pages keep their /UserUnit.
        var keepsUserUnit: Bool
        /// The largest allowed displacement of the ink's edges, in points.
        var tolerance: Double
        /// The resolution of the comparison, in pixels per inch.
        var resolution: Double
        /// Whether pages were redrawn as vectors. Content that was clearly visible must remain visible on them.
        var isRedrawn: Bool
        /// The pages that became pictures; nil if all of them did.
        var pictures: Set<Int>? = []
        /// The resolution of pictures of pages, in pixels per inch.
        var pictureResolution: Double
        /// Whether more exports of the same document follow.
        var sharesPages: Bool
    }

    private let document: OpenDocument
    private let client: JobClient
    /// The number of pages that are compared at the same time.
    private let width: Int
    /// Identifies the export, because a worker may see several exports of one document.
    private let token = ExportToken.next()
    private let rehearsal: Rehearsal

    /// Starts preparing a worker for the comparison, while the export is being made.
    ///
    /// - Parameters:
    ///   - pages: the pages that will certainly be compared.
    ///   - resolution: the resolution of the comparison, in pixels per inch.
    ///   - isAlone: whether no other export is being made that competes for the processors.
    init(_ document: OpenDocument, _ client: JobClient, pages: Set<Int>, resolution: Double, isAlone: Bool) {
        self.document = document
        self.client = client
        rehearsal = Rehearsal(document, client, token: token, resolution: resolution)
        // Starting another worker takes as long as comparing a few pages.
        width = isAlone ? max(1, min(client.context.width, pages.count / 4)) : 1
        // One worker makes the export at the same time.
        guard isAlone, client.context.width > 1 else { return }
        rehearsal.start(pages: pages)
    }

    deinit { rehearsal.end() }

    /// Supplies the ink, so that an idle worker can draw pictures for the comparison in advance.
    ///
    /// - Parameters:
    ///   - ink: the ink of the export.
    ///   - pages: the pages that will certainly be drawn.
    ///   - frames: the frames to which pages grow, by page number.
    func prepare(ink: ScratchFile, pages: Set<Int>, frames: [Int: Rect]) { rehearsal.take(ink, pages, frames) }

    /// Checks the export as a whole, in a judging worker.
    ///
    /// - Throws: ``LimnError`` with `unverified`, or with the reason why the export could not be checked.
    func check(
        _ job: FlattenJob, _ report: FlattenReport, counts: Bool, isStrict: Bool, export: FileDescriptor,
        ink: ScratchFile
    ) throws(LimnError) -> CheckExportJob.Answer {
        // If only one worker compares, the worker that is drawing in advance should finish, because otherwise a new one
        // would have to start.
        if width == 1 { rehearsal.finish() } else { rehearsal.end() }
        return try client.perform(
            CheckExportJob(
                token: token, mode: job.mode, burns: job.burns, save: report.save, pageCount: job.pageCount,
                sourceInk: report.sourceInk ?? SourceInkOutcome(reason: ""), carriesSourceInk: job.carriesSourceInk,
                switchesLayers: job.switchesLayers, frames: job.frames,
                counts: counts, isStrict: isStrict), on: document, reading: [export, ink]
        ).answer
    }

    /// Compares pages of the export with those of the original.
    ///
    /// - Parameter progress: called after each page with the share of the pages that have been compared, 0…1.
    /// - Returns: what was found, and the redrawn pages that do not look like the original. They can become pictures.
    /// - Throws: ``LimnError`` with `unverified` or `inkNotShown` if another page does not look like the original, or
    ///   with the reason why a page could not be compared. If several pages fail, the error of the first one is thrown.
    func compare(
        _ pages: [Page], export: FileDescriptor, ink: ScratchFile, _ terms: Terms,
        progress: (Double) -> Void = { _ in }
    ) throws(LimnError) -> (found: Verification, spoiled: Set<Int>) {
        rehearsal.end()
        var found = Verification()
        var spoiled: Set<Int> = []
        var count = 0
        try orderedMap(pages, width: width, cancellation: client.context.cancellation) {
            [client, document, token] page in
            let isPicture = terms.pictures?.contains(page.number) ?? true
            return Result { () throws(LimnError) in
                try client.perform(
                    VerifyJob(
                        token: token, page: page.number, frame: terms.frames[page.number], strictness: page.strictness,
                        tolerance: terms.tolerance,
                        resolution: terms.resolution, keepsUserUnit: terms.keepsUserUnit,
                        pictureResolution: isPicture ? terms.pictureResolution : nil,
                        findsVanished: terms.isRedrawn && !isPicture,
                        sharesPages: terms.sharesPages, mayProve: page.mayProve),
                    on: document, reading: [export, ink]
                ).answer
            }.map { (page, $0) }
        } deliver: { (result) throws(LimnError) in
            let (page, finding) = try result.get()
            if let fault = finding.fault {
                guard let pictures = terms.pictures, terms.isRedrawn, !pictures.contains(page.number) else {
                    throw LimnError(fault, page: page.number)
                }
                spoiled.insert(page.number)
            }
            found.add(page, finding)
            count += 1
            progress(Double(count) / Double(pages.count))
        }
        if client.context.isCancelled { throw .cancelled }
        return (found, spoiled)
    }
}

/// Generates numbers that identify exports.
private enum ExportToken {
    private static let last = Atomic<Int>(0)
    static func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
