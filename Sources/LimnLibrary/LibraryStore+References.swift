// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

extension LibraryStore {
    /// Finds a template by its name, its id, or an unambiguous prefix of either.
    ///
    /// - Throws: ``LibraryError`` with `notFound` or `ambiguous`.
    public func resolveTemplate(_ text: String) throws(LibraryError) -> TemplateRecord {
        if let id = TemplateID(text) {
            do throws(LibraryError) { return try template(id) } catch {
                // The text may also be a name that looks like an id.
                guard error.code == .notFound else { throw error }
            }
        }
        let all = try templates(withPrefix: text).map { Candidate(record: $0, id: $0.id, name: $0.name) }
        return try Reference.resolve(text, among: all, kind: "template")
    }

    /// Finds a character by its name, its id, or an unambiguous prefix of either.
    ///
    /// - Throws: ``LibraryError`` with `notFound` or `ambiguous`.
    public func resolveCharacter(_ text: String) throws(LibraryError) -> CharacterRecord {
        if let id = CharacterID(text) {
            do throws(LibraryError) { return try character(id) } catch {
                guard error.code == .notFound else { throw error }
            }
        }
        let all = try characters(withPrefix: text).map { Candidate(record: $0, id: $0.id, name: $0.name) }
        return try Reference.resolve(text, among: all, kind: "character")
    }
}

/// A record whose name or id starts with the given text.
struct Candidate<Record> {
    let record: Record
    let id: RecordID<Record>
    let name: String
}

enum Reference {
    /// Picks the one candidate that a text refers to.
    ///
    /// It tries three rules in turn: the same name, the same name without case and diacritics, and the prefix. The
    /// first rule that matches anything decides.
    ///
    /// - Throws: ``LibraryError`` with `notFound` or `ambiguous`.
    static func resolve<Record>(
        _ text: String, among all: [Candidate<Record>], kind: String
    ) throws(LibraryError) -> Record {
        let text = text.precomposedStringWithCanonicalMapping
        let folded = text.foldedForSearch
        let rules: [(Candidate<Record>) -> Bool] = [
            { $0.name == text },
            { $0.name.foldedForSearch == folded },
            { _ in true },
        ]
        for rule in rules {
            let found = all.filter(rule)
            guard let first = found.first else { continue }
            if found.count == 1 { return first.record }
            let listed = found.prefix(5).map { "“\($0.name)” (\($0.id))" }
            let more = found.count > listed.count ? " and \(found.count - listed.count) more" : ""
            throw LibraryError(
                .ambiguous,
                "“\(text)” may mean \(listed.joined(separator: ", "))\(more): give the id.",
                candidates: found.map { "\($0.name) \($0.id)" })
        }
        throw LibraryError(
            .notFound,
            text.isEmpty ? "An empty name means no \(kind)." : "There is no \(kind) “\(text)” in the library.")
    }
}
