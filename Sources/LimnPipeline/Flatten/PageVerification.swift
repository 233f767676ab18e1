// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import LimnWorker
internal import Synchronization
internal import SystemPackage

/// Compares an export with its original, page by page, on several workers at once.
final class PageVerification: Sendable {
    /// A page to compare, and how.
    struct Page: Hashable, Sendable {
        var number: Int
        var strictness: VerifyJob.Strictness
        /// Its /UserUnit where it is known.
        var userUnit: Double?
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
    ///   - pages: those that will be compared at least; few of them are left to the worker that makes the export.
    ///   - resolution: the pixels an inch to compare at.
    ///   - isAlone: whether no other export is being made, which would need the processors.
    init(_ document: OpenDocument, _ client: JobClient, pages: Set<Int>, resolution: Double, isAlone: Bool) {
        self.document = document
        self.client = client
        rehearsal = Rehearsal(document, client, token: token, resolution: resolution)
        // A worker that nobody else wants may as well compare one of two pages.
        let few = client.context.idleCount > 1 ? min(pages.count, 2) : 1
        width = isAlone ? max(1, min(client.context.width, max(pages.count / 4, few))) : 1
        guard width > 1 else { return }
        rehearsal.start(pages: pages, workers: width - 1)
    }

    deinit { rehearsal.end() }

    /// Has workers that wait draw what pages will be compared with.
    ///
    /// - Parameter ink: what the export is made with.
    func prepare(ink: ScratchFile) { rehearsal.take(ink) }

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
                        resolution: terms.resolution, keepsUserUnit: terms.keepsUserUnit, userUnit: page.userUnit,
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
