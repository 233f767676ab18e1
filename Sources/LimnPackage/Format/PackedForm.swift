// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
package import LimnForms
internal import LimnGeometry

/// The form values of a character in a package: JSON with the entries and with the pictures, in Base64, by their
/// hashes.
package struct PackedForm {
    package var entries: [String: FieldEntry]
    /// The pictures by their `ContentHash`.
    package var pictures: [String: [UInt8]]

    package init(entries: [String: FieldEntry] = [:], pictures: [String: [UInt8]] = [:]) {
        (self.entries, self.pictures) = (entries, pictures)
    }

    private struct Stored: Codable {
        var entries: [String: StoredEntry]
        var pictures: [String: Data]?
    }

    /// Encodes the values deterministically.
    package func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(
            try encoder.encode(
                Stored(
                    entries: entries.mapValues(StoredEntry.init),
                    pictures: pictures.isEmpty ? nil : pictures.mapValues { Data($0) })))
    }

    /// Reads what ``encoded()`` writes.
    ///
    /// - Throws: `DecodingError`.
    package init(decoding bytes: [UInt8]) throws {
        let stored = try BoundedJSON.decode(Stored.self, from: Data(bytes))
        self.init(
            entries: stored.entries.mapValues(\.entry), pictures: (stored.pictures ?? [:]).mapValues { [UInt8]($0) })
    }

    /// The problem with the values as a clause for an error message; nil if there is none.
    package var problem: String? {
        for (hash, bytes) in pictures where ContentHash(bytes).description != hash {
            return "a picture of its form has changed since it was packed"
        }
        for case (let name, .picture(let hash)) in entries where pictures[hash] == nil {
            return "the picture of the field “\(name.prefix(80))” is missing"
        }
        return nil
    }
}
