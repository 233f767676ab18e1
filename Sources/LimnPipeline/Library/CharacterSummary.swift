// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import LimnLibrary

/// A character as JSON shows it in lists.
public struct CharacterSummary: Sendable, Encodable {
    /// The character.
    public let record: CharacterRecord
    /// What its template is called; nil for an orphan.
    public let templateName: String?

    /// Makes a summary.
    public init(_ record: CharacterRecord, templateName: String?) {
        self.record = record
        self.templateName = templateName
    }

    /// Characters with the names of their templates, each of which is looked up once.
    ///
    /// - Throws: `LibraryError`.
    public static func all(
        _ records: [CharacterRecord], in library: any LibraryStore
    ) throws(LibraryError) -> [CharacterSummary] {
        var names: [TemplateID: String] = [:]
        var summaries: [CharacterSummary] = []
        summaries.reserveCapacity(records.count)
        for record in records {
            if let id = record.template, names[id] == nil { names[id] = try library.template(id).name }
            summaries.append(CharacterSummary(record, templateName: record.template.flatMap { names[$0] }))
        }
        return summaries
    }

    private enum Key: String, CodingKey {
        case id, name, template, templateName, favorite, tags, lastPage, created, modified
    }

    /// Writes all keys, with null for what is not there; times in ISO 8601, UTC.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("\(record.id)", forKey: .id)
        try container.encode(record.name, forKey: .name)
        try container.encode(record.template.map { "\($0)" }, forKey: .template)
        try container.encode(templateName, forKey: .templateName)
        try container.encode(record.isFavorite, forKey: .favorite)
        try container.encode(record.tags, forKey: .tags)
        try container.encode(record.lastPage, forKey: .lastPage)
        try container.encode(record.created.iso8601, forKey: .created)
        try container.encode(record.modified.iso8601, forKey: .modified)
    }
}

/// Everything that a library knows of a character, but for its ink, of which nothing is read.
public struct CharacterDetails: Sendable, Encodable {
    /// The character, and its template's name.
    public let summary: CharacterSummary
    /// The number of pages of its template; nil for an orphan.
    public let pageCount: Int?
    /// The pages that were ever drawn on.
    public let pages: [PageSummary]
    /// Whether it is what was looked at last in its library.
    public let isLastViewed: Bool

    /// Reads it.
    ///
    /// - Throws: `LibraryError`.
    public init(of id: CharacterID, in library: any LibraryStore) throws(LibraryError) {
        let record = try library.character(id)
        let template = try record.template.map { id throws(LibraryError) in try library.template(id) }
        summary = CharacterSummary(record, templateName: template?.name)
        pageCount = template?.pageCount
        pages = try library.drawnPages(of: id)
        isLastViewed = try library.lastViewed()?.character == id
    }

    private enum Key: String, CodingKey { case pages, pageCount, lastViewed }

    /// Writes the keys of the list, and `pageCount`, `lastViewed` and `pages`:
    /// `{"page", "strokes", "points", "revision", "canUndo", "canRedo", "modified"}`.
    public func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(pageCount, forKey: .pageCount)
        try container.encode(isLastViewed, forKey: .lastViewed)
        try container.encode(pages.map { Page(summary: $0) }, forKey: .pages)
    }

    private struct Page: Encodable {
        let summary: PageSummary

        private enum Key: String, CodingKey { case page, strokes, points, revision, canUndo, canRedo, modified }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(summary.page, forKey: .page)
            try container.encode(summary.strokeCount, forKey: .strokes)
            try container.encode(summary.pointCount, forKey: .points)
            try container.encode(summary.revision, forKey: .revision)
            try container.encode(summary.canUndo, forKey: .canUndo)
            try container.encode(summary.canRedo, forKey: .canRedo)
            try container.encode(summary.modified.iso8601, forKey: .modified)
        }
    }
}
