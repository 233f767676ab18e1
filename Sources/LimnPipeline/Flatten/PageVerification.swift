// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import LimnWorker
internal import Synchronization
internal import SystemPackage

/// Has an export compared with its original, as a whole and page by page, by workers that have not made it.
final class PageVerification: Sendable {
    /// A page to compare, and how.
    struct Page: Hashable, Sendable {
        var number: Int
        var strictness: VerifyJob.Strictness
    }

    /// What is allowed to differ, and how closely it is looked at.
    struct Terms: Sendable {
        /// Whether pages keep their /UserUnit.
        var keepsUserUnit: Bool
        /// How far edges of the ink may have moved, in points.
        var tolerance: Double
        /// The pixels an inch to compare at.
        var resolution: Double
        /// Whether what stood out on pages that were drawn anew must still stand out.
        var findsVanished: Bool
        /// Whether more exports of the same document follow.
        var sharesPages: Bool
    }

    private let document: OpenDocument
    private let client: JobClient
    /// How many pages are compared at once.
    private let width: Int
    /// A worker may see many exports of one document.
    private let token = ExportToken.next()
    private let rehearsal: Rehearsal

    /// Starts the workers that will compare, while the export is being made.
    ///
    /// - Parameters:
    ///   - pages: those that will be compared at least.
    ///   - resolution: the pixels an inch to compare at.
    ///   - isAlone: whether no other export is being made, which would need the processors.
    init(_ document: OpenDocument, _ client: JobClient, pages: Set<Int>, resolution: Double, isAlone: Bool) {
        self.document = document
        self.client = client
        rehearsal = Rehearsal(document, client, token: token, resolution: resolution)
        // Starting another worker takes as long as comparing a few pages.
        width = isAlone ? max(1, min(client.context.width, pages.count / 4)) : 1
        // One worker makes the export meanwhile.
        guard isAlone, client.context.width > 1 else { return }
        rehearsal.start(pages: pages)
    }

    deinit { rehearsal.end() }

    /// Has workers that wait draw what pages will be compared with.
    ///
    /// - Parameter ink: what the export is made with.
    func prepare(ink: ScratchFile) { rehearsal.take(ink) }

    /// Has the whole export looked at.
    ///
    /// - Throws: ``LimnError`` with `unverified`, or why it could not be looked at.
    func check(
        _ job: FlattenJob, _ report: FlattenReport, counts: Bool, isStrict: Bool, export: FileDescriptor,
        ink: ScratchFile
    ) throws(LimnError) -> CheckExportJob.Answer {
        // Where one worker compares, another one would start and know nothing while that one is drawing.
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
    /// - Throws: ``LimnError`` with `unverified`, or why a page could not be compared; of several pages the first.
    func compare(
        _ pages: [Page], export: FileDescriptor, ink: ScratchFile, _ terms: Terms
    ) throws(LimnError) -> Verification {
        rehearsal.end()
        var found = Verification()
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
        }
        if client.context.isCancelled { throw .cancelled }
        return found
    }
}

/// Numbers that tell exports apart.
private enum ExportToken {
    private static let last = Atomic<Int>(0)
    static func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
