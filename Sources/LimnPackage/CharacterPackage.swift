// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
public import LimnFiles
public import LimnGeometry
public import LimnInk

/// A character with all that belongs to it, as one file carries it from a library to another.
///
/// Where it was read by a ``PackageReader``, its parts are as they were packed, but anybody can make a package: what it says
/// of its template (pages, password, pictures) is to be read anew from the PDF before it is relied on.
public struct CharacterPackage: Sendable {
    /// The PDF that a character is written on.
    public struct Template: Sendable {
        /// What a person calls it.
        public var name: String
        /// The PDF.
        public var content: InputFile
        /// The hash of the PDF, as a library names it.
        public var contentHash: ContentHash
        /// Where each page lies and how it is displayed; one entry a page.
        public var pages: [PageGeometry]
        /// Whether it asks for a password when it is opened. A package never holds one.
        public var needsPassword: Bool
        /// A small picture of the first page, encoded; nil where there is none.
        public var thumbnail: [UInt8]?

        /// The number of pages.
        public var pageCount: Int { pages.count }

        /// Puts a template together.
        ///
        /// - Parameter contentHash: what the PDF's hash must be; ``PackageWriter`` refuses another content.
        public init(
            name: String, content: InputFile, contentHash: ContentHash, pages: [PageGeometry],
            needsPassword: Bool = false, thumbnail: [UInt8]? = nil
        ) {
            self.name = name
            self.content = content
            self.contentHash = contentHash
            self.pages = pages
            self.needsPassword = needsPassword
            self.thumbnail = thumbnail
        }
    }

    /// What a person calls the character: from 1 to 1,000 bytes in UTF-8 without control characters.
    public var name: String
    /// Whether it is one of a person's favourites.
    public var isFavorite: Bool
    /// Tags in the order in which they were given: at most 100, each as a name of at most 250 bytes.
    public var tags: [String]
    /// The page that was looked at last, from 1; nil where none was yet.
    public var lastPage: Int?
    /// When it was made; kept to a millisecond, from 1970 to 9999.
    public var created: Date
    /// When it changed last; kept as ``created`` is.
    public var modified: Date
    /// What it is written on; nil for an orphan.
    public var template: Template?
    /// The ink by page from 1; kept to the last bit.
    public var drawings: [Int: Drawing]
    /// A small picture of the character with its ink, encoded; nil where there is none.
    public var thumbnail: [UInt8]?

    /// Puts a package together.
    public init(
        name: String, isFavorite: Bool = false, tags: [String] = [], lastPage: Int? = nil, created: Date,
        modified: Date, template: Template?, drawings: [Int: Drawing] = [:], thumbnail: [UInt8]? = nil
    ) {
        self.name = name
        self.isFavorite = isFavorite
        self.tags = tags
        self.lastPage = lastPage
        self.created = created
        self.modified = modified
        self.template = template
        self.drawings = drawings
        self.thumbnail = thumbnail
    }
}
