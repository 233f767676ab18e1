// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnForms
internal import LimnGeometry

extension FormEdit {
    private struct Stored: Codable {
        var before: StoredEntry?
        var after: StoredEntry?
    }

    /// An edit that also changes the template. As an array, it differs from an edit of a field with any name.
    private struct StoredMove: Codable {
        var changes: [String: Stored]
        var edition: EditionChange

        init(_ changes: [String: Stored], _ edition: EditionChange) {
            (self.changes, self.edition) = (changes, edition)
        }

        init(from decoder: any Decoder) throws {
            var parts = try decoder.unkeyedContainer()
            (changes, edition) = (try parts.decode([String: Stored].self), try parts.decode(EditionChange.self))
        }

        func encode(to encoder: any Encoder) throws {
            var parts = encoder.unkeyedContainer()
            try parts.encode(changes)
            try parts.encode(edition)
        }
    }

    /// Encodes the edit for the journal, as JSON: an object by field names; if the template changes, an array of that
    /// object and the change.
    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let stored = changes.mapValues {
            Stored(before: $0.before.map(StoredEntry.init), after: $0.after.map(StoredEntry.init))
        }
        return Array(try edition.map { try encoder.encode(StoredMove(stored, $0)) } ?? encoder.encode(stored))
    }

    /// Decodes an edit from the journal.
    ///
    /// - Throws: `DecodingError` or `CocoaError` if it is damaged.
    init(decoding bytes: [UInt8]) throws {
        guard bytes.count <= FormRule.maximumStoredBytes else { throw CocoaError(.coderReadCorrupt) }
        let isMove = bytes.first == UInt8(ascii: "[")
        let move = isMove ? try BoundedJSON.decode(StoredMove.self, from: Data(bytes)) : nil
        let stored = try move?.changes ?? BoundedJSON.decode([String: Stored].self, from: Data(bytes))
        self.init(
            changes: stored.mapValues { Change(before: $0.before?.entry, after: $0.after?.entry) },
            edition: move?.edition)
    }
}

extension FieldEntry {
    /// The texts that a search finds.
    var searched: [String] {
        switch self {
        case .text(let text), .number(let text): [text]
        case .list(let texts): texts
        case .flag, .picture: []
        }
    }

    /// The hash of the picture; nil if the value is not a picture.
    var pictureHash: String? { if case .picture(let hash) = self { hash } else { nil } }
}

extension [String: FieldEntry] {
    /// All texts that a search finds, in the order of the names.
    var searchedText: String {
        sorted { $0.key.precedes($1.key) }.flatMap(\.value.searched).joined(separator: "\n")
    }

    /// The hashes of all pictures.
    var pictureHashes: Set<String> { Set(values.compactMap(\.pictureHash)) }
}
