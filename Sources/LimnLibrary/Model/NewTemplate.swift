// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import LimnFiles
public import LimnGeometry

/// A PDF to import as a template, with its metadata.
///
/// The library does not parse PDF. The caller reads the metadata in a worker.
///
/// ```swift
/// let letter = PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 612, y1: 792))
/// let pdf = try InputFile("sheet.pdf")
/// let sheet = try library.importTemplate(NewTemplate(name: "Sheet", content: pdf, pages: [letter])).template
/// ```
public struct NewTemplate: Sendable {
    /// The name; checked by ``NameRule/name``.
    public var name: String
    /// The PDF.
    public var content: InputFile
    /// The geometry of each page, in page order. Their number becomes ``TemplateRecord/pageCount`` and must not be 0.
    public var pages: [PageGeometry]
    /// A thumbnail of the first page, encoded; nil for none. The library stores these bytes and does not decode them.
    public var thumbnail: [UInt8]?
    /// The text of the document, for search. Only its form without case and diacritics is stored.
    public var text: String
    /// The outline in reading order: each entry is followed by the entries below it, which have a higher level.
    public var outline: [OutlineEntry]
    /// Whether the PDF has form fields.
    public var hasFormFields: Bool
    /// Whether opening the PDF requires a password.
    public var needsPassword: Bool

    /// Creates a template to import. Nothing is checked before ``LibraryStore/importTemplates(_:)`` is called.
    ///
    /// - Parameters:
    ///   - name: the name, which need not be unique.
    ///   - content: the PDF.
    ///   - pages: the geometry of each page; at least one.
    ///   - thumbnail: an encoded picture of the first page; nil for none.
    ///   - text: the text of the document; none by default.
    ///   - outline: the bookmarks; none by default.
    ///   - hasFormFields: whether the PDF has form fields.
    ///   - needsPassword: whether opening the PDF requires a password.
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

    /// The text without case and diacritics.
    var foldedText: String { text.replacingOccurrences(of: "\0", with: " ").foldedForSearch }

    /// Returns a copy with a normalized name.
    ///
    /// - Throws: ``LibraryError`` with `invalidName`, or `refused` for a document without pages.
    func checked() throws(LibraryError) -> NewTemplate {
        var copy = self
        copy.name = try NameRule.name.checked(name)
        guard !pages.isEmpty else { throw LibraryError(.refused, "“\(copy.name)” has no pages to write on.") }
        return copy
    }
}

/// The result of importing a ``NewTemplate``, as ``LibraryStore/importTemplates(_:)`` returns it.
public struct ImportedTemplate: Hashable, Sendable {
    /// The template. If it already existed, it keeps its name and its time of import.
    public let template: TemplateRecord
    /// Whether the same bytes had been imported before, perhaps with a different name.
    public let alreadyExisted: Bool
}
