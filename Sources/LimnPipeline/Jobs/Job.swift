// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnPDFRendering
internal import LimnRaster

/// One thing that is done with a document, in a worker or in this process. Files come as open descriptors.
enum Job: Codable, Hashable {
    /// Opens the document of the descriptor, which stays open until another one is.
    case open(name: [UInt8], Access)
    /// Tells the displayed sizes of pages.
    case sizes(pages: [Int])
    /// Looks up a page, so that it and those before it are found faster afterwards.
    case visit(page: Int)
    /// Tells what decides how a document may be written.
    case traits
    /// Draws a page as a picture file into the first descriptor, ink from the second one over it.
    case picture(PictureJob)
    /// Writes what is in the document as JSON (``PDFInspection``) into the descriptor.
    case inspect
    /// Writes the text of pages into the descriptor, UTF-8, a form feed behind each page.
    case text(first: Int, last: Int)
    /// Writes the ink that the document carries into the descriptor, in Limn's own format.
    case ink
    /// Writes the document without its source ink into the descriptor.
    case strip
    /// Writes a new document into the first descriptor, with the ink of the second one.
    case flatten(FlattenJob)
    /// Compares a page of the export in the first descriptor with the open document; the ink is in the second one.
    case verify(VerifyJob)
    /// Tries what must be refused.
    case probe
}

/// A page as a picture.
struct PictureJob: Codable, Hashable {
    /// What is written.
    enum Form: Codable, Hashable {
        /// A picture file; its resolution follows from the size.
        case file(PictureEncoder)
        /// The pixels as they lie in a ``PixelBuffer``, so that nothing has to be decoded.
        case pixels
    }

    var page: Int
    var size: RenderSize
    var form: Form
    var isTransparent: Bool
    var hasInk: Bool
    /// Goes into the picture when nothing was complained about; see ``PictureStamp``.
    var stamp: String?
    /// Whether the page without its ink is kept for the next picture of it.
    var sharesPage = false
}

/// Ink on pages. The ink's pages name the document's pages as their backgrounds.
struct FlattenJob: Codable, Hashable {
    var mode: FlattenRequest.Mode
    var save: FlattenRequest.Save
    var pageCount: Int
    /// How far edges may move besides rounding, in points.
    var tolerance: Double
    /// The step of coordinates, in points.
    var unit: Double
    /// The pixels an inch of pages that become pictures.
    var resolution: Double
    /// Whether the ink as it was drawn goes into the document.
    var carriesSourceInk: Bool
    /// Whether both documents are counted although appending keeps everything.
    var counts: Bool
}

/// A page of an export to compare with what it came from.
struct VerifyJob: Codable, Hashable {
    /// Tells one export from the next.
    var token: Int
    var page: Int
    var strictness: PageVerifier.Strictness
    /// How far edges of the ink may have moved, in points.
    var tolerance: Double
    /// The pixels an inch to compare at.
    var resolution: Double
    /// Whether the export's page has the same /UserUnit.
    var keepsUserUnit: Bool
    /// The page's /UserUnit where making the export has told it; nil to find it out.
    var userUnit: Double?
    /// Whether the original's picture is kept for the next export of the same document.
    var sharesPages = false
}
