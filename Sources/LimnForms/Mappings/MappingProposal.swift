// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Matches the fields of a form with those that a mapping knows, by the words of their names.
///
/// Two names are as much alike as they share words. A word weighs more the fewer of the known names have it (inverse
/// document frequency; K. Spärck Jones, "A statistical interpretation of term specificity", 1972), and the likeness is the
/// weight of the shared words over the mean weight of both names (the coefficient of Dice). Usual abbreviations of
/// character sheets count as the words that they stand for.
public struct MappingProposal: Sendable {
    /// A field of the form and the field of the mapping that is most like it.
    public struct Match: Hashable, Sendable {
        /// The full name of the form's field.
        public var field: String
        /// The name that the mapping knows.
        public var known: String
        /// How much the names are alike, from 0 to 1.
        public var certainty: Double
    }

    /// What is known of a field before it is matched.
    public struct Field: Hashable, Sendable {
        /// The full name.
        public var name: String
        /// The words that viewers show for it; nil for none.
        public var tooltip: String?
        /// Whether it is a box to tick.
        public var isTick: Bool

        /// Makes a field.
        public init(name: String, tooltip: String? = nil, isTick: Bool = false) {
            (self.name, self.tooltip, self.isTick) = (name, tooltip, isTick)
        }
    }

    /// The matches in the order of the form. Every field and every known name has at most one.
    public private(set) var matches: [Match] = []
    /// The name of the mapping's sheet whose fields are matched; nil if it has none.
    public private(set) var sheet: String?
    /// The names that this sheet knows, in its order.
    public private(set) var known: [String] = []
    private var definitions: [DataValue.Member] = []
    private var expressions: [String: DataValue] = [:]
    private let tree: DataValue

    /// The certainty from which on fields belong to the new mapping.
    public static let threshold = 0.5

    /// Matches the fields of a form with those of the mapping's sheet that fits best.
    ///
    /// - Parameters:
    ///   - form: the form.
    ///   - tree: the mapping as JSON.
    /// - Throws: ``FormMappingError`` if the mapping is not valid.
    public init(for form: Form, from tree: DataValue) throws(FormMappingError) {
        let fields = form.fields.filter { ![.push, .signature].contains($0.kind) }
        try self.init(
            for: fields.map { Field(name: $0.name, tooltip: $0.tooltip, isTick: $0.kind == .check) }, from: tree)
    }

    /// Matches fields with those of the mapping's sheet that fits best.
    ///
    /// - Parameters:
    ///   - fields: the fields.
    ///   - tree: the mapping as JSON.
    ///   - choosesByNames: whether the sheet that knows most of the fields' names fits best, instead of the one whose names
    ///     are most like them.
    /// - Throws: ``FormMappingError`` if the mapping is not valid.
    public init(for fields: [Field], from tree: DataValue, choosesByNames: Bool = false) throws(FormMappingError) {
        _ = try FormMapping(tree)
        self.tree = tree
        var sheets = [tree]
        if case .list(let listed)? = tree["sheets"] { sheets = listed }
        var best = -1.0
        for sheet in sheets {
            guard case .object(let members)? = sheet["fields"] else { continue }
            let valued = members.filter { $0.value != .null }
            let found = choosesByNames ? [] : Self.matches(of: fields, with: valued.map(\.key))
            let names = Set(valued.map(\.key))
            let score =
                choosesByNames
                ? Double(fields.count { names.contains($0.name) })
                : found.reduce(0) { $0 + ($1.certainty >= Self.threshold ? $1.certainty : 0) }
            guard score > best else { continue }
            best = score
            matches = found
            self.sheet = sheet["name"]?.text
            definitions = []
            if case .object(let own)? = sheet["let"], sheet != tree { definitions = own }
            known = valued.map(\.key)
            expressions = Dictionary(valued.map { ($0.key, $0.value) }) { first, _ in first }
        }
    }

    /// Returns a mapping for the form, as JSON: the one that was given, with the matched fields in place of its own.
    ///
    /// - Parameters:
    ///   - name: what the mapping is called.
    ///   - chosen: the pairs of a field and a known name that it has; nil for the matches that are certain enough. A name
    ///     that is not ``known`` is left out.
    public func mapping(named name: String, of chosen: [(field: String, known: String)]? = nil) -> DataValue {
        var members: [DataValue.Member] = [.init("name", .text(name))]
        for key in ["when", "tables"] { if let value = tree[key] { members.append(.init(key, value)) } }
        var all: [DataValue.Member] = []
        if case .object(let shared)? = tree["let"] { all = shared }
        all += definitions
        if !all.isEmpty { members.append(.init("let", .object(all))) }
        let certain = matches.filter { $0.certainty >= Self.threshold }.map { ($0.field, $0.known) }
        let fields = (chosen ?? certain).compactMap { (field, known) in
            expressions[known].map { DataValue.Member(field, $0) }
        }
        members.append(.init("fields", .object(fields)))
        return .object(members)
    }

    // MARK: Likeness

    private static func matches(of fields: [Field], with known: [String]) -> [Match] {
        guard fields.count <= 20_000, known.count <= 20_000 else { return [] }
        let targets = known.map { Name($0) }
        var counts: [String: Int] = [:]
        for target in targets { for word in target.words { counts[word, default: 0] += 1 } }
        func weight(_ word: String) -> Double {
            if heads.contains(word) { return 0.5 }
            return log(Double(targets.count + 1) / Double(1 + (counts[word] ?? 0)))
        }
        var places: [String: [Int]] = [:]
        for (index, target) in targets.enumerated() {
            for word in target.words { places[word, default: []].append(index) }
        }
        func total(_ words: Set<String>) -> Double { words.reduce(0) { $0 + weight($1) } }
        let totals = targets.map { total($0.words) }
        var pairs: [(field: Int, target: Int, score: Double)] = []
        for (index, field) in fields.enumerated() {
            let named = Name(field.name)
            var names = [named]
            if let tooltip = field.tooltip, tooltip.count <= 100 {
                names += [Name(tooltip), Name(field.name + " " + tooltip)]
            }
            var scores: [Int: Double] = [:]
            for name in names {
                // The number of a row is in the name.
                let numbers = name.numbers.isEmpty ? named.numbers : name.numbers
                let own = total(name.words)
                for target in Set(name.words.filter { !heads.contains($0) }.flatMap { places[$0] ?? [] }) {
                    let shared = total(name.words.intersection(targets[target].words))
                    var score = 2 * shared / max(own + totals[target], 1e-9)
                    if targets[target].numbers != numbers {
                        score *= targets[target].numbers.isEmpty || numbers.isEmpty ? 0.6 : 0
                    }
                    if targets[target].isTick != field.isTick { score *= 0.5 }
                    scores[target] = max(scores[target] ?? 0, score)
                }
            }
            for (target, score) in scores where score >= 0.3 { pairs.append((index, target, score)) }
        }
        pairs.sort { ($1.score, $0.target, $0.field) < ($0.score, $1.target, $1.field) }
        var (usedFields, usedTargets): (Set<Int>, Set<Int>) = ([], [])
        var found: [(field: Int, match: Match)] = []
        for pair in pairs where !usedFields.contains(pair.field) && !usedTargets.contains(pair.target) {
            usedFields.insert(pair.field)
            usedTargets.insert(pair.target)
            let certainty = (pair.score * 100).rounded() / 100
            found.append(
                (pair.field, Match(field: fields[pair.field].name, known: known[pair.target], certainty: certainty)))
        }
        return found.sorted { $0.field < $1.field }.map(\.match)
    }

    /// Words that say in which part of a sheet something stands, or that it is what the part is about.
    private static let heads: Set = [
        "ability", "skill", "character", "combat", "text", "score", "bonus", "total", "identity", "value",
    ]
}

/// The words and the numbers of a name.
private struct Name {
    var words: Set<String> = []
    var numbers: [Int] = []

    /// Whether a box is ticked for it, by its last word.
    var isTick = false

    init(_ name: String) {
        var word = ""
        var last = ""
        func end(_ name: inout Name) {
            guard !word.isEmpty else { return }
            if let number = Int(word) {
                name.numbers.append(number)
            } else {
                last = word
                name.words.formUnion(Self.meanings[word] ?? [Self.singular(word)])
            }
            word = ""
        }
        var wasSmall = false
        for character in name.prefix(400) {
            let isDigit = character.isASCII && character.isNumber
            if !character.isLetter && !isDigit {
                end(&self)
            } else {
                let changes = (word.last.map { $0.isASCII && $0.isNumber } ?? isDigit) != isDigit
                if changes || character.isUppercase && wasSmall { end(&self) }
                word += character.lowercased()
            }
            wasSmall = character.isLowercase
        }
        end(&self)
        isTick = ["proficient", "prepared", "trained", "inspiration"].contains(last)
    }

    private static func singular(_ word: String) -> String {
        word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
    }

    /// What words of character sheets stand for.
    private static let meanings: [String: [String]] = [
        "str": ["strength"], "dex": ["dexterity"], "con": ["constitution"], "int": ["intelligence"], "wis": ["wisdom"],
        "cha": ["charisma"], "mod": ["modifier"], "mods": ["modifier"], "lvl": ["level"], "xp": ["experience"],
        "exp": ["experience"], "ac": ["armor", "class"], "armour": ["armor"], "hp": ["hit", "point"],
        "hitpoints": ["hit", "point"], "temp": ["temporary"], "max": ["maximum"], "cur": ["current"],
        "init": ["initiative"], "prof": ["proficiency"], "proficient": ["proficiency"], "profs": ["proficiency"],
        "trained": ["proficiency"],
        "cp": ["copper"], "sp": ["silver"], "ep": ["electrum"], "gp": ["gold"], "pp": ["platinum"],
        "dmg": ["damage"], "harm": ["damage"], "atk": ["attack"], "weapon": ["attack", "name"],
        "weapons": ["attack", "name"], "wt": ["weight"], "qty": ["quantity"], "amount": ["quantity"],
        "saving": ["save"], "saves": ["save"], "throw": ["save"], "throws": ["save"], "lineage": ["race"],
        "species": ["race"], "ancestry": ["race"], "calling": ["class"], "equipment": ["item", "name"],
        "personality": ["trait"],
    ]
}
