// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompression
internal import LimnGeometry
internal import LimnLibrary

/// Units that travel together. `Documentation/Sync.md` describes its bytes: gzip of JSON.
package struct SyncPacket: Sendable {
    package var units: [CodedUnit]
    /// Sentences about what the sender has left for later.
    package var notes: [String] = []
    /// Where the next packet of a server begins; nil in a folder, and in the last packet.
    package var next: String?
    /// The characters that a server has never recorded.
    package var unnamed: [String] = []
    /// Whether one side has become older than it was, so that both must forget what the other one has.
    package var restarts = false

    /// The largest number of bytes of a packet, before and after compression.
    package static let sizeLimit = 256 << 20

    private struct Content: Codable {
        var limnSync: Int
        var units: [CodedUnit]
        var notes: [String]?
        var next: String?
        var unnamed: [String]?
        var restarts: Bool?
    }

    package init(units: [CodedUnit]) { self.units = units }

    /// Decodes a packet.
    ///
    /// - Parameter name: what the packet is called in an error.
    package init(decoding bytes: [UInt8], named name: String) throws(SyncError) {
        let content: Content
        do {
            let json = try Gzip.decompress(bytes, limits: InflateLimits(maximumBytes: Self.sizeLimit))
            content = try BoundedJSON.decode(Content.self, from: Data(json))
        } catch { throw SyncError("\(name) is damaged, or no packet of a library.") }
        guard content.limnSync == 1 else { throw SyncError("\(name) was written by a newer Limn. Use a newer Limn.") }
        (units, notes, next) = (content.units, content.notes ?? [], content.next)
        (unnamed, restarts) = (content.unnamed ?? [], content.restarts ?? false)
    }

    /// Returns the bytes of the packet. Equal packets have equal bytes.
    package func encoded() throws(SyncError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let content = Content(
            limnSync: 1, units: units, notes: notes.isEmpty ? nil : notes, next: next,
            unnamed: unnamed.isEmpty ? nil : unnamed, restarts: restarts ? true : nil)
        guard let json = try? encoder.encode(content) else { throw SyncError("A packet cannot be written.") }
        return Gzip.compress([UInt8](json))
    }
}

/// What somebody has of a unit.
package struct KnownUnit: Codable, Equatable, Sendable {
    /// The id of the character.
    package var character: String
    package var unit: String
    /// The changes that it includes, as ``VersionVector/coded``.
    package var seen: String

    /// The unit; nil if the character has no valid id.
    var place: UnitPlace? { CharacterID(character).map { UnitPlace($0, unit) } }
}
