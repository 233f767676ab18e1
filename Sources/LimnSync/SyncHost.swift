// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
package import LimnLibrary

/// What a library asks a server for.
package struct SyncRequest: Codable, Sendable {
    package var limnSync = 1
    /// The id of the library.
    package var replica: String
    /// What it has now of the units that it was sent before.
    package var has: [KnownUnit] = []
    /// The characters that count; nil for all.
    package var characters: [String]?
    /// Where to go on: ``SyncPacket/next`` of the packet before; nil for the first one.
    package var after: String?
    /// The number of the exchange, from 1. Each one is the next of the last one that was answered.
    package var round = 1
    /// Whether nobody takes in what is answered, so that nothing is noted; nil for no.
    package var preview: Bool?
    /// In the first request: the characters that the library has never recorded.
    package var unnamed: [String]?
    /// In the request after ``SyncPacket/unnamed``: those among them that the server may record now.
    package var named: [String]?
}

/// The side of a server in a sync: its library is the place. Each library that syncs with it is a place for it, too.
package struct SyncHost: Sendable {
    private let library: Library

    package init(_ library: Library) { self.library = library }

    /// The id of the server's library.
    ///
    /// - Throws: ``LibraryError``.
    package func id() throws -> String { "\(try replica())" }

    private func replica() throws -> ReplicaID {
        try library.syncing { try $0.replica(library.fileIdentity) }
    }

    private static func replica(_ text: String) throws(SyncError) -> ReplicaID {
        guard let id = ReplicaID(text) else { throw SyncError("“\(text.prefix(20))” is no id of a library.") }
        return id
    }

    /// Returns the next packet of what a library lacks. It is empty when nothing is left.
    ///
    /// - Throws: ``LibraryError``; ``SyncError`` for a request that is not valid.
    package func packet(for request: SyncRequest) throws -> SyncPacket {
        guard (1...(1 << 40)).contains(request.round) else { throw SyncError("“round” is no number of an exchange.") }
        guard request.limnSync == 1 else { throw SyncError("A newer Limn asks. Use a newer Limn here.") }
        let reader = try Self.replica(request.replica)
        let last = try request.after.map { text in
            guard let place = UnitPlace(coded: text) else { throw SyncError("“after” is no place of a unit.") }
            return place
        }
        var packet = SyncPacket(units: [])
        let isFirst = request.after == nil && request.named == nil
        let unnamed: [CharacterID] = try library.syncing { transaction in
            if request.preview == true { return [] }
            if isFirst {
                let order = try transaction.begin(request.round, with: reader)
                packet.restarts = order != .next
                if packet.restarts { try transaction.forgetKnown("\(reader)") }
                // It would number other changes like those that it has lost.
                if order == .hereIsOlder { _ = try transaction.renewReplica(library.fileIdentity) }
                try transaction.forgetKnown(
                    "\(reader)", of: (request.unnamed ?? []).compactMap { CharacterID($0) })
            } else {
                try transaction.confirmRound(with: reader)
            }
            for known in request.has {
                guard let unit = known.place, VersionVector(coded: known.seen) != nil else {
                    throw SyncError("“has” does not name a unit.")
                }
                guard try transaction.seen(of: unit) != nil else { continue }
                try transaction.setKnown("\(reader)", unit, to: known.seen)
            }
            return isFirst ? try transaction.unrecordedCharacters() : []
        }
        // The library that asks may have names for their items.
        packet.unnamed = unnamed.map { "\($0)" }
        guard packet.unnamed.isEmpty else { return packet }
        if last == nil {
            let named = Set((request.named ?? []).compactMap { CharacterID($0) })
            packet.notes = try SharedState.recordChanges(in: library, by: replica()) { transaction, id in
                try named.contains(id) || transaction.isKnown(id)
            }
        }
        let wanted = request.characters.map { Set($0.compactMap { CharacterID($0) }) }
        let sender = SyncSender(library: library, place: "\(reader)", characters: wanted)
        guard let portion = try sender.next(after: last) else { return packet }
        packet.units = portion.units.map(\.unit)
        packet.notes += portion.notes
        packet.next = portion.end.coded
        return packet
    }

    /// Takes in what a library has sent.
    ///
    /// - Throws: ``LibraryError``; ``SyncError`` for a packet that is not valid.
    package func take(_ packet: SyncPacket, from text: String) throws -> (SyncReceipt, [SyncedCharacter]) {
        let sender = try Self.replica(text)
        var replica = try replica()
        try library.syncing { transaction in
            try transaction.confirmRound(with: sender)
            if try transaction.isRolledBack(replica, packet.units) {
                replica = try transaction.renewReplica(library.fileIdentity)
            }
        }
        let receiver = SyncReceiver(
            library: library, place: "\(sender)", isLibrary: true, characters: nil
        ) { _, _, id in
            throw SyncError("The template of the character \(id) has not arrived yet.")
        }
        let outcome = try receiver.receive(packet.units, by: replica)
        var receipt = SyncReceipt()
        (receipt.has, receipt.notes) = (outcome.has, outcome.notes)
        return (receipt, outcome.changes)
    }
}

/// How an exchange follows the last one.
private enum ExchangeOrder {
    /// It is the next one, or the last one again because its answer was lost.
    case next
    case hereIsOlder, thereIsOlder
}

extension SyncTransaction {
    private static func round(_ replica: ReplicaID) -> String { "round.\(replica)" }

    /// Notes that an exchange with a library begins.
    ///
    /// - Returns: which side is an older state of itself, if one is.
    fileprivate func begin(_ round: Int, with replica: ReplicaID) throws -> ExchangeOrder {
        // Twice the number of the last exchange, and one more if its answer has arrived.
        let stored = Int(try number(Self.round(replica)) ?? 0)
        let (last, isConfirmed) = (stored / 2, !stored.isMultiple(of: 2))
        try setNumber(Self.round(replica), Int64(clamping: round) * 2)
        if round == last + 1 || round == last && !isConfirmed { return .next }
        return round > last ? .hereIsOlder : .thereIsOlder
    }

    /// Notes that an answer of the present exchange has arrived.
    fileprivate func confirmRound(with replica: ReplicaID) throws {
        let stored = try number(Self.round(replica)) ?? 0
        if stored.isMultiple(of: 2), stored > 0 { try setNumber(Self.round(replica), stored + 1) }
    }
}
