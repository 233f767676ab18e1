// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnLibrary
package import SystemPackage

/// What a sync has done.
package struct SyncResult: Equatable, Sendable {
    /// The characters of which something was taken in.
    package var received: Set<CharacterID> = []
    /// The characters of which something was sent.
    package var sent: Set<CharacterID> = []
    /// Values that somebody gave without knowing of the one that counts, in the characters that this sync has changed.
    package var kept: [KeptValue] = []
    /// Sentences about what was left for later, and why.
    package var notes: [String] = []

    package init() {}
}

/// Brings a library and a place together.
package struct Synchronizer {
    private let library: Library
    private let place: any LibrarySync
    /// The characters that count; nil for all.
    private let characters: Set<CharacterID>?
    /// Takes a PDF into the library as a template. Parents do not parse PDFs, so a worker has to read it.
    private let importTemplate: (_ file: FilePath, _ name: String?) throws -> Void

    package init(
        _ library: Library, with place: any LibrarySync, characters: Set<CharacterID>? = nil,
        importTemplate: @escaping (_ file: FilePath, _ name: String?) throws -> Void
    ) {
        (self.library, self.place, self.characters) = (library, place, characters)
        self.importTemplate = importTemplate
    }

    /// Which ways a sync goes.
    package struct Directions: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        package static let receiving = Directions(rawValue: 1)
        package static let sending = Directions(rawValue: 2)
        package static let both: Directions = [.receiving, .sending]
    }

    /// Takes in what is new at the place, and then sends what is new here.
    ///
    /// - Throws: ``LibraryError`` or ``SyncError``. What was taken in or sent by then stays.
    package func run(_ directions: Directions = .both) throws -> SyncResult {
        var result = SyncResult()
        var replica = try library.syncing { try $0.replica(library.fileIdentity) }
        if place.isLibrary, place.id == "\(replica)" {
            throw SyncError("This is the server of the library itself.")
        }
        // Of what is unknown here, the items get the names that they have at the place.
        var unknown: [CodedUnit] = []
        func take(_ arrivals: Arrivals) throws -> [KnownUnit] {
            result.notes += arrivals.notes
            guard try !library.syncing({ try $0.isRolledBack(replica, arrivals.units.map(\.unit)) }) else {
                throw RolledBack()
            }
            guard directions.contains(.receiving) else {
                unknown += arrivals.units.map(\.unit)
                return []
            }
            let outcome = try receive(arrivals, by: replica, &result)
            unknown += outcome.waiting.map { arrivals.units[$0].unit }
            return outcome.has
        }
        do { try place.receive(for: try reader(replica), take) } catch is RolledBack {
            replica = try library.syncing { try $0.renewReplica(library.fileIdentity) }
            try place.receive(for: try reader(replica), take)
        }
        try recordChanges(by: replica, given: unknown, &result)
        if directions.contains(.sending) { try send(from: replica, &result) }
        return result
    }

    /// Thrown where the place knows changes of this library that it does not know itself.
    private struct RolledBack: Error {}

    private func reader(_ replica: ReplicaID) throws -> SyncReader {
        SyncReader(
            replica: replica, characters: characters, read: try library.syncing { try $0.packets(of: place.id) })
    }

    /// Returns what a sync would do, without doing it. Only what is known by now counts.
    package func preview(_ directions: Directions = .both) throws -> SyncResult {
        var result = SyncResult()
        if directions.contains(.receiving) {
            let replica = try library.syncing { try $0.replica(library.fileIdentity) }
            try place.receive(for: reader(replica)) { arrivals in
                result.notes += arrivals.notes
                result.received.formUnion(arrivals.units.compactMap { CharacterID($0.unit.character) }.filter(isWanted))
                return []
            }
        }
        if directions.contains(.sending) {
            let changed = try library.syncing { try $0.changedCharacters() }
            let unsent = try SyncSender(library: library, place: place.id, characters: characters).characterIDs()
            result.sent = unsent.union(changed).filter(isWanted)
        }
        return result
    }

    private func isWanted(_ id: CharacterID) -> Bool { characters?.contains(id) ?? true }

    private func receive(
        _ arrivals: Arrivals, by replica: ReplicaID, _ result: inout SyncResult
    ) throws -> SyncReceiver.Outcome {
        let receiver = SyncReceiver(
            library: library, place: place.id, isLibrary: place.isLibrary, characters: characters
        ) { hash, name, id in
            guard let file = try place.template(hash) else {
                throw SyncError("The template of the character \(id) has not arrived yet.")
            }
            do { try importTemplate(file, name) } catch {
                throw SyncError("The template of the character \(id) cannot be imported: \(error)")
            }
        }
        let outcome = try receiver.receive(arrivals.units.map(\.unit), by: replica)
        result.received.formUnion(outcome.changes.map(\.id))
        result.kept += outcome.kept
        result.notes += outcome.notes
        let unfinished = Set(outcome.waiting.map { arrivals.units[$0].packet })
        try library.syncing { transaction in
            for name in arrivals.packets where !unfinished.contains(name) {
                try transaction.addPacket(name, of: place.id)
            }
        }
        return outcome
    }

    /// Records what has changed here since the last sync.
    ///
    /// - Parameter units: what is new at the place. A page of which nothing is known gets the names that these use.
    private func recordChanges(by replica: ReplicaID, given units: [CodedUnit], _ result: inout SyncResult) throws {
        let arriving = Dictionary(grouping: units, by: \.character)
        for id in try library.syncing({ try $0.changedCharacters() }) where isWanted(id) {
            do {
                try library.syncing { transaction in
                    let state = try SharedState(of: id, transaction, by: replica, arriving["\(id)"] ?? [])
                    _ = try state.write()
                }
            } catch { result.notes.append(try SyncReceiver.note(about: error, id)) }
        }
    }

    private func send(from replica: ReplicaID, _ result: inout SyncResult) throws {
        let sender = SyncSender(library: library, place: place.id, characters: characters)
        var last: UnitPlace?
        var templates: Set<TemplateID> = []
        while let portion = try sender.next(after: last) {
            last = portion.end
            result.notes += portion.notes
            for template in portion.templates where templates.insert(template.id).inserted {
                let refusal = try place.sendTemplate(
                    template.contentHash, named: template.name, library.content(of: template.id))
                if let refusal { result.notes.append(refusal) }
            }
            guard !portion.units.isEmpty else { continue }
            let receipt = try place.send(SyncPacket(units: portion.units.map(\.unit)), from: replica)
            result.notes += receipt.notes
            try library.syncing { transaction in
                if let name = receipt.packet { try transaction.addPacket(name, of: place.id) }
                for known in receipt.has ?? portion.units.map(\.known) {
                    guard let id = CharacterID(known.character) else { continue }
                    try transaction.setKnown(place.id, id, known.unit, to: known.seen)
                }
            }
            result.sent.formUnion(portion.units.map(\.id))
        }
    }
}

extension SyncTransaction {
    /// Returns the id of the library for sync, and makes a new one for a copy of another library, which would number other
    /// changes alike.
    ///
    /// - Parameter identity: the number of the database's file, which a copy does not have.
    func replica(_ identity: Int64?) throws -> ReplicaID {
        let known = try number("replica").map { ReplicaID(bits: UInt64(bitPattern: $0)) }
        if let known, let identity, try number("file") == identity { return known }
        return try renewReplica(identity)
    }

    /// Gives the library a new id.
    func renewReplica(_ identity: Int64?) throws -> ReplicaID {
        let new = ReplicaID(bits: randomBits)
        try setNumber("replica", new.value)
        try setNumber("file", identity ?? 0)
        return new
    }

    /// Returns whether somebody has changes of a library that it does not know itself: it is a copy of another one, or an
    /// older state of itself. It records each change before it sends it.
    func isRolledBack(_ replica: ReplicaID, _ units: [CodedUnit]) throws -> Bool {
        let text = "\(replica)"
        for unit in units where unit.replicas.contains(text) {
            guard let id = CharacterID(unit.character), let there = try? unit.seenVector().counts[replica] else {
                continue
            }
            let here = try seen(of: UnitPlace(id, unit.unit)).flatMap { VersionVector(coded: $0) }
            if there > here?.counts[replica] ?? 0 { return true }
        }
        return false
    }
}
