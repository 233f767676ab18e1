// SPDX-License-Identifier: Apache-2.0

/// A selection of rows such as `2-9,12,z`, where `z` is the last row and `r2` the second to last. Rows count from 1.
public struct RowSelection: Hashable, Sendable {
    private enum End: Hashable, Sendable {
        case fromStart(Int)
        case fromEnd(Int)
    }

    private struct Span: Hashable, Sendable {
        var first: End
        var last: End
    }

    private let spans: [Span]
    /// The original text of the selection.
    public let text: String

    /// Parses a selection. Spans may overlap, and may be given backwards: `9-2` is the same as `2-9`.
    ///
    /// - Returns: nil unless the text has numbers from 1, `z`, or `r` and a number, alone or as two ends with `-`
    ///   between them, separated by commas.
    public init?(_ text: String) {
        var spans: [Span] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Self.end($0) }
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else { return nil }
            spans.append(Span(first: first, last: last))
        }
        self.spans = spans
        self.text = text
    }

    private static func end(_ text: Substring) -> End? {
        if text == "z" { return .fromEnd(1) }
        let digits = text.first == "r" ? text.dropFirst() : text
        guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(digits), number > 0
        else {
            return nil
        }
        return text.first == "r" ? .fromEnd(number) : .fromStart(number)
    }

    /// Returns the selected rows, in the order of the data. Numbers without a row, such as those of empty lines in a
    /// table, are skipped.
    ///
    /// - Parameter all: The rows of the data; the highest number among them counts as the last row.
    /// - Throws: ``RowSelectionError`` if a selected number is beyond the last row.
    public func rows(of all: [FormRow]) throws(RowSelectionError) -> [FormRow] {
        let count = all.map(\.number).max() ?? 0
        var ranges: [ClosedRange<Int>] = []
        for span in spans {
            let (a, b) = (try number(span.first, count), try number(span.last, count))
            ranges.append(min(a, b)...max(a, b))
        }
        return all.filter { row in ranges.contains { $0.contains(row.number) } }
    }

    private func number(_ end: End, _ count: Int) throws(RowSelectionError) -> Int {
        let number =
            switch end {
            case .fromStart(let number): number
            case .fromEnd(let number): number > count ? 0 : count - (number - 1)
            }
        guard 1...max(1, count) ~= number, count > 0 else { throw RowSelectionError(selection: text, count: count) }
        return number
    }
}

/// The error for a selection that names a row beyond the last one.
public struct RowSelectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The original text of the selection.
    public let selection: String
    /// The number of the last row.
    public let count: Int

    /// The error as a sentence.
    public var description: String { "The rows \(selection.quoted) go beyond the data: the last row is \(count)." }
}
