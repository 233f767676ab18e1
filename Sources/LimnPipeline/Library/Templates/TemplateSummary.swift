// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnJobs
public import LimnLibrary

/// A template in JSON lists.
public struct TemplateSummary: Sendable, Encodable {
    /// The template.
    public let record: TemplateRecord

    /// Makes a summary.
    ///
    /// - Parameter record: the template.
    public init(_ record: TemplateRecord) { self.record = record }

    /// Encodes all keys. `imported` is in ISO 8601, UTC.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "id": "\(record.id)", "name": record.name, "pageCount": record.pageCount, "bytes": record.byteCount,
            "hash": record.contentHash, "formFields": record.hasFormFields, "locked": record.needsPassword,
            "imported": record.imported.iso8601,
        ])
    }
}

/// The details of a template, without its text and its PDF.
public struct TemplateDetails: Sendable, Encodable {
    /// The template.
    public let record: TemplateRecord
    /// The number of characters with this template.
    public let characters: Int
    /// The entries of the outline, in reading order.
    public let outline: [OutlineEntry]
    /// The displayed widths and heights of the pages, in points.
    public let sizes: [(width: Double, height: Double)]
    /// The size of the thumbnail in bytes; nil if there is none.
    public let thumbnailBytes: Int?

    /// Reads the details of a template.
    ///
    /// - Parameters:
    ///   - id: the template.
    ///   - library: the library that holds it.
    /// - Throws: `LibraryError`.
    public init(of id: TemplateID, in library: any LibraryStore) throws(LibraryError) {
        record = try library.template(id)
        characters = try library.characterCount(of: id)
        outline = try library.outline(of: id)
        sizes = try library.pages(of: id).map { ($0.size.width, $0.size.height) }
        thumbnailBytes = try library.thumbnail(of: id)?.count
    }

    /// Encodes the keys of ``TemplateSummary``, `characters`, `outline`, `sizes` (`[width, height]` per page) and
    /// `thumbnailBytes`.
    public func encode(to encoder: any Encoder) throws {
        try TemplateSummary(record).encode(to: encoder)
        try encoder.encodeMembers([
            "characters": characters, "outline": outline, "sizes": sizes.map { [$0.width, $0.height] },
            "thumbnailBytes": thumbnailBytes,
        ])
    }
}

extension Date {
    /// The time in JSON: ISO 8601 in UTC, with milliseconds.
    var iso8601: String { formatted(Self.style) }

    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
