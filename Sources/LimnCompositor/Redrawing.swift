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
    /// The boxes of the pages so far on their surfaces, in points, with y upwards.
    private var boxes: [Rect] = []
    /// Notes for the user about texts and pictures.
    public private(set) var notes = ItemNotes()

    /// Starts a document without pages. Its initial page size is that of `firstPage`.
    ///
    /// - Throws: `CairoError`.
    public init(firstPage: PDFPage) throws {
        surface = try PDFSurface(pageSize: Sheet(of: firstPage.size).size)
        context = try CairoContext(surface)
    }

    /// The surface of a page. Cairo 1.16 clips what lies beyond the last whole point of a surface, and engines would blend
    /// an edge inside a pixel with white, so the surface of a page that does not end at whole points goes on behind it;
    /// ``finish()`` crops it.
    private struct Sheet {
        let size: Size
        /// The page's rectangle, with y upwards.
        let box: Rect

        init(of page: Size) {
            let (width, height) = (page.width.rounded(.up), page.height.rounded(.up))
            let margin = width == page.width && height == page.height ? 0.0 : 1
            size = Size(width: width + margin, height: height + margin)
            box = Rect(origin: Point(x: 0, y: margin), size: page)
        }

        /// The transform from page space to the surface.
        var fromPage: AffineTransform { .translation(Vector(dx: 0, dy: size.height - box.maxY)) }
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
        let sheet = Sheet(of: page.size)
        try surface.setPageSize(sheet.size)
        boxes.append(sheet.box)
        try context.saved {
            context.transform(sheet.fromPage)
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
        let sheet = Sheet(of: page.size)
        try surface.setPageSize(sheet.size)
        boxes.append(sheet.box)
        context.saved {
            context.transform(sheet.fromPage)
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
        try ObjectDocument.cleaned(cairoOutput: try surface.finish(), pageBoxes: boxes)
    }
}
