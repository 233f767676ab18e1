// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import LimnWorker
internal import Synchronization
internal import SystemPackage

/// Lets workers that have not made an export compare it with its original, as a whole and page by page.
final class PageVerification: Sendable {
    /// A page to compare, and how strictly.
    struct Page: Hashable, Sendable {
        var number: Int
        var strictness: VerifyJob.Strictness
    }

    /// The terms of the comparison.
    struct Terms: Sendable {
        /// Whether pages keep their /UserUnit.
        var keepsUserUnit: Bool
        /// The largest allowed displacement of the ink's edges, in points.
        var tolerance: Double
        /// The resolution of the comparison, in pixels an inch.
        var resolution: Double
        /// Whether content that stood out must still show on pages that were drawn anew.
        var findsVanished: Bool
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

    /// Starts the workers that will compare pages, while the export is being made.
    ///
    /// - Parameters:
    ///   - pages: the pages that will certainly be compared.
    ///   - resolution: the resolution of the comparison, in pixels an inch.
    ///   - isAlone: whether no other export is being made, which would need the processors.
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

    /// Lets idle workers draw the pictures for the comparison in advance.
    ///
    /// - Parameter ink: the ink of the export.
    func prepare(ink: ScratchFile) { rehearsal.take(ink) }

    /// Lets a worker check the whole export.
    ///
    /// - Throws: ``LimnError`` with `unverified`, or with the reason why it could not be checked.
    func check(
        _ job: FlattenJob, _ report: FlattenReport, counts: Bool, isStrict: Bool, export: FileDescriptor,
        ink: ScratchFile
    ) throws(LimnError) -> CheckExportJob.Answer {
        // If one worker compares, the one that is drawing in advance should finish, because a new one would have to
        // start.
        if width == 1 { rehearsal.finish() } else { rehearsal.end() }
        return try client.check(
            CheckExportJob(
                token: token, mode: job.mode, burns: job.burns, save: report.save, pageCount: job.pageCount,
                sourceInk: report.sourceInk ?? SourceInkOutcome(reason: ""), carriesSourceInk: job.carriesSourceInk,
                switchesLayers: job.switchesLayers,
                counts: counts, isStrict: isStrict), of: document, export: export, ink: ink)
    }

    /// Compares pages.
    ///
    /// - Parameter progress: called after each page with the share of them that is compared.
    /// - Throws: ``LimnError`` with `unverified`, or with the reason why a page could not be compared. Of several
    ///   errors, the first page's is thrown.
    func compare(
        _ pages: [Page], export: FileDescriptor, ink: ScratchFile, _ terms: Terms,
        progress: (Double) -> Void = { _ in }
    ) throws(LimnError) -> Verification {
        rehearsal.end()
        var found = Verification()
        var count = 0
        try orderedMap(pages, width: width, cancellation: client.context.cancellation) {
            [client, document, token] page in
            Result { () throws(LimnError) in
                try client.verify(
                    VerifyJob(
                        token: token, page: page.number, strictness: page.strictness, tolerance: terms.tolerance,
                        resolution: terms.resolution, keepsUserUnit: terms.keepsUserUnit,
                        findsVanished: terms.findsVanished, sharesPages: terms.sharesPages),
                    of: document, export: export, ink: ink)
            }.map { (page, $0) }
        } deliver: { (result) throws(LimnError) in
            let (page, finding) = try result.get()
            if let fault = finding.fault { throw LimnError(fault, page: page.number) }
            found.add(page, finding)
            count += 1
            progress(Double(count) / Double(pages.count))
        }
        if client.context.isCancelled { throw .cancelled }
        return found
    }
}

/// Makes numbers that identify exports.
private enum ExportToken {
    private static let last = Atomic<Int>(0)
    static func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
