// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnLibrary

/// Makes packets of what a library has and a place lacks.
struct SyncSender {
    let library: Library
    /// The id of the place, or of the library that is to get them.
    let place: String
    /// The characters that count; nil for all.
    let characters: Set<CharacterID>?

    struct Unit {
        let place: UnitPlace
        let unit: CodedUnit
        /// What whoever takes it in has then.
        let known: KnownUnit
    }

    /// Units that make one packet.
    struct Portion {
        var units: [Unit] = []
        /// The templates of their characters.
        var templates: [TemplateRecord] = []
        var notes: [String] = []
        /// The last unit that was considered.
        var end: UnitPlace
    }

    /// The number of bytes after which a packet ends.
    private static let packetSize = 4 << 20
    /// The number of bytes after which it ends within a character.
    private static let limit = 32 << 20

    /// Returns the units that come after another one; nil if there are none.
    func next(after last: UnitPlace?) throws -> Portion? {
        let unsent = try library.syncing { try $0.unsent(to: place, of: characters, after: last) }
        guard let first = unsent.first else { return nil }
        var portion = Portion(end: UnitPlace(first.character, first.unit.name))
        var size = 0
        for (id, stored, known) in unsent {
            // A character is whole, so that whoever knows nothing of it yet can compare all its pages.
            if size > (id == portion.end.character ? Self.limit : Self.packetSize) { break }
            portion.end = UnitPlace(id, stored.name)
            if Self.isKnown(stored, known) { continue }
            do {
                guard let found = try coded(stored, of: id, since: known) else {
                    portion.notes.append(
                        "The \(stored.name) of the character \(id) changes now; the next sync sends it.")
                    continue
                }
                // One in the trash stays here.
                if let hash = found.template, !portion.templates.contains(where: { $0.contentHash == hash }),
                    let template = try library.template(withContentHash: hash)
                {
                    portion.templates.append(template)
                }
                let known = KnownUnit(character: "\(id)", unit: stored.name, seen: stored.seen)
                portion.units.append(Unit(place: portion.end, unit: found.unit, known: known))
                size +=
                    stored.state.count + (found.unit.ink?.count ?? 0)
                    + (found.unit.pictures ?? []).reduce(0) { $0 + $1.count }
            } catch { portion.notes.append(try SyncReceiver.note(about: error, id)) }
        }
        return portion
    }

    /// Returns the characters of which something would be sent.
    func characterIDs() throws -> Set<CharacterID> {
        var found: Set<CharacterID> = []
        var last: UnitPlace?
        while true {
            let unsent = try library.syncing { try $0.unsent(to: place, of: characters, after: last) }
            guard let end = unsent.last else { return found }
            found.formUnion(unsent.filter { !Self.isKnown($0.unit, $0.known) }.map(\.character))
            last = UnitPlace(end.character, end.unit.name)
        }
    }

    /// Whether the place has a unit in its present state, or in a later one.
    private static func isKnown(_ stored: StoredUnit, _ known: String?) -> Bool {
        guard let known = known.flatMap({ VersionVector(coded: $0) }), let seen = VersionVector(coded: stored.seen)
        else {
            return false
        }
        return known.covers(seen)
    }

    private func coded(
        _ stored: StoredUnit, of id: CharacterID, since known: String?
    ) throws -> (unit: CodedUnit, template: String?)? {
        let base = known.flatMap { VersionVector(coded: $0) } ?? VersionVector()
        return try library.syncing { transaction in
            guard let unit = try SharedState.complete(stored, of: id, transaction) else { return nil }
            var coded = try CodedUnit(unit, of: id, named: stored.name, since: base)
            if stored.name == FormUnit.name {
                coded.pictures = try FormUnit.pictures(unit, since: base).compactMap { hash in
                    try transaction.picture(hash, of: id).map { Data($0) }
                }
            }
            return (coded, stored.name == AboutUnit.name ? try transaction.character(id)?.template : nil)
        }
    }
}
