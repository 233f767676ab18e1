// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// What `limn-package.json` says, in version 1. Keys that are not known are ignored; those of later additions are optional.
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
        /// The page, from 1, of ink.
        var page: Int?
        /// The size in bytes.
        var size: Int
        /// The hash of the contents, as ``ContentHash`` writes it.
        var xxh3: String
    }

    var format: String
    var version: Int
    var character: Character
    var template: Template?
    var parts: [Part]

    /// The bytes of the manifest: the same ones for the same content.
    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }

    /// What stands in the manifests of all versions.
    struct Head: Codable {
        var format: String
        var version: Int
    }
}
