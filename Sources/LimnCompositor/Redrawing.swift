// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
public import LimnInk
internal import LimnPDFObjects
public import LimnPDFRendering

/// The export mode `redraw`: every page goes through poppler into a new PDF, ink over it.
///
/// Scripts, attachments, forms, links, outline and metadata stay behind. What is covered may survive below; only a
/// picture redacts.
public struct Redrawing {
    private let surface: PDFSurface
    private let context: CairoContext
    /// What a reader should know about texts and pictures.
    public private(set) var notes = ItemNotes()

    /// Starts a document with a first page of some size in points.
    ///
    /// - Throws: `CairoError`.
    public init(firstPage: PDFPage) throws {
        surface = try PDFSurface(pageSize: firstPage.size)
        context = try CairoContext(surface)
    }

    /// Adds a page as it is displayed, with its ink.
    ///
    /// - Throws: `RenderingError`, `CairoError`; the document is of no use then.
    public mutating func add(_ page: PDFPage, ink: Drawing?) throws {
        try surface.setPageSize(page.size)
        // As for printing: on screen poppler scales images down to the surface's resolution, here 72 dpi.
        try page.withAnnotationsPrintedAsShown {
            try context.saved { () throws(RenderingError) in try page.draw(in: context, printing: true) }
        }
        if let ink { notes.add(try InkPainter().paint(ink, in: context)) }
        try surface.showPage()
    }

    /// Ends the document.
    ///
    /// - Returns: its bytes; the same pages give the same bytes.
    /// - Throws: `CairoError`, `PDFObjectsError`.
    public func finish() throws -> [UInt8] { try ObjectDocument.cleaned(cairoOutput: try surface.finish()) }
}
