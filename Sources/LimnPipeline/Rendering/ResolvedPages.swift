// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs

/// The pages of a document that a selection contains.
struct ResolvedPages {
    /// A requested page that does not exist.
    struct Missing {
        /// The page number; nil if the page would be below 1.
        var page: Int?
        /// A sentence that names the page count.
        var error: LimnError
    }

    /// The pages that exist, each once, in the order of the selection.
    private(set) var pages: [Int] = []
    /// The pages that do not exist.
    private(set) var missing: [Missing] = []

    /// The maximum number of missing pages that are reported individually.
    static let missingLimit = 1000

    /// Resolves a selection for a document of `count` pages.
    ///
    /// - Throws: ``LimnError`` with `noSuchPage` if more than ``missingLimit`` pages are missing.
    init(_ selection: PageSelection, of count: Int) throws(LimnError) {
        var seen: Set<Int> = []
        for (first, last) in selection.ranges {
            let (a, b) = (first.number(of: count), last.number(of: count))
            for (end, n) in first == last ? [(first, a)] : [(first, a), (last, b)] where n < 1 && !selection.isAtMost {
                missing.append(Missing(error: Self.noPage(end.text, of: count)))
            }
            let (low, high) = (max(min(a, b), 1), selection.isAtMost ? min(max(a, b), count) : max(a, b))
            // Check the length before expanding the range, which may be extremely long.
            guard high <= count + Self.missingLimit, missing.count <= Self.missingLimit else {
                throw Self.noPage("\(high)", of: count)
            }
            guard high >= low else { continue }
            let range = low...high
            for n in a <= b ? Array(range) : range.reversed() where seen.insert(n).inserted {
                if n <= count {
                    pages.append(n)
                } else {
                    missing.append(Missing(page: n, error: Self.noPage("\(n)", of: count)))
                }
            }
        }
    }

    static func noPage(_ name: String, of count: Int) -> LimnError {
        LimnError(
            .noSuchPage, "There is no page \(name): the document has \(count == 1 ? "1 page" : "\(count) pages").")
    }
}
