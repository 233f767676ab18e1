// SPDX-License-Identifier: GPL-3.0-or-later

internal import Hummingbird

/// The query of a request. A name may occur several times; unknown names are ignored.
struct Query: Sendable {
    /// The parameters; the value is nil where `=` is missing.
    private let pairs: [(name: String, value: String?)]

    /// A query without parameters.
    static let empty = Query()
    private init() { pairs = [] }

    /// The maximum number of parameters.
    private static let limit = 200

    /// Parses a query.
    ///
    /// - Parameter text: the query in its percent-encoded form, without `?`; nil if there is none.
    /// - Throws: ``Problem`` with status 400.
    init(_ text: String?) throws(Problem) {
        var pairs: [(name: String, value: String?)] = []
        for part in (text ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            guard pairs.count < Self.limit else { throw Problem.unreadable("The query has too many parts.") }
            let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCoding.decode(Array(sides[0]), plusIsSpace: true),
                let value = PercentCoding.decode(sides.count > 1 ? Array(sides[1]) : [], plusIsSpace: true)
            else { throw Problem.unreadable("The query is not UTF-8 in percent-encoding.") }
            pairs.append((name, sides.count > 1 ? value : nil))
        }
        self.pairs = pairs
    }

    /// Returns the value of a parameter that may occur once; nil if it does not occur.
    ///
    /// - Throws: ``Problem`` with status 400 if it occurs twice.
    func one(_ name: String) throws(Problem) -> String? {
        try found(name).map { $0 ?? "" }
    }

    /// Returns the value of a parameter that may occur once: nil if it does not occur, and a nil value inside if it has
    /// no `=`.
    private func found(_ name: String) throws(Problem) -> String?? {
        let found = pairs.filter { $0.name == name }
        guard found.count < 2 else { throw Problem.unreadable("“\(name)” is given twice.", field: name) }
        return found.first.map(\.value)
    }

    /// Returns all values of a parameter in order.
    func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map { $0.value ?? "" } }

    /// Returns the value of a Boolean parameter; nil if it does not occur. `name`, `name=true` and `name=1` mean true,
    /// `name=false` and `name=0` mean false.
    ///
    /// - Throws: ``Problem`` with status 400 for any other value.
    func flag(_ name: String) throws(Problem) -> Bool? {
        guard let value = try found(name) else { return nil }
        switch value {
        case nil, "true", "1": return true
        case "false", "0": return false
        default: throw Problem.unreadable("“\(name)” is neither true nor false.", field: name)
        }
    }

    /// Returns the value of an integer parameter; nil if it does not occur.
    ///
    /// - Throws: ``Problem`` with status 400 if the value is not an integer in the range.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = try one(name) else { return nil }
        guard let value = Int(text), range.contains(value) else {
            throw Problem.unreadable(
                "“\(name)” is not a whole number from \(range.lowerBound) to \(range.upperBound).", field: name)
        }
        return value
    }
}
