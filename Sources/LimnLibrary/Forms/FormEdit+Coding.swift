// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnForms

extension FormEdit {
    private struct Stored: Codable {
        var before: StoredEntry?
        var after: StoredEntry?
    }

    /// Encodes the edit for the journal, as JSON.
    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let stored = changes.mapValues {
            Stored(before: $0.before.map(StoredEntry.init), after: $0.after.map(StoredEntry.init))
        }
        return Array(try encoder.encode(stored))
    }

    /// Decodes an edit from the journal.
    ///
    /// - Throws: `DecodingError` or `CocoaError` if it is damaged.
    init(decoding bytes: [UInt8]) throws {
        guard bytes.count <= FormRule.maximumStoredBytes else { throw CocoaError(.coderReadCorrupt) }
        let stored = try JSONDecoder().decode([String: Stored].self, from: Data(bytes))
        self.init(changes: stored.mapValues { Change(before: $0.before?.entry, after: $0.after?.entry) })
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
