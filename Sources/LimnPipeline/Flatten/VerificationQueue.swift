// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnJobs

/// The pages of an export that are still to be compared with the original, for several lanes, and what was found.
final class VerificationQueue: @unchecked Sendable {
    // Unchecked: everything is touched under the lock only.

    /// A page to compare, and how.
    struct Page: Hashable {
        var number: Int
        var strictness: VerifyJob.Strictness
        /// Its /UserUnit where it is known.
        var userUnit: Double?
    }

    private let lock = NSLock()
    private var pages: ArraySlice<Page> = []
    private var failure: (page: Int, error: LimnError)?
    private var found = Verification()

    /// Adds pages.
    func add(_ more: [Page]) { lock.withLock { pages += more } }

    /// The next page, or the last one; nil when none is left, or one has failed.
    func next(fromEnd: Bool = false) -> Page? {
        lock.withLock { failure != nil ? nil : fromEnd ? pages.popLast() : pages.popFirst() }
    }

    /// Takes what was found on a page.
    func finished(_ page: Page, _ finding: VerifyJob.Answer) {
        lock.withLock {
            found.add(page, finding)
            if let fault = finding.fault { fail(page, LimnError(fault, page: page.number)) }
        }
    }

    /// Takes why a page could not be compared.
    func failed(_ page: Page, _ error: LimnError) { lock.withLock { fail(page, error) } }

    /// What was found on all pages.
    ///
    /// - Throws: what is wrong with the first page that has a fault.
    func result() throws(LimnError) -> Verification {
        let (failure, found) = lock.withLock { (self.failure, self.found) }
        if let failure { throw failure.error }
        return found
    }

    private func fail(_ page: Page, _ error: LimnError) {
        if page.number < failure?.page ?? .max { failure = (page.number, error) }
    }
}
