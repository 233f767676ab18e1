// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import Synchronization

/// How long workers may work on the documents of one client, each in all, so that a document of many slow pages ends like
/// one slow page.
final class TimeBudget: Sendable {
    /// What is allowed for each page of a document that is long, in seconds: well above what sound pages take.
    private static let perPage = 0.5
    /// So many requests that take as long as one may.
    private static let requests = 10.0

    private let given: Double?
    /// How long one request may take, in seconds.
    private let timeout: Double
    private let spent = Mutex<[OpenDocument.ID: Double]>([:])

    /// - Parameter given: the budget in seconds; nil for the usual one.
    init(given: Double?, timeout: Double) { (self.given, self.timeout) = (given, timeout) }

    /// How much is left for a document, in seconds.
    ///
    /// - Parameter pages: their number, where it is known.
    /// - Throws: ``LimnError`` with `limit` where it is used up.
    func left(for document: OpenDocument, pages: Int?) throws(LimnError) -> Double {
        let total = total(pages: pages)
        let left = total - spent.withLock { $0[document.id] ?? 0 }
        guard left > 0 else { throw Self.error(total) }
        return left
    }

    /// Counts what a request took, in seconds.
    ///
    /// - Returns: the error to tell where that has used up the budget and the request was ended; nil otherwise.
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
            "The document takes longer than \(ShortNumber.text(total)) s in all; what is left of it was not done.")
    }
}
