// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnForms
internal import LimnInk
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
        let packets = try newPackets(&result)
        let replica = try library.syncing { try Self.replica($0, library.fileIdentity, given: packets.names) }
        if directions.contains(.receiving) { try receive(packets, by: replica, &result) }
        try recordChanges(by: replica, given: packets.units, &result)
        if directions.contains(.sending) { try send(from: replica, &result) }
        return result
    }

    /// Returns what a sync would do, without doing it. Only what is known by now counts.
    package func preview(_ directions: Directions = .both) throws -> SyncResult {
        var result = SyncResult()
        if directions.contains(.receiving) {
            let packets = try newPackets(&result)
            result.received = Set(packets.units.compactMap { CharacterID($0.unit.character) }.filter(isWanted))
        }
        if directions.contains(.sending) {
            result.sent = try library.syncing { transaction in
                Set(try transaction.changedCharacters()).union(
                    try transaction.unsent(to: place.id).map(\.character))
            }.filter(isWanted)
        }
        return result
    }

    private func isWanted(_ id: CharacterID) -> Bool { characters?.contains(id) ?? true }

    // MARK: Identity

    /// Returns the id of the library for sync, and makes a new one for a copy of another library.
    ///
    /// A copy would number other changes alike. It shows in the number of the database's file, or in packets of this library
    /// that it does not know: it records each one before it sends it.
    ///
    /// - Parameter packets: the names of the packets that it does not know.
    private static func replica(
        _ transaction: SyncTransaction, _ identity: Int64?, given packets: [String]
    ) throws -> ReplicaID {
        let known = try transaction.number("replica").map { ReplicaID(bits: UInt64(bitPattern: $0)) }
        let file = try transaction.number("file")
        if let known, identity != nil, file == identity, !packets.contains(where: { $0.hasPrefix("\(known)/") }) {
            return known
        }
        let new = ReplicaID(bits: transaction.randomBits)
        try transaction.setNumber("replica", new.value)
        try transaction.setNumber("file", identity ?? 0)
        return new
    }

    // MARK: Receiving

    /// A unit that has arrived, and the packet that brought it.
    struct Received {
        let packet: String
        let unit: CodedUnit
    }

    private struct Arrivals {
        /// The names of the packets.
        var names: [String] = []
        var units: [Received] = []
    }

    private func newPackets(_ result: inout SyncResult) throws -> Arrivals {
        let known = try library.syncing { try $0.packets(of: place.id) }
        var arrivals = Arrivals()
        for name in try place.packets() where !known.contains(name) {
            do {
                guard let packet = try place.packet(name) else {
                    result.notes.append("\(name) has not completely arrived yet.")
                    continue
                }
                arrivals.names.append(name)
                arrivals.units += packet.units.map { Received(packet: name, unit: $0) }
            } catch { result.notes.append("\(error)") }
        }
        return arrivals
    }

    private func receive(_ arrivals: Arrivals, by replica: ReplicaID, _ result: inout SyncResult) throws {
        var unfinished: Set<String> = []
        let groups = Dictionary(grouping: arrivals.units) { $0.unit.character }
        for (text, units) in groups.sorted(by: { $0.key < $1.key }) {
            guard let id = CharacterID(text) else {
                result.notes.append("A character has no valid id: “\(text.prefix(20))”.")
                continue
            }
            guard isWanted(id) else {
                unfinished.formUnion(units.map(\.packet))
                continue
            }
            do {
                let outcome = try receive(units, of: id, by: replica)
                unfinished.formUnion(outcome.waiting)
                if outcome.hasChanged { result.received.insert(id) }
                result.kept += outcome.kept
                result.notes += outcome.notes
            } catch {
                // The others go on.
                unfinished.formUnion(units.map(\.packet))
                result.notes.append(try Self.note(about: error, id))
            }
        }
        try library.syncing { transaction in
            for name in arrivals.names where !unfinished.contains(name) {
                try transaction.addPacket(name, of: place.id)
            }
        }
    }

    /// Returns the sentence about an error that concerns one character.
    ///
    /// - Throws: an error that concerns the library.
    private static func note(about error: any Error, _ id: CharacterID) throws -> String {
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

    private struct Outcome {
        /// The packets that have to be read again, because something is missing that they build upon.
        var waiting: Set<String> = []
        var hasChanged = false
        var kept: [KeptValue] = []
        var notes: [String] = []
    }

    /// Takes in the units of one character, in one transaction.
    private func receive(
        _ units: [Received], of id: CharacterID, by replica: ReplicaID
    ) throws -> Outcome {
        try fetchTemplates(of: units, id)
        return try library.syncing { transaction in
            var state = try SharedState(of: id, transaction, by: replica, units.map(\.unit))
            var outcome = Outcome()
            // One may build upon another that comes later here.
            var left = units
            while true {
                let waiting = try left.filter { try state.take($0.unit) == .waiting }
                if waiting.isEmpty || waiting.count == left.count {
                    outcome.waiting = Set(waiting.map(\.packet))
                    break
                }
                left = waiting
            }
            (outcome.hasChanged, outcome.kept) = try state.write()
            outcome.notes = state.notes
            if !outcome.waiting.isEmpty {
                outcome.notes.append("Changes of the character \(id) wait for earlier ones that have not arrived yet.")
            }
            left = units.filter { !outcome.waiting.contains($0.packet) }
            while true {
                let unnoted = try left.filter { try !state.note($0.unit, isAt: place.id) }
                if unnoted.isEmpty || unnoted.count == left.count { break }
                left = unnoted
            }
            return outcome
        }
    }

    /// Takes in the templates that the character will need.
    private func fetchTemplates(of units: [Received], _ id: CharacterID) throws {
        let isGone = try library.syncing { try $0.character(id) == nil && $0.isKnown(id) }
        for received in units where received.unit.unit == AboutUnit.name && !isGone {
            for sheet in received.unit.texts("template") {
                guard let hash = sheet.split(separator: "\n").first.map({ String($0) }) else { continue }
                guard try library.syncing({ try !$0.hasTemplate(hash) }) else { continue }
                guard let file = try place.template(hash) else {
                    throw SyncError("The template of the character \(id) has not arrived yet.")
                }
                let name = received.unit.texts("template name").first
                do { try importTemplate(file, name) } catch {
                    throw SyncError("The template of the character \(id) cannot be imported: \(error)")
                }
            }
        }
    }

    // MARK: Sending

    /// Records what has changed here since the last sync.
    ///
    /// - Parameter units: what is new at the place. A page of which nothing is known gets the names that these use.
    private func recordChanges(by replica: ReplicaID, given units: [Received], _ result: inout SyncResult) throws {
        let arriving = Dictionary(grouping: units.map(\.unit), by: \.character)
        for id in try library.syncing({ try $0.changedCharacters() }) where isWanted(id) {
            do {
                try library.syncing { transaction in
                    let state = try SharedState(of: id, transaction, by: replica, arriving["\(id)"] ?? [])
                    _ = try state.write()
                }
            } catch { result.notes.append(try Self.note(about: error, id)) }
        }
    }

    /// The number of bytes after which a packet ends.
    private static let packetSize = 4 << 20

    private func send(from replica: ReplicaID, _ result: inout SyncResult) throws {
        let unsent = try library.syncing { try $0.unsent(to: place.id, of: characters) }
        var (units, size): ([(id: CharacterID, unit: CodedUnit, seen: String)], Int) = ([], 0)
        var templates: Set<String> = []
        func flush() throws {
            guard !units.isEmpty else { return }
            let packet = try place.encoded(SyncPacket(units: units.map(\.unit)), from: replica)
            try library.syncing { try $0.addPacket(packet.name, of: place.id) }
            try place.send(packet)
            try library.syncing { transaction in
                for (id, unit, seen) in units { try transaction.setKnown(place.id, id, unit.unit, to: seen) }
            }
            result.sent.formUnion(units.map(\.id))
            (units, size) = ([], 0)
        }
        for (id, stored, known) in unsent {
            let base = known.flatMap { VersionVector(coded: $0) } ?? VersionVector()
            do {
                let found = try library.syncing { transaction -> (coded: CodedUnit, template: String?)? in
                    guard let unit = try SharedState.complete(stored, of: id, transaction) else { return nil }
                    var coded = try CodedUnit(unit, of: id, named: stored.name, since: base)
                    if stored.name == FormUnit.name {
                        coded.pictures = try FormUnit.pictures(unit, since: base).compactMap { hash in
                            try transaction.picture(hash, of: id).map { Data($0) }
                        }
                    }
                    let template = stored.name == AboutUnit.name ? try transaction.character(id)?.template : nil
                    return (coded, template)
                }
                guard let found else {
                    result.notes.append(
                        "The \(stored.name) of the character \(id) changes now; the next sync sends it.")
                    continue
                }
                // One in the trash stays here.
                if let hash = found.template, templates.insert(hash).inserted,
                    let template = try library.template(withContentHash: hash)
                {
                    try place.sendTemplate(hash, library.content(of: template.id))
                }
                units.append((id, found.coded, stored.seen))
                size +=
                    stored.state.count + (found.coded.ink?.count ?? 0)
                    + (found.coded.pictures ?? []).reduce(0) { $0 + $1.count }
            } catch { result.notes.append(try Self.note(about: error, id)) }
            if size > Self.packetSize { try flush() }
        }
        try flush()
    }
}
