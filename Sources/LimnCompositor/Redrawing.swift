// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
public import LimnInk
internal import LimnPDFObjects
public import LimnPDFRendering

/// The export mode `redraw`: poppler draws every page into a new PDF, with the ink over it.
///
/// Scripts, attachments, forms, links, the outline and metadata are lost. Covered content may survive below the ink;
/// only the mode `raster` redacts.
public struct Redrawing {
    private let surface: PDFSurface
    private let context: CairoContext
    /// Notes for the user about texts and pictures.
    public private(set) var notes = ItemNotes()

    /// Starts a document without pages. Its initial page size is that of `firstPage`.
    ///
    /// - Throws: `CairoError`.
    public init(firstPage: PDFPage) throws {
        surface = try PDFSurface(pageSize: firstPage.size)
        context = try CairoContext(surface)
    }

    /// Adds a page as it is displayed, with its ink.
    ///
    /// - Throws: `RenderingError`, `CairoError`. The document must not be used after an error.
    public mutating func add(_ page: PDFPage, ink: Drawing?) throws {
        try surface.setPageSize(page.size)
        // The page is drawn as for printing. For the screen, poppler would scale images down to the surface's
        // resolution, which is 72 dpi here.
        try page.withAnnotationsPrintedAsShown {
            try context.saved { () throws(RenderingError) in try page.draw(in: context, printing: true) }
        }
        if let ink { notes.add(try InkPainter().paint(ink, in: context)) }
        try surface.showPage()
    }

    /// Finishes the document.
    ///
    /// - Returns: the bytes of the PDF. The same pages give the same bytes.
    /// - Throws: `CairoError`, `PDFObjectsError`.
    public func finish() throws -> [UInt8] { try ObjectDocument.cleaned(cairoOutput: try surface.finish()) }
}
