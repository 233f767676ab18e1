// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
public import LimnFiles
public import LimnForms
public import LimnGeometry
public import LimnInk

/// A character with its template, ink, form values and thumbnail. A package carries it from one library to another in
/// one file.
///
/// Anyone can make a package. `PackageReader` verifies that the parts have not changed since they were packed, but not
/// that the metadata (pages, password, thumbnails) matches the PDF. Read the metadata again from the PDF before you
/// rely on it.
public struct CharacterPackage: Sendable {
    /// The template of a character.
    public struct Template: Sendable {
        /// The name.
        public var name: String
        /// The PDF.
        public var content: InputFile
        /// The hash of the PDF.
        public var contentHash: QuickHash
        /// The geometry of each page.
        public var pages: [PageGeometry]
        /// Whether opening the PDF requires a password. A package never contains one.
        public var needsPassword: Bool
        /// A thumbnail of the first page, encoded; nil for none.
        public var thumbnail: [UInt8]?

        /// The number of pages.
        public var pageCount: Int { pages.count }

        /// Makes a template.
        ///
        /// - Parameter contentHash: the expected hash; `PackageWriter` refuses a PDF with a different hash.
        public init(
            name: String, content: InputFile, contentHash: QuickHash, pages: [PageGeometry],
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

    /// The name: 1 to 1,000 bytes of UTF-8 without control characters.
    public var name: String
    /// Whether the character is a favorite.
    public var isFavorite: Bool
    /// The tags: at most 100, each 1 to 250 bytes of UTF-8 without control characters.
    public var tags: [String]
    /// The page that was viewed last, from 1; nil if none was.
    public var lastPage: Int?
    /// The time of creation, from 1970 to 9999. Milliseconds are kept.
    public var created: Date
    /// The time of the last change, in the same range and precision as ``created``.
    public var modified: Date
    /// The template; nil for an orphan.
    public var template: Template?
    /// The ink by page, from 1. It is stored without loss.
    public var drawings: [Int: Drawing]
    /// The form values by the full names of fields. A picture is identified by the `ContentHash` of its bytes.
    public var formEntries: [String: FieldEntry] = [:]
    /// The pictures in ``formEntries``, by their hashes.
    public var formPictures: [String: [UInt8]] = [:]
    /// The list of the character's own pages, as the library codes it, at most 1 MiB of it; nil for the template's pages.
    /// With a list, ink may also be on pages that the template does not have.
    public var pages: String?
    /// A thumbnail of the character with its ink, encoded; nil for none.
    public var thumbnail: [UInt8]?

    /// Makes a package.
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
