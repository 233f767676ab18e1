// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnForms
internal import LimnGeometry

extension FormEdit {
    private struct Stored: Codable {
        var before: StoredEntry?
        var after: StoredEntry?
    }

    /// An edit that also changes the template or the list of pages. As an array, it differs from an edit of a field with
    /// any name.
    private struct StoredMove: Codable {
        var changes: [String: Stored]
        var edition: EditionChange?
        var pages: PageListEdit?

        init(_ changes: [String: Stored], _ edition: EditionChange?, _ pages: PageListEdit?) {
            (self.changes, self.edition, self.pages) = (changes, edition, pages)
        }

        init(from decoder: any Decoder) throws {
            var parts = try decoder.unkeyedContainer()
            changes = try parts.decode([String: Stored].self)
            edition = try parts.decodeIfPresent(EditionChange.self)
            pages = parts.isAtEnd ? nil : try parts.decodeIfPresent(PageListEdit.self)
        }

        func encode(to encoder: any Encoder) throws {
            var parts = encoder.unkeyedContainer()
            try parts.encode(changes)
            if let edition { try parts.encode(edition) } else { try parts.encodeNil() }
            if let pages { try parts.encode(pages) }
        }
    }

    /// Encodes the edit for the journal, as JSON: an object by field names; if the template or the list of pages changes,
    /// an array of that object, the change of the template or null, and the change of the list.
    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let stored = changes.mapValues {
            Stored(before: $0.before.map(StoredEntry.init), after: $0.after.map(StoredEntry.init))
        }
        return Array(
            isWhole ? try encoder.encode(StoredMove(stored, edition, pages)) : try encoder.encode(stored))
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
            edition: move?.edition, pages: move?.pages)
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
