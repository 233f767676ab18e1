// SPDX-License-Identifier: GPL-3.0-or-later

internal import Hummingbird

/// The query of a request. A name may be given several times; names that nobody asks for are ignored.
struct Query: Sendable {
    private let pairs: [(name: String, value: String)]

    /// A query without anything.
    static let empty = Query()
    private init() { pairs = [] }

    /// The most pairs that are looked at.
    private static let limit = 200

    /// - Parameter text: the query as it was sent, without `?`.
    /// - Throws: ``Problem`` with 400.
    init(_ text: String?) throws(Problem) {
        var pairs: [(name: String, value: String)] = []
        for part in (text ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            guard pairs.count < Self.limit else { throw Problem.unreadable("The query has too many parts.") }
            let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCoding.decode(Array(sides[0]), plusIsSpace: true),
                let value = PercentCoding.decode(sides.count > 1 ? Array(sides[1]) : [], plusIsSpace: true)
            else { throw Problem.unreadable("The query is not UTF-8 in percent-encoding.") }
            pairs.append((name, value))
        }
        self.pairs = pairs
    }

    /// The value of a name that may be given once; nil where it is not given.
    ///
    /// - Throws: ``Problem`` with 400 where it is given twice.
    func one(_ name: String) throws(Problem) -> String? {
        let found = all(name)
        guard found.count < 2 else { throw Problem.unreadable("“\(name)” is given twice.", field: name) }
        return found.first
    }

    /// All values of a name, in their order.
    func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

    /// Whether a name is given as true; `name`, `name=true`, and `name=1` say so.
    ///
    /// - Throws: ``Problem`` with 400 for another value.
    func flag(_ name: String) throws(Problem) -> Bool? {
        guard let value = try one(name) else { return nil }
        switch value {
        case "", "true", "1": return true
        case "false", "0": return false
        default: throw Problem.unreadable("“\(name)” is neither true nor false.", field: name)
        }
    }

    /// A whole number.
    ///
    /// - Throws: ``Problem`` with 400 for anything else, or outside the range.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = try one(name) else { return nil }
        guard let value = Int(text), range.contains(value) else {
            throw Problem.unreadable(
                "“\(name)” is not a whole number from \(range.lowerBound) to \(range.upperBound).", field: name)
        }
        return value
    }
}
