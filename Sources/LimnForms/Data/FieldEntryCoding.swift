// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry

/// Encodes entries, keyed by full field name, as one JSON object.
///
/// A text is a string, on and off are `true` and `false`, several rows are an array, a number is `{"number": "1.50"}`
/// and a picture is `{"picture": "its name"}`.
public enum FieldEntryCoding {
    /// Encodes entries as JSON, sorted by name, so that equal entries give equal bytes.
    ///
    /// - Parameter entries: The entries by full field name.
    /// - Returns: The JSON as UTF-8, on one line.
    public static func encode(_ entries: [String: FieldEntry]) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(entries.mapValues(StoredEntry.init)))
    }

    /// Decodes entries from the JSON that ``encode(_:)`` writes.
    ///
    /// - Throws: `DecodingError` for anything else.
    public static func decode(_ bytes: [UInt8]) throws -> [String: FieldEntry] {
        try BoundedJSON.decode([String: StoredEntry].self, from: Data(bytes)).mapValues(\.entry)
    }
}

/// A ``FieldEntry`` that is coded as ``FieldEntryCoding`` describes.
public struct StoredEntry: Codable, Equatable, Sendable {
    /// The entry.
    public var entry: FieldEntry

    /// Wraps an entry.
    public init(_ entry: FieldEntry) { self.entry = entry }

    private enum Keys: String, CodingKey { case number, picture }

    /// Reads an entry.
    ///
    /// - Throws: `DecodingError` for a value of another shape than ``FieldEntryCoding`` describes.
    public init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if let text = try? single.decode(String.self) {
            entry = .text(text)
        } else if let flag = try? single.decode(Bool.self) {
            entry = .flag(flag)
        } else if let texts = try? single.decode([String].self) {
            entry = .list(texts)
        } else {
            let keyed = try decoder.container(keyedBy: Keys.self)
            if let number = try keyed.decodeIfPresent(String.self, forKey: .number) {
                entry = .number(number)
            } else {
                entry = .picture(path: try keyed.decode(String.self, forKey: .picture))
            }
        }
    }

    /// Writes the entry.
    public func encode(to encoder: any Encoder) throws {
        switch entry {
        case .text(let text):
            var single = encoder.singleValueContainer()
            try single.encode(text)
        case .flag(let flag):
            var single = encoder.singleValueContainer()
            try single.encode(flag)
        case .list(let texts):
            var single = encoder.singleValueContainer()
            try single.encode(texts)
        case .number(let number):
            var keyed = encoder.container(keyedBy: Keys.self)
            try keyed.encode(number, forKey: .number)
        case .picture(let name):
            var keyed = encoder.container(keyedBy: Keys.self)
            try keyed.encode(name, forKey: .picture)
        }
    }
}
