// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// The content of `limn-package.json`, version 1. Unknown keys are ignored; keys added later are optional.
struct Manifest: Codable {
    struct Character: Codable {
        var name: String
        var favorite: Bool
        var tags: [String]
        var lastPage: Int?
        var created: Timestamp
        var modified: Timestamp
    }

    struct Template: Codable {
        var name: String
        var needsPassword: Bool
        var pages: [PageEntry]
    }

    struct Part: Codable {
        var path: String
        var role: String
        /// For ink, the page, from 1.
        var page: Int?
        /// The size in bytes.
        var size: Int
        /// The `QuickHash` of the contents.
        var xxh3: String
    }

    var format: String
    var version: Int
    var character: Character
    var template: Template?
    var parts: [Part]

    /// Encodes the manifest deterministically.
    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }

    /// The keys that every version has.
    struct Head: Codable {
        var format: String
        var version: Int
    }
}
