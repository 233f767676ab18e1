// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
public import LimnGeometry
public import LimnInk
public import LimnPDFObjects
public import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster

/// The export mode `redraw`: poppler draws every page into a new PDF, with the ink over it.
///
/// Scripts, attachments, forms, links, the outline and metadata are lost. Covered content may survive below the ink;
/// only the mode `raster` redacts.
public struct Redrawing {
    private let surface: PDFSurface
    private let context: CairoContext
    /// The sizes of the pages so far, in points.
    private var sizes: [Size] = []
    /// Notes for the user about texts and pictures.
    public private(set) var notes = ItemNotes()

    /// Starts a document without pages. Its initial page size is that of `firstPage`.
    ///
    /// - Throws: `CairoError`.
    public init(firstPage: PDFPage) throws {
        surface = try PDFSurface(pageSize: Self.sheet(of: firstPage.size))
        context = try CairoContext(surface)
    }

    /// Returns the size of the surface for a page. Cairo 1.16 clips what lies beyond the last whole point of a surface,
    /// so surfaces have whole points; ``finish()`` crops them.
    private static func sheet(of size: Size) -> Size {
        Size(width: size.width.rounded(.up), height: size.height.rounded(.up))
    }

    /// Adds a page as it is displayed, with its ink.
    ///
    /// - Parameters:
    ///   - geometry: the geometry of the page, or of its frame if it has one, for the borders.
    ///   - borders: the borders of links. They are on the screen, but poppler prints no links.
    /// - Throws: `RenderingError`, `CairoError`. The document must not be used after an error.
    public mutating func add(
        _ page: PDFPage, ink: Drawing?, geometry: PageGeometry? = nil, borders: [LinkBorder] = []
    ) throws {
        let sheet = Self.sheet(of: page.size)
        try surface.setPageSize(sheet)
        sizes.append(page.size)
        // The page ends where the surface ends, at the lower left corner, the origin of PDF.
        let toSheet = AffineTransform.translation(Vector(dx: 0, dy: sheet.height - page.size.height))
        try context.saved {
            context.transform(toSheet)
            try paint(page, ink: ink, geometry: geometry, borders: borders)
        }
        try surface.showPage()
    }

    /// Adds a page and its ink as one picture.
    ///
    /// - Parameters:
    ///   - dpi: the resolution in pixels per inch; pages that exceed the limit get a lower one.
    ///   - pixelLimit: the maximum number of pixels.
    /// - Throws: `RenderingError`, `CairoError`, `RasterError`. The document must not be used after an error.
    public mutating func addPicture(of page: PDFPage, ink: Drawing?, dpi: Double, pixelLimit: Int) throws {
        let size = try page.lowered(
            .dpi(dpi), pixelLimit: pixelLimit, longestSide: PictureFormat.memorySides.upperBound)
        let grid = try page.grid(size)
        let picture = try PageComposer(pixelLimit: pixelLimit).picture(of: page, grid: grid, ink: ink, notes: &notes)
        let image = try ImageSurface(drawingInto: picture)
        let sheet = Self.sheet(of: page.size)
        try surface.setPageSize(sheet)
        sizes.append(page.size)
        context.saved {
            context.transform(.translation(Vector(dx: 0, dy: sheet.height - page.size.height)))
            context.transform(.scaling(x: 1 / grid.scaleX, y: 1 / grid.scaleY))
            context.draw(image)
        }
        try surface.showPage()
    }

    private mutating func paint(
        _ page: PDFPage, ink: Drawing?, geometry: PageGeometry?, borders: [LinkBorder]
    ) throws {
        // The page is drawn as for printing. For the screen, poppler would scale images down to the surface's
        // resolution, which is 72 dpi here.
        try page.withAnnotationsPrintedAsShown {
            try context.saved { () throws(RenderingError) in try page.draw(in: context, printing: true) }
        }
        if let geometry, !borders.isEmpty {
            context.saved {
                context.transform(geometry.userToPage)
                for border in borders { paint(border) }
            }
        }
        if let ink { notes.add(try InkPainter().paint(ink, in: context)) }
    }

    private func paint(_ border: LinkBorder) {
        context.setSource(red: border.color.red, green: border.color.green, blue: border.color.blue)
        var rect = border.rect
        if border.isUnderline { rect.maxY = rect.minY }
        context.append(rect)
        context.stroke(StrokeStyle(width: border.width, dash: border.dash))
    }

    /// Finishes the document.
    ///
    /// - Returns: the bytes of the PDF. The same pages give the same bytes.
    /// - Throws: `CairoError`, `PDFObjectsError`.
    public func finish() throws -> [UInt8] {
        try ObjectDocument.cleaned(cairoOutput: try surface.finish(), pageSizes: sizes)
    }
}
