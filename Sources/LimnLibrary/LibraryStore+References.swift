// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

extension LibraryStore {
    /// The template that a person means by a name, an id, or an unambiguous beginning of either.
    ///
    /// - Throws: ``LibraryError`` with `notFound` or `ambiguous`.
    public func template(meant text: String) throws(LibraryError) -> TemplateRecord {
        if let id = TemplateID(text) {
            do throws(LibraryError) { return try template(id) } catch {
                // A name may look like an id.
                guard error.code == .notFound else { throw error }
            }
        }
        let all = try templates(beginningWith: text).map { Candidate(record: $0, id: $0.id, name: $0.name) }
        return try Reference.resolve(text, among: all, kind: "template")
    }

    /// The character that a person means by a name, an id, or an unambiguous beginning of either.
    ///
    /// - Throws: ``LibraryError`` with `notFound` or `ambiguous`.
    public func character(meant text: String) throws(LibraryError) -> CharacterRecord {
        if let id = CharacterID(text) {
            do throws(LibraryError) { return try character(id) } catch {
                guard error.code == .notFound else { throw error }
            }
        }
        let all = try characters(beginningWith: text).map { Candidate(record: $0, id: $0.id, name: $0.name) }
        return try Reference.resolve(text, among: all, kind: "character")
    }
}

/// A record whose name or id begins with what a person gave.
struct Candidate<Record> {
    let record: Record
    let id: RecordID<Record>
    let name: String
}

enum Reference {
    /// What is meant: by a whole name, by one where case and accents do not count, by beginnings; the first of these that
    /// finds anything decides.
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
            let shown = found.prefix(5).map { "“\($0.name)” (\($0.id))" }
            let more = found.count > shown.count ? " and \(found.count - shown.count) more" : ""
            throw LibraryError(
                .ambiguous,
                "“\(text)” may mean \(shown.joined(separator: ", "))\(more): give the id.",
                candidates: found.map { "\($0.name) \($0.id)" })
        }
        throw LibraryError(
            .notFound,
            text.isEmpty ? "An empty name means no \(kind)." : "There is no \(kind) “\(text)” in the library.")
    }
}
