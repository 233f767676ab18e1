// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

extension LibraryStore {
    /// Finds a template by its name, its id, or an unambiguous prefix of either.
    ///
    /// A whole id comes first. Then an equal name, a name that is equal without case and diacritics, and a prefix are
    /// tried in this order; the first that matches anything decides. Templates in the trash are not found.
    ///
    /// - Parameters:
    ///   - text: the name, the id or the prefix, as a user types it.
    ///   - isWhole: whether only the whole name or id is accepted, as before something is removed. Case and diacritics
    ///     are ignored either way.
    /// - Returns: the template.
    /// - Throws: ``LibraryError`` with `notFound` or `ambiguous`; see ``LibraryError/candidates``. The description for
    ///   `notFound` may suggest a similar name.
    public func resolveTemplate(_ text: String, isWhole: Bool = false) throws(LibraryError) -> TemplateRecord {
        if let id = TemplateID(text) {
            do throws(LibraryError) { return try template(id) } catch {
                // The text may also be a name that looks like an id.
                guard error.code == .notFound else { throw error }
            }
        }
        let found = try templates(withPrefix: text).map { Candidate(record: $0, id: "\($0.id)", name: $0.name) }
        return try Reference.resolve(text, among: found, kind: "template", isWhole: isWhole) {
            () throws(LibraryError) in
            try templates().map(\.name)
        }
    }

    /// Finds a character by its name, its id, or an unambiguous prefix of either.
    ///
    /// The rules are those of ``resolveTemplate(_:isWhole:)``. Names need not be unique, so callers that store a
    /// reference store ``CharacterRecord/id``.
    ///
    /// - Parameters:
    ///   - text: the name, the id or the prefix, as a user types it.
    ///   - isWhole: whether only the whole name or id is accepted, as before something is removed. Case and diacritics
    ///     are ignored either way.
    /// - Returns: the character.
    /// - Throws: ``LibraryError`` with `notFound` or `ambiguous`; see ``LibraryError/candidates``.
    public func resolveCharacter(_ text: String, isWhole: Bool = false) throws(LibraryError) -> CharacterRecord {
        if let id = CharacterID(text) {
            do throws(LibraryError) { return try character(id) } catch {
                guard error.code == .notFound else { throw error }
            }
        }
        let found = try characters(withPrefix: text).map { Candidate(record: $0, id: "\($0.id)", name: $0.name) }
        return try Reference.resolve(text, among: found, kind: "character", isWhole: isWhole) {
            () throws(LibraryError) in try characters().map(\.name)
        }
    }
}

/// A record whose name or id starts with the given text.
struct Candidate<Record> {
    let record: Record
    let id: String
    let name: String
}

enum Reference {
    /// Picks the one candidate that a text refers to.
    ///
    /// Tries three rules in turn: the same name, the same name ignoring case and diacritics, and the prefix. The first
    /// rule with a match decides.
    ///
    /// - Parameters:
    ///   - text: the text; an empty one refers to nothing.
    ///   - all: the records whose name or id starts with the text.
    ///   - kind: the word for such a record in messages.
    ///   - isWhole: whether prefixes are not accepted.
    ///   - names: returns all names, for a suggestion. It is called only if there is no candidate.
    /// - Throws: ``LibraryError`` with `notFound` or `ambiguous`.
    static func resolve<Record>(
        _ text: String, among all: [Candidate<Record>], kind: String, isWhole: Bool = false,
        names: () throws(LibraryError) -> [String] = { () throws(LibraryError) in [] }
    ) throws(LibraryError) -> Record {
        let text = text.precomposedStringWithCanonicalMapping
        let folded = text.foldedForSearch
        let rules: [(Candidate<Record>) -> Bool] = [
            { $0.name == text },
            { $0.name.foldedForSearch == folded },
            { _ in !isWhole },
        ]
        for rule in rules {
            let found = all.filter(rule)
            guard let first = found.first else { continue }
            if found.count == 1 { return first.record }
            throw LibraryError(
                .ambiguous, "“\(text)” may mean \(list(found)): give the id.",
                candidates: found.map { "\($0.name) \($0.id)" })
        }
        guard all.isEmpty else {
            throw LibraryError(
                .notFound,
                "No \(kind) is called “\(text)”. \(list(all)) \(all.count == 1 ? "begins" : "begin") with it. "
                    + "Give the whole name or the id.", candidates: all.map { "\($0.name) \($0.id)" })
        }
        guard !text.isEmpty else {
            throw LibraryError(.notFound, "The name is empty; give the name or the id of a \(kind).")
        }
        let similar = Similarity.closest(to: folded, among: try names()).map { " Did you mean “\($0)”?" } ?? ""
        throw LibraryError(.notFound, "There is no \(kind) “\(text)” in the library.\(similar)")
    }

    /// Lists the first five candidates with their ids, and the number of the others.
    private static func list<Record>(_ found: [Candidate<Record>]) -> String {
        let listed = found.prefix(5).map { "“\($0.name)” (\($0.id))" }.joined(separator: ", ")
        return listed + (found.count > 5 ? " and \(found.count - 5) more" : "")
    }
}
