// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
internal import LimnGeometry
internal import LimnPDFRendering
public import LimnPictures
public import LimnRaster

/// A contact sheet as one picture.
public final class PictureSheet {
    private let painter: SheetPainter
    private let context: CairoContext
    private let surface: ImageSurface
    private let buffer: PixelBuffer
    private var count = 0

    /// Starts a sheet.
    ///
    /// - Parameter cards: the number of cards to come, from 1 to the layout's capacity.
    /// - Throws: `RasterError`, `CairoError`.
    public init(_ layout: SheetLayout, cards: Int) throws {
        precondition((1...layout.capacity).contains(cards), "a sheet has room for some cards")
        let size = layout.size(cards: cards)
        painter = SheetPainter(layout: layout, pictureSide: Int(clamping: layout.side), jpegQuality: nil)
        buffer = try PixelBuffer(width: Int(clamping: size.width), height: Int(clamping: size.height), hasAlpha: false)
        surface = try ImageSurface(drawingInto: buffer)
        context = try CairoContext(surface)
        painter.paintBackground(in: context)
    }

    /// Draws the next card. The picture is scaled to fit the layout's square.
    public func add(_ card: SheetCard) throws {
        try painter.paint(card, at: count, in: context)
        count += 1
    }

    /// Returns the finished picture.
    public func finish() throws -> PixelBuffer {
        try surface.flush()
        return buffer
    }
}

/// A contact sheet as a PDF document of one or more pages.
public final class PagedSheet {
    private let painter: SheetPainter
    private let surface: PDFSurface
    private let context: CairoContext
    private var count = 0

    /// The number of pages so far.
    public var pageCount: Int { (count + painter.layout.capacity - 1) / painter.layout.capacity }

    /// Starts a document.
    ///
    /// - Parameters:
    ///   - pictureSide: the longer side of the pictures, in pixels.
    ///   - jpegQuality: the JPEG quality of the pictures, 1…100.
    /// - Throws: `CairoError`.
    public init(_ layout: SheetLayout, pictureSide: Int, jpegQuality: Int) throws {
        painter = SheetPainter(layout: layout, pictureSide: pictureSide, jpegQuality: jpegQuality)
        surface = try PDFSurface(pageSize: layout.size(cards: 1))
        surface.setTitle("Contact sheet")
        context = try CairoContext(surface)
    }

    /// Draws the next card, on a new page if the last one is full.
    public func add(_ card: SheetCard) throws {
        if count > 0, count % painter.layout.capacity == 0 { try surface.showPage() }
        try painter.paint(card, at: count % painter.layout.capacity, in: context)
        count += 1
    }

    /// Ends the document.
    ///
    /// - Returns: the bytes of the PDF.
    public func finish() throws -> [UInt8] {
        try surface.showPage()
        return try surface.finish()
    }
}
