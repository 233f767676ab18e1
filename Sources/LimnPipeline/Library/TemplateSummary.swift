// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnJobs
public import LimnLibrary

/// A template as JSON shows it in lists.
public struct TemplateSummary: Sendable, Encodable {
    /// The template.
    public let record: TemplateRecord

    /// Makes a summary.
    public init(_ record: TemplateRecord) { self.record = record }

    /// Writes all keys; `imported` in ISO 8601, UTC.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "id": "\(record.id)", "name": record.name, "pageCount": record.pageCount, "bytes": record.byteCount,
            "hash": record.contentHash, "formFields": record.hasFormFields, "locked": record.needsPassword,
            "imported": record.imported.iso8601,
        ])
    }
}

/// Everything that a library knows of a template, but for its text and its PDF.
public struct TemplateDetails: Sendable, Encodable {
    /// The template.
    public let record: TemplateRecord
    /// How many characters are written on it.
    public let characters: Int
    /// The outline.
    public let outline: [OutlineEntry]
    /// The pages' widths and heights as displayed, in points.
    public let sizes: [(width: Double, height: Double)]
    /// The size of its thumbnail in bytes; nil where it has none.
    public let thumbnailBytes: Int?

    /// Reads it.
    ///
    /// - Throws: `LibraryError`.
    public init(of id: TemplateID, in library: any LibraryStore) throws(LibraryError) {
        record = try library.template(id)
        characters = try library.characterCount(of: id)
        outline = try library.outline(of: id)
        sizes = try library.pages(of: id).map { ($0.size.width, $0.size.height) }
        thumbnailBytes = try library.thumbnail(of: id)?.count
    }

    /// Writes the keys of the list, and `characters`, `outline`, `sizes` (`[width, height]` a page), `thumbnailBytes`.
    public func encode(to encoder: any Encoder) throws {
        try TemplateSummary(record).encode(to: encoder)
        try encoder.encodeMembers([
            "characters": characters, "outline": outline, "sizes": sizes.map { [$0.width, $0.height] },
            "thumbnailBytes": thumbnailBytes,
        ])
    }
}

extension Date {
    /// The time as JSON shows it: ISO 8601 in UTC, with milliseconds.
    var iso8601: String { formatted(Self.style) }

    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
