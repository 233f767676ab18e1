// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import LimnFiles
public import LimnGeometry

/// A PDF that is to become a template, and what was read of it.
///
/// The library does not know PDF: who imports has read these facts, in a worker.
public struct NewTemplate: Sendable {
    /// The name; checked by ``NameRule/name``.
    public var name: String
    /// The PDF.
    public var content: InputFile
    /// Where each page lies and how it is displayed; one entry a page.
    public var pages: [PageGeometry]
    /// A small picture of the first page, encoded; nil where there is none.
    public var thumbnail: [UInt8]?
    /// All text of the document, for searching.
    public var text: String
    /// The outline in reading order.
    public var outline: [OutlineEntry]
    /// Whether it has form fields.
    public var hasFormFields: Bool
    /// Whether it asks for a password when it is opened.
    public var needsPassword: Bool

    /// Puts together what is to be imported.
    public init(
        name: String, content: InputFile, pages: [PageGeometry], thumbnail: [UInt8]? = nil, text: String = "",
        outline: [OutlineEntry] = [], hasFormFields: Bool = false, needsPassword: Bool = false
    ) {
        self.name = name
        self.content = content
        self.pages = pages
        self.thumbnail = thumbnail
        self.text = text
        self.outline = outline
        self.hasFormFields = hasFormFields
        self.needsPassword = needsPassword
    }

    /// The text as it is searched.
    var foldedText: String { text.replacingOccurrences(of: "\0", with: " ").foldedForSearch }

    /// The same with a name as it is kept.
    ///
    /// - Throws: ``LibraryError`` with `invalidName`, or `refused` for a document without pages.
    func checked() throws(LibraryError) -> NewTemplate {
        var copy = self
        copy.name = try NameRule.name.checked(name)
        guard !pages.isEmpty else { throw LibraryError(.refused, "“\(copy.name)” has no pages to write on.") }
        return copy
    }
}

/// What became of a ``NewTemplate``.
public struct ImportedTemplate: Hashable, Sendable {
    /// The template.
    public let template: TemplateRecord
    /// Whether it was there already: the same bytes had been imported before, perhaps under another name.
    public let wasThere: Bool
}
