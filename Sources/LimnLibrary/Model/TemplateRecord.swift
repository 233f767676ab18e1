// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

/// A template: an imported PDF to write on.
///
/// A record is a copy. Changing its name does not change the library; ``LibraryStore/renameTemplate(_:to:)`` does.
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
    /// The number of pages, at least 1.
    public let pageCount: Int
    /// Whether the PDF has form fields.
    public let hasFormFields: Bool
    /// Whether opening the PDF requires a password. The library never stores passwords.
    public let needsPassword: Bool
    /// The time of the first import, to the millisecond.
    public let imported: Date
}

/// An entry of a template's outline (bookmarks). The list of entries is flat; ``level`` gives the nesting.
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
