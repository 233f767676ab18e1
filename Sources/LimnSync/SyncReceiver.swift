// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnLibrary

/// What a sync has changed in one character.
package struct SyncedCharacter: Sendable {
    package let id: CharacterID
    /// Whether it was not there before, or in the trash.
    package var isNew = false
    /// Whether it has come into the trash.
    package var isRemoved = false
    /// Whether its list of pages or its template is another one.
    package var hasOtherPages = false
    package var ink: [PageChange] = []
    package var form: FormChange?

    init(id: CharacterID) { self.id = id }
}

/// A value of which two people have given different ones, without knowing of each other's. One of them counts.
package struct KeptValue: Equatable, Sendable {
    package var character: CharacterID
    /// The unit: `about`, `form`, or `page` with the number of the page.
    package var unit: String
    /// The property or the field; nil for an item of a page.
    package var name: String?
    /// The value that counts, and the others; nil for ink.
    package var current: String?
    package var others: [String]
}

/// Takes what others have sent into a library.
struct SyncReceiver {
    let library: Library
    /// The id of the place from which it comes, or of the library.
    let place: String
    /// Whether the place is a library itself; see ``PeerSync``.
    let isLibrary: Bool
    /// The characters that count; nil for all.
    let characters: Set<CharacterID>?
    /// Takes a template with a hash into the library; a name is known for it, or nil.
    let fetchTemplate: (_ hash: String, _ name: String?, _ character: CharacterID) throws -> Void

    /// What became of units that have arrived.
    struct Outcome {
        /// The indices of the units that have to be read again, because something is missing that they build upon.
        var waiting: Set<Int> = []
        /// What the library has now of the units that it could read.
        var has: [KnownUnit] = []
        var changes: [SyncedCharacter] = []
        var kept: [KeptValue] = []
        var notes: [String] = []
    }

    /// Takes units in, those of each character in one transaction.
    ///
    /// - Parameter replica: the id of the library.
    /// - Throws: an error that concerns the library; those of one character become notes.
    func receive(_ units: [CodedUnit], by replica: ReplicaID) throws -> Outcome {
        var outcome = Outcome()
        let groups = Dictionary(grouping: units.indices) { units[$0].character }
        for (text, indices) in groups.sorted(by: { $0.key < $1.key }) {
            guard let id = CharacterID(text) else {
                outcome.notes.append("A character has no valid id: “\(text.prefix(20))”.")
                continue
            }
            guard characters?.contains(id) ?? true else {
                outcome.waiting.formUnion(indices)
                continue
            }
            do { try receive(indices, of: units, id, by: replica, &outcome) } catch {
                // The others go on.
                outcome.waiting.formUnion(indices)
                outcome.notes.append(try Self.note(about: error, id))
            }
        }
        return outcome
    }

    private func receive(
        _ indices: [Int], of units: [CodedUnit], _ id: CharacterID, by replica: ReplicaID, _ outcome: inout Outcome
    ) throws {
        try fetchTemplates(of: indices.map { units[$0] }, id)
        outcome = try library.syncing { transaction in
            var outcome = outcome
            var state = try SharedState(of: id, transaction, by: replica, indices.map { units[$0] })
            // One may build upon another that comes later here.
            let waiting = try Self.rounds(indices) { try state.take(units[$0]) == .taken }
            let written = try state.write()
            if let change = written.change { outcome.changes.append(change) }
            outcome.kept += written.kept
            outcome.notes += state.notes
            outcome.waiting.formUnion(waiting)
            if !waiting.isEmpty {
                outcome.notes.append("Changes of the character \(id) wait for earlier ones that have not arrived yet.")
            }
            if isLibrary {
                for index in indices { try state.note(units[index], isIn: place) }
            } else {
                _ = try Self.rounds(indices.filter { !waiting.contains($0) }) {
                    try state.note(units[$0], isAt: place)
                }
            }
            outcome.has += try indices.map { try state.known(units[$0]) }
            return outcome
        }
    }

    /// Tries all again until no more of them succeed, and returns those that did not.
    private static func rounds(_ all: [Int], _ attempt: (Int) throws -> Bool) rethrows -> [Int] {
        var left = all
        while true {
            let failed = try left.filter { try !attempt($0) }
            if failed.isEmpty || failed.count == left.count { return failed }
            left = failed
        }
    }

    /// Takes in the templates that the character will need.
    private func fetchTemplates(of units: [CodedUnit], _ id: CharacterID) throws {
        let isGone = try library.syncing { try $0.character(id) == nil && $0.isKnown(id) }
        for unit in units where unit.unit == AboutUnit.name && !isGone {
            for hash in unit.texts("template").compactMap({ AboutUnit.template($0) }) where !hash.isEmpty {
                guard try library.syncing({ try !$0.hasTemplate(hash) }) else { continue }
                try fetchTemplate(hash, unit.texts("template name").first, id)
            }
        }
    }

    /// Returns the sentence about an error that concerns one character.
    ///
    /// - Throws: an error that concerns the library.
    static func note(about error: any Error, _ id: CharacterID) throws -> String {
        switch error {
        case let error as SyncError: return "\(error)"
        case let error as SyncCodingError:
            return "What another library sent of the character \(id) cannot be read: \(error.reason)."
        case let error as LibraryError
        where ![.busy, .denied, .noSpace, .newerVersion, .notLibrary, .other].contains(error.code):
            return "The character \(id) is left out: \(error)"
        default: throw error
        }
    }
}
