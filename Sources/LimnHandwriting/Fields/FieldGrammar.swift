// SPDX-License-Identifier: Apache-2.0

/// What the value of a field may be, letter by letter.
package enum FieldGrammar: Hashable, Sendable {
    /// A number.
    case number(FieldNumber)
    /// A whole number, with a sign or without one, or dice such as `2d6+1`; with so many letters at most.
    case roll(limit: Int)
    /// Digits in groups, such as those of a date: the groups' lengths, and what may stand between them.
    case groups([ClosedRange<Int>], separators: [Unicode.Scalar])
    /// One of some texts, without spaces, as ``Letters/folded(decomposed:)`` returns them.
    case options([[Unicode.Scalar]])
    /// Two letters or more, so many at most. A single letter is too often a sign or a slip of the pen.
    case word(limit: Int)

    /// The letters that may follow the beginning of a value.
    package struct Continuation: Hashable, Sendable {
        /// The next letters, none at the end of a value; nil for all that words have.
        package var letters: [Unicode.Scalar]?
        /// Whether the beginning is a value.
        package var isComplete: Bool
    }

    private static let shortestWord = 2
    /// How many sides dice have that people play with.
    private static let sides = ["2", "3", "4", "6", "8", "10", "12", "20", "30", "100"].map { Array($0.unicodeScalars) }

    /// Whether a word may have a letter behind its beginning. No word has letters of East Asia beside others.
    package static func isInWords(_ letter: Unicode.Scalar, after start: [Unicode.Scalar]) -> Bool {
        guard letter.properties.isAlphabetic else { return !start.isEmpty && (letter == "'" || letter == "-") }
        return start.first.map { isEastAsian($0) == isEastAsian(letter) } ?? true
    }

    /// From the radicals of Chinese on.
    private static func isEastAsian(_ letter: Unicode.Scalar) -> Bool { letter.value >= 0x2e80 }

    /// The maximum number of options.
    package static let optionLimit = 300

    private static let digits: [Unicode.Scalar] = Array("0123456789".unicodeScalars)
    private static let signs: [Unicode.Scalar] = ["+", "-"]

    /// All letters of its values; nil if it may have any.
    package var alphabet: FieldAlphabet? {
        switch self {
        case .number(let number):
            FieldAlphabet("0123456789" + (number.isSigned ? "+-" : "") + (number.decimals > 0 ? "." : ""))
        case .roll: FieldAlphabet("0123456789d+-")
        case .groups(_, let separators):
            FieldAlphabet("0123456789" + separators.map { String($0) }.joined())
        case .options(let options): FieldAlphabet(String(String.UnicodeScalarView(options.lazy.joined())))
        case .word: nil
        }
    }

    /// Returns how the beginning of a value may go on. Nothing follows what is none.
    package func continuation(of start: [Unicode.Scalar]) -> Continuation {
        switch self {
        case .number(let number): number.continuation(of: start)
        case .roll(let limit): Self.roll(start, limit: limit)
        case .groups(let groups, let separators): Self.groups(start, groups, separators)
        case .options(let options): Self.options(start, options)
        case .word(let limit):
            Continuation(letters: start.count < limit ? nil : [], isComplete: start.count >= Self.shortestWord)
        }
    }

    private static func roll(_ start: [Unicode.Scalar], limit: Int) -> Continuation {
        guard let dice = start.firstIndex(of: "d") else {
            var found = FieldNumber(digits: 1...4, isSigned: true).continuation(of: start)
            let mayRoll = (1...2).contains(start.count) && start.allSatisfy { digits.contains($0) } && start[0] != "0"
            if mayRoll { found.letters?.append("d") }
            return bounded(found, start, limit)
        }
        let rest = Array(start[(dice + 1)...])
        guard let sign = rest.firstIndex(where: { signs.contains($0) }) else {
            var found = options(rest, sides)
            if found.isComplete { found.letters?.append(contentsOf: signs) }
            return bounded(found, start, limit)
        }
        let added = FieldNumber(digits: 1...2, isSigned: false).continuation(of: Array(rest[(sign + 1)...]))
        return bounded(added, start, limit)
    }

    private static func bounded(_ found: Continuation, _ start: [Unicode.Scalar], _ limit: Int) -> Continuation {
        start.count < limit ? found : Continuation(letters: [], isComplete: found.isComplete)
    }

    private static func groups(
        _ start: [Unicode.Scalar], _ groups: [ClosedRange<Int>], _ separators: [Unicode.Scalar]
    ) -> Continuation {
        let parts = start.split(omittingEmptySubsequences: false) { separators.contains($0) }
        guard let last = parts.last, parts.count <= groups.count else {
            return Continuation(letters: [], isComplete: false)
        }
        let allowed = groups[parts.count - 1]
        let isLong = allowed.contains(last.count)
        let isLast = parts.count == groups.count
        return Continuation(
            letters: (last.count < allowed.upperBound ? digits : []) + (isLong && !isLast ? separators : []),
            isComplete: isLong && isLast)
    }

    private static func options(_ start: [Unicode.Scalar], _ options: [[Unicode.Scalar]]) -> Continuation {
        let fitting = options.filter { $0.starts(with: start) }
        let next = Set(fitting.compactMap { $0.dropFirst(start.count).first })
        return Continuation(
            letters: next.sorted { $0.value < $1.value }, isComplete: fitting.contains { $0.count == start.count })
    }
}

/// A number that a field takes.
package struct FieldNumber: Hashable, Sendable {
    /// How many digits stand before the point.
    package var digits: ClosedRange<Int>
    /// How many digits may stand behind it.
    package var decimals: Int
    /// Whether it may have a sign.
    package var isSigned: Bool

    package init(digits: ClosedRange<Int>, decimals: Int = 0, isSigned: Bool) {
        (self.digits, self.decimals, self.isSigned) = (digits, decimals, isSigned)
    }

    func continuation(of start: [Unicode.Scalar]) -> FieldGrammar.Continuation {
        let isSign = start.first.map { $0 == "+" || $0 == "-" } ?? false
        let rest = isSign ? start.dropFirst() : start[...]
        let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
        let (whole, fraction) = (parts.first ?? [], parts.count > 1 ? parts[1] : nil)
        let isComplete = digits.contains(whole.count) && (fraction.map { !$0.isEmpty } ?? true)
        var letters: [Unicode.Scalar] = []
        if start.isEmpty, isSigned { letters += ["+", "-"] }
        // No number but zero begins with a zero, unless it has a fixed length, as numbers of houses and zones have.
        let mayGrow = whole.first != "0" || digits.lowerBound == digits.upperBound
        let hasRoom = fraction.map { $0.count < decimals } ?? (whole.count < digits.upperBound && mayGrow)
        if hasRoom { letters += "0123456789".unicodeScalars }
        if fraction == nil, isComplete, decimals > 0 { letters.append(".") }
        return FieldGrammar.Continuation(letters: letters, isComplete: isComplete)
    }
}
