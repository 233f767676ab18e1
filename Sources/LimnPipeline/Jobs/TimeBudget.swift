// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import Synchronization

/// The total time that workers may spend on each document of a client. It stops documents with many slow pages.
final class TimeBudget: Sendable {
    /// The budget for each page of a long document, in seconds. Valid pages take much less.
    private static let perPage = 0.5
    /// The number of requests of maximum duration that the budget covers.
    private static let requests = 10.0

    private let given: Double?
    /// The maximum time for one request, in seconds.
    private let timeout: Double
    private let spent = Mutex<[OpenDocument.ID: Double]>([:])

    /// Makes budgets for documents.
    ///
    /// - Parameters:
    ///   - given: the budget for each document in seconds; nil for the default.
    ///   - timeout: the maximum time for one request, in seconds.
    init(given: Double?, timeout: Double) { (self.given, self.timeout) = (given, timeout) }

    /// Returns the remaining time for a document, in seconds.
    ///
    /// - Parameter pages: the number of pages; nil if unknown.
    /// - Throws: ``LimnError`` with `limit` if the budget is used up.
    func left(for document: OpenDocument, pages: Int?) throws(LimnError) -> Double {
        let total = total(pages: pages)
        let left = total - spent.withLock { $0[document.id] ?? 0 }
        guard left > 0 else { throw Self.error(total) }
        return left
    }

    /// Records the time of a request, in seconds.
    ///
    /// - Returns: the error to throw if the request ended because the budget is used up; nil if some of the budget is
    ///   left.
    func spend(_ time: Double, on document: OpenDocument, pages: Int?) -> LimnError? {
        let total = total(pages: pages)
        let spent = spent.withLock { all in
            all[document.id, default: 0] += time
            return all[document.id] ?? 0
        }
        return spent >= total ? Self.error(total) : nil
    }

    private func total(pages: Int?) -> Double {
        given ?? max(Self.requests * timeout, Self.perPage * Double(pages ?? 0))
    }

    private static func error(_ total: Double) -> LimnError {
        LimnError(
            .limit,
            "The document takes longer than \(ShortNumber.text(total)) s in all; the rest of it was not done.")
    }
}
