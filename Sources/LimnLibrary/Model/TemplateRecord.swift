// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

/// A template: an imported PDF to write on.
public struct TemplateRecord: Hashable, Sendable, Identifiable {
    /// The permanent id.
    public let id: TemplateID
    /// The name, which need not be unique.
    public var name: String
    /// The `ContentHash` (LimnFiles) of the PDF, with 64 hexadecimal digits. If an older version of Limn imported the
    /// PDF and it could not be read since, this is a `QuickHash` with 32 digits.
    public let contentHash: String
    /// The size of the PDF in bytes.
    public let byteCount: Int
    /// The number of pages.
    public let pageCount: Int
    /// Whether the PDF has form fields.
    public let hasFormFields: Bool
    /// Whether opening the PDF requires a password. The library never stores passwords.
    public let needsPassword: Bool
    /// The time of the import.
    public let imported: Date
}

/// An entry of a template's outline (bookmarks).
public struct OutlineEntry: Hashable, Sendable, Codable {
    /// The depth, 0 at the top.
    public var level: Int
    /// The title.
    public var title: String
    /// The target page, from 1; nil if there is none.
    public var page: Int?

    /// Creates an entry.
    public init(level: Int, title: String, page: Int?) {
        self.level = level
        self.title = title
        self.page = page
    }
}
