// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

/// An imported PDF document that is written on, as lists show it.
public struct TemplateRecord: Hashable, Sendable, Identifiable {
    /// What names it for good.
    public let id: TemplateID
    /// What a person calls it; others may have the same name.
    public var name: String
    /// What tells its PDF from others: the hash of LimnFiles' `ContentHash`, 32 hexadecimal digits.
    public let contentHash: String
    /// The size of its PDF in bytes.
    public let byteCount: Int
    /// The number of pages.
    public let pageCount: Int
    /// Whether it has form fields.
    public let hasFormFields: Bool
    /// Whether its PDF asks for a password when it is opened. The library never holds one.
    public let needsPassword: Bool
    /// When it was imported.
    public let imported: Date
}

/// An entry of a template's outline (bookmarks).
public struct OutlineEntry: Hashable, Sendable, Codable {
    /// How deep it lies: 0 at the top.
    public var level: Int
    /// What it says.
    public var title: String
    /// The page it leads to, from 1; nil where it leads to none.
    public var page: Int?

    /// Makes an entry.
    public init(level: Int, title: String, page: Int?) {
        self.level = level
        self.title = title
        self.page = page
    }
}
