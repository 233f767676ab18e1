// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs

/// A selection of pages in qpdf's syntax: `1-3,7,z`, where `z` is the last page and `r2` the second to last.
///
/// Ranges may be descending, and a page may be selected more than once.
public struct PageSelection: Hashable, Sendable {
    /// One end of a range.
    enum End: Hashable, Sendable {
        case fromStart(Int)
        case fromEnd(Int)

        /// The end as text.
        var text: String {
            switch self {
            case .fromStart(let n): "\(n)"
            case .fromEnd(1): "z"
            case .fromEnd(let n): "r\(n)"
            }
        }

        func number(of count: Int) -> Int {
            switch self {
            case .fromStart(let n): n
            case .fromEnd(let n): count + 1 - n
            }
        }
    }

    /// The ranges, each with its first and last page.
    let ranges: [(End, End)]
    /// The selection as text, exactly as it was given.
    public let text: String
    /// Whether pages that a document does not have are left out in silence.
    public let isAtMost: Bool

    /// Splits numbers into ranges that ascend, none longer than a limit.
    static func ranges(of numbers: [Int], limit: Int) -> [ClosedRange<Int>] {
        var ranges: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = ranges.last, number == last.upperBound + 1, last.count < limit {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges
    }

    /// Every page.
    public static let all = PageSelection("1-z")!

    /// Parses a selection; nil if the text is invalid.
    ///
    /// - Parameter text: numbers from 1, `z` for the last page and `r2` for the second to last, alone or as ranges with `-`,
    ///   separated by commas, such as `1,3-5,z`.
    /// - Parameter isAtMost: whether pages that a document does not have are left out in silence.
    public init?(_ text: String, atMost isAtMost: Bool = false) {
        var ranges: [(End, End)] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Self.end($0) }
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else { return nil }
            ranges.append((first, last))
        }
        self.ranges = ranges
        self.text = text
        self.isAtMost = isAtMost
    }

    private static func end(_ text: Substring) -> End? {
        if text == "z" { return .fromEnd(1) }
        let digits = text.first == "r" ? text.dropFirst() : text
        guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }), let n = Int(digits), n > 0 else {
            return nil
        }
        return text.first == "r" ? .fromEnd(n) : .fromStart(n)
    }

    /// Returns the selected page numbers, from 1, in the order of the selection, for a document of `count` pages.
    ///
    /// - Parameter count: the number of pages of the document.
    /// - Throws: `LimnError` with `noSuchPage` for the first page that does not exist. In a document without pages,
    ///   ``all`` selects nothing and does not throw.
    public func numbers(of count: Int) throws(LimnError) -> [Int] {
        if self == .all { return count > 0 ? Array(1...count) : [] }
        var numbers: [Int] = []
        for (first, last) in ranges {
            let (a, b) = (first.number(of: count), last.number(of: count))
            for (end, n) in [(first, a), (last, b)] where n < 1 || n > count {
                throw ResolvedPages.noPage(n > 0 ? "\(n)" : end.text, of: count)
            }
            guard UInt(numbers.count) + (a - b).magnitude < Self.numberLimit else {
                throw LimnError(.limit, "More than \(Self.numberLimit) pages are chosen.")
            }
            numbers += a <= b ? Array(a...b) : Array((b...a).reversed())
        }
        return numbers
    }

    /// The largest number of pages of a selection, counting those that are chosen several times.
    private static let numberLimit: UInt = 4_000_000

    /// Whether the selection consists of a single page.
    var isOnePage: Bool { ranges.count == 1 && ranges[0].0 == ranges[0].1 }

    /// Whether two selections have the same text, and treat missing pages alike.
    public static func == (a: PageSelection, b: PageSelection) -> Bool { a.text == b.text && a.isAtMost == b.isAtMost }
    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
