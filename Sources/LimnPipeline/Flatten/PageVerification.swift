// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import LimnWorker
internal import Synchronization
internal import SystemPackage

/// Compares an export with its original, page by page, on several workers at once.
struct PageVerification: Sendable {
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
        /// Whether more exports of the same document follow.
        var sharesPages: Bool
    }

    let document: OpenDocument
    let client: JobClient
    /// How many pages are compared at once.
    let width: Int

    /// Starts the workers that will compare, while the export is being made.
    ///
    /// - Parameters:
    ///   - pages: those that will be compared at least; few of them are left to the worker that makes the export.
    ///   - isAlone: whether no other export is being made, which would need the processors.
    init(_ document: OpenDocument, _ client: JobClient, pages: Set<Int>, isAlone: Bool) {
        self.document = document
        self.client = client
        width = isAlone ? max(1, min(client.context.width, pages.count / 4)) : 1
        guard width > 1, let last = pages.max() else { return }
        // Poppler visits all pages before the one it is asked for. The other workers do so while they have to wait. What
        // fails here fails again, and is told, with a page.
        for _ in 1..<width { BackgroundTask { [self] () in try? self.client.visit(page: last, of: self.document) } }
    }

    /// Compares pages.
    ///
    /// - Throws: ``LimnError`` with `unverified`, or why a page could not be compared; of several pages the first.
    func compare(
        _ pages: [Page], export: FileDescriptor, ink: ScratchFile, _ terms: Terms
    ) throws(LimnError) -> Verification {
        // A worker may see many exports of one document.
        let token = ExportToken.next()
        var found = Verification()
        try orderedMap(pages, width: width, cancellation: client.context.cancellation) { [client, document] page in
            Result { () throws(LimnError) in
                try client.verify(
                    VerifyJob(
                        token: token, page: page.number, strictness: page.strictness, tolerance: terms.tolerance,
                        resolution: terms.resolution, keepsUserUnit: terms.keepsUserUnit, userUnit: page.userUnit,
                        sharesPages: terms.sharesPages),
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
