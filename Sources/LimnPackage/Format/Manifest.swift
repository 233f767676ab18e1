// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// The content of `limn-package.json`, versions 1 to 3. Unknown keys are ignored; keys added later are optional.
package struct Manifest: Codable {
    package struct Character: Codable {
        package var name: String
        package var favorite: Bool
        package var tags: [String]
        package var lastPage: Int?
        package var created: Timestamp
        package var modified: Timestamp
        /// The list of pages as a text; nil for the template's pages.
        package var pages: String?

        package init(
            name: String, favorite: Bool, tags: [String], lastPage: Int?, created: Timestamp, modified: Timestamp,
            pages: String? = nil
        ) {
            (self.name, self.favorite, self.tags, self.lastPage) = (name, favorite, tags, lastPage)
            (self.created, self.modified, self.pages) = (created, modified, pages)
        }
    }

    package struct Template: Codable {
        package var name: String
        package var needsPassword: Bool
        package var pages: [PageEntry]

        package init(name: String, needsPassword: Bool, pages: [PageEntry]) {
            (self.name, self.needsPassword, self.pages) = (name, needsPassword, pages)
        }
    }

    package struct Part: Codable {
        package var path: String
        package var role: String
        /// For ink, the page, from 1.
        package var page: Int?
        /// The size in bytes.
        package var size: Int
        /// The `QuickHash` of the contents.
        package var xxh3: String

        package init(path: String, role: String, page: Int?, size: Int, xxh3: String) {
            (self.path, self.role, self.page, self.size, self.xxh3) = (path, role, page, size, xxh3)
        }
    }

    package var format = PackageFormat.name
    package var version: Int
    package var character: Character
    package var template: Template?
    package var parts: [Part]

    /// Makes a manifest with the lowest version that supports all of its parts.
    package init(character: Character, template: Template?, parts: [Part]) {
        let hasForm = parts.contains { $0.role == PartRole.form.name }
        version =
            character.pages != nil
            ? PackageFormat.version : hasForm ? PackageFormat.versionWithoutPages : PackageFormat.versionWithoutForm
        (self.character, self.template, self.parts) = (character, template, parts)
    }

    /// Encodes the manifest deterministically.
    package func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }

    /// The keys that all versions have.
    package struct Head: Codable {
        package var format: String
        package var version: Int
    }
}
