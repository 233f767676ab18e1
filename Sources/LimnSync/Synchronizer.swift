// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
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
        var unknown: [CodedUnit] = []
        do { unknown = try receive(directions, by: replica, &result) } catch is RolledBack {
            replica = try library.syncing { try $0.renewReplica(library.fileIdentity) }
            result = SyncResult()
            unknown = try receive(directions, by: replica, &result)
        }
        try recordChanges(by: replica, given: unknown, &result)
        if directions.contains(.sending) { try send(from: replica, characters, &result) }
        return result
    }

    /// Thrown where the place knows changes of this library that it does not know itself.
    private struct RolledBack: Error {}

    /// Returns what a sync would do, without doing it. Only what is known by now counts.
    package func preview(_ directions: Directions = .both) throws -> SyncResult {
        var result = SyncResult()
        if directions.contains(.receiving) {
            let replica = try library.syncing { try $0.replica(library.fileIdentity) }
            func look(_ arrivals: Arrivals) -> [KnownUnit] {
                result.notes += arrivals.notes
                result.received.formUnion(arrivals.units.compactMap { CharacterID($0.unit.character) }.filter(isWanted))
                return []
            }
            switch place {
            case let place as any PacketSync:
                _ = look(try place.arrivals(besides: try library.syncing { try $0.packets(of: place.id) }))
            case let place as any PeerSync:
                try converse(with: place, replica, characters, isPreview: true, take: look)
            default: break
            }
        }
        if directions.contains(.sending) {
            let changed = try library.syncing { try $0.changedCharacters() }
            let unsent = try SyncSender(library: library, place: place.id, characters: characters).characterIDs()
            result.sent = unsent.union(changed).filter(isWanted)
        }
        return result
    }

    /// The number of the exchange with a server that is not kept yet.
    private final class PendingRound { var round: Int? }
    private let pending = PendingRound()

    /// Keeps the number of the exchange: its answer has arrived, and something comes of it.
    private func keepRound(_ peer: String) throws {
        guard let round = pending.round else { return }
        try library.syncing { try $0.setNumber("round.\(peer)", Int64(round)) }
        pending.round = nil
    }

    private func isWanted(_ id: CharacterID) -> Bool { characters?.contains(id) ?? true }

    // MARK: Receiving

    /// Takes in what is new at the place, or only reads it.
    ///
    /// - Returns: the units that were not taken in. Of what is unknown here, the items get the names that they have there.
    private func receive(
        _ directions: Directions, by replica: ReplicaID, _ result: inout SyncResult
    ) throws -> [CodedUnit] {
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
        switch place {
        case let place as any PacketSync:
            _ = try take(place.arrivals(besides: try library.syncing { try $0.packets(of: place.id) }))
        case let place as any PeerSync:
            guard place.id != "\(replica)" else { throw SyncError("This is the server of the library itself.") }
            var wanted = characters
            if !directions.contains(.receiving) {
                // Only of what was never recorded here, the names are needed.
                let unnamed = Set(try library.syncing { try $0.unrecordedCharacters() })
                wanted = characters.map { $0.intersection(unnamed) } ?? unnamed
            }
            var sent = SyncResult()
            try converse(with: place, replica, wanted) { named in
                guard directions.contains(.sending) else { return named }
                try recordChanges(by: replica, given: [], of: named, &sent)
                try send(from: replica, named, &sent)
                return try SyncSender(library: library, place: place.id, characters: named).characterIDs()
            } take: {
                try take($0)
            }
            result.sent.formUnion(sent.sent)
            result.notes += sent.notes
        default: break
        }
        return unknown
    }

    /// Asks a library for everything that it has to say.
    ///
    /// The items of a character that one side has never recorded get the names that they have on the other side. So they are
    /// not doubled after a library was rescued, or a character came back from a backup. A side that has fewer exchanges
    /// behind it than the other one knows of is an older state of itself: both forget what the other one has.
    ///
    /// - Parameters:
    ///   - wanted: the characters that count; nil for all.
    ///   - sendNamed: sends the states of characters that the other side has and never recorded; returns those of which
    ///     it does not have everything now.
    private func converse(
        with peer: any PeerSync, _ replica: ReplicaID, _ wanted: Set<CharacterID>?, isPreview: Bool = false,
        sendNamed: (Set<CharacterID>) throws -> Set<CharacterID> = { $0 }, take: (Arrivals) throws -> [KnownUnit]
    ) throws {
        var request = SyncRequest(replica: "\(replica)")
        request.characters = wanted?.sorted().map { "\($0)" }
        (request.round, request.unnamed) = try library.syncing { transaction in
            (
                Int(try transaction.number("round.\(peer.id)") ?? 0) + 1,
                try transaction.unrecordedCharacters().map { "\($0)" }
            )
        }
        if isPreview { request.preview = true }
        var packet = try peer.packet(for: request)
        request.unnamed = nil
        pending.round = isPreview ? nil : request.round
        if packet.restarts, !isPreview { try library.syncing { try $0.forgetKnown(peer.id) } }
        // An exchange that brings nothing is made again under its number, so that nothing is written here.
        if packet.restarts || !packet.units.isEmpty || !packet.unnamed.isEmpty { try keepRound(peer.id) }
        if !packet.unnamed.isEmpty {
            let theirs = Set(packet.unnamed.compactMap { CharacterID($0) })
            let both = try library.syncing { transaction in
                let known = try theirs.filter { try (wanted?.contains($0) ?? true) && transaction.isKnown($0) }
                if !isPreview { try transaction.forgetKnown(peer.id, of: known.sorted()) }
                return known
            }
            let left = both.isEmpty ? [] : try sendNamed(both)
            let named = theirs.subtracting(left).filter { wanted?.contains($0) ?? true }
            request.named = named.sorted().map { "\($0)" }
            packet = try peer.packet(for: request)
        }
        if wanted?.isEmpty == true { return }
        while true {
            let units = packet.units.map { Arrivals.Unit(packet: "", unit: $0) }
            request.has = try take(Arrivals(units: units, notes: packet.notes))
            guard let next = packet.next, next != request.after else { return }
            request.after = next
            packet = try peer.packet(for: request)
        }
    }

    private func receive(
        _ arrivals: Arrivals, by replica: ReplicaID, _ result: inout SyncResult
    ) throws -> SyncReceiver.Outcome {
        let receiver = SyncReceiver(
            library: library, place: place.id, isLibrary: place is any PeerSync, characters: characters
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
    private func recordChanges(
        by replica: ReplicaID, given units: [CodedUnit], of only: Set<CharacterID>? = nil, _ result: inout SyncResult
    ) throws {
        result.notes += try SharedState.recordChanges(in: library, by: replica, given: units) { _, id in
            isWanted(id) && only?.contains(id) ?? true
        }
    }

    private func send(
        from replica: ReplicaID, _ characters: Set<CharacterID>?, _ result: inout SyncResult
    ) throws {
        let sender = SyncSender(library: library, place: place.id, characters: characters)
        var last: UnitPlace?
        var templates: Set<TemplateID> = []
        while let portion = try sender.next(after: last) {
            last = portion.end
            result.notes += portion.notes
            for template in portion.templates where templates.insert(template.id).inserted {
                let content: InputFile
                do { content = try library.content(of: template.id) } catch {
                    result.notes.append("The template “\(template.name)” cannot be read: \(error)")
                    continue
                }
                let refusal = try place.sendTemplate(template.contentHash, named: template.name, content)
                if let refusal { result.notes.append(refusal) }
            }
            guard !portion.units.isEmpty else { continue }
            try keepRound(place.id)
            let receipt = try place.send(SyncPacket(units: portion.units.map(\.unit)), from: replica)
            result.notes += receipt.notes
            try library.syncing { transaction in
                if let name = receipt.packet { try transaction.addPacket(name, of: place.id) }
                for known in receipt.has ?? portion.units.map(\.known) {
                    guard let unit = known.place else { continue }
                    try transaction.setKnown(place.id, unit, to: known.seen)
                }
            }
            // A library says what it has taken.
            let taken = receipt.has.map { has in Set(has.compactMap(\.place)) }
            result.sent.formUnion(
                portion.units.map(\.place).filter { taken?.contains($0) ?? true }.map(\.character))
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
        try forgetNumbers("round.")
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
