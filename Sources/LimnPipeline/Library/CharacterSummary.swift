// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnJobs
public import LimnLibrary

/// A character in JSON lists.
public struct CharacterSummary: Sendable, Encodable {
    /// The character.
    public internal(set) var record: CharacterRecord
    /// The name of the character's template; nil for an orphan.
    public let templateName: String?

    /// Makes a summary.
    ///
    /// - Parameters:
    ///   - record: the character.
    ///   - templateName: the name of its template; nil if it has none.
    public init(_ record: CharacterRecord, templateName: String?) {
        self.record = record
        self.templateName = templateName
    }

    /// Makes the summaries of characters. The name of each template is looked up only once.
    ///
    /// - Parameters:
    ///   - records: the characters.
    ///   - library: the library that holds them.
    /// - Returns: the summaries, in the order of the characters.
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

    /// Encodes all keys, with null for missing values. Times are in ISO 8601, UTC.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "id": "\(record.id)", "name": record.name, "template": record.template.map { "\($0)" },
            "templateName": templateName, "favorite": record.isFavorite, "tags": record.tags,
            "lastPage": record.lastPage, "created": record.created.iso8601, "modified": record.modified.iso8601,
        ])
    }
}

/// The details of a character, without its ink. Of its form values, only their number and their state are encoded.
public struct CharacterDetails: Sendable, Encodable {
    /// The character and its template's name.
    public private(set) var summary: CharacterSummary
    /// The number of pages of the character; nil for an orphan.
    public let pageCount: Int?
    /// The pages that have ever been drawn on, by their permanent numbers; see `PageList`.
    public private(set) var pages: [PageSummary]
    /// The form values of the character; nil if they cannot be read.
    public let form: FormValues?
    /// Whether the character is the last viewed one in its library.
    public let isLastViewed: Bool

    /// Reads the details of a character.
    ///
    /// - Parameters:
    ///   - id: the character.
    ///   - library: the library that holds it.
    /// - Throws: `LibraryError`.
    public init(of id: CharacterID, in library: any LibraryStore) throws(LibraryError) {
        let record = try library.character(id)
        let template = try record.template.map { id throws(LibraryError) in try library.template(id) }
        summary = CharacterSummary(record, templateName: template?.name)
        pageCount = record.template == nil ? nil : record.pageList?.pages.count ?? template?.pageCount
        pages = try library.drawnPages(of: id)
        do throws(LibraryError) { form = try library.formValues(of: id) } catch {
            guard error.code == .damaged else { throw error }
            form = nil
        }
        isLastViewed = try library.lastViewed()?.character == id
    }

    /// Returns the details for people who may see the number of items of some pages, but neither their kinds nor their
    /// points.
    package func withoutKinds(on numbers: Set<Int>) -> CharacterDetails {
        var copy = self
        copy.pages = pages.map { numbers.contains($0.page) ? $0.withoutKinds : $0 }
        return copy
    }

    /// The same details with the positions of pages instead of their permanent numbers. Removed pages are left out.
    public var byPosition: CharacterDetails {
        var copy = self
        let positions = summary.record.pageList?.positions
        copy.pages = pages.compactMap { page in
            (positions.map { $0[page.page] } ?? page.page).map { page.numbered($0) }
        }.sorted { $0.page < $1.page }
        copy.summary.record.lastPage = summary.record.lastPage.flatMap { page in positions.map { $0[page] } ?? page }
        return copy
    }

    /// Encodes the keys of ``CharacterSummary``, `pageCount`, `lastViewed`, `form` (`{"fields", "revision", "canUndo",
    /// "canRedo", "modified"}`) and `pages` (`{"page", "strokes", "points", "items", "revision", "canUndo", "canRedo",
    /// "modified"}`).
    public func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        try encoder.encodeMembers([
            "pageCount": pageCount, "lastViewed": isLastViewed, "pages": pages.map { Page(summary: $0) },
            "form": form.map { FormState(values: $0) },
        ])
    }

    private struct FormState: Encodable {
        let values: FormValues

        func encode(to encoder: any Encoder) throws {
            try encoder.encodeMembers([
                "fields": values.entries.count, "revision": values.revision, "canUndo": values.canUndo,
                "canRedo": values.canRedo, "modified": values.modified?.iso8601,
            ])
        }
    }

    private struct Page: Encodable {
        let summary: PageSummary

        func encode(to encoder: any Encoder) throws {
            try encoder.encodeMembers([
                "page": summary.page, "strokes": summary.strokeCount, "points": summary.pointCount,
                "items": summary.objectCount,
                "revision": summary.revision, "canUndo": summary.canUndo, "canRedo": summary.canRedo,
                "modified": summary.modified.iso8601,
            ])
        }
    }
}
