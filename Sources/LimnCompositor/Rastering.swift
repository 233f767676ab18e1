// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
public import LimnInk
internal import LimnPDFObjects
public import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster

/// The export mode `raster`: each page and its ink become one picture, in a new PDF.
///
/// The new PDF contains nothing else: no text, objects, scripts, metadata or title. Covered content is removed, so this
/// mode redacts.
public struct Rastering {
    /// The default quality of JPEGs. From 90 on, they store color at full resolution, so letters next to a photograph
    /// get no color fringes.
    public static let standardQuality = 90

    private let dpi: Double
    /// Whether pages that exceed the pixel limit are drawn at a lower resolution.
    private let lowersResolution: Bool
    private let coding: RasterCoding
    private let composer: PageComposer
    private var document = PictureDocument()
    /// Notes for the user about texts and pictures.
    public private(set) var notes = ItemNotes()

    /// Starts a document without pages.
    ///
    /// - Parameters:
    ///   - dpi: the resolution in pixels per inch, finite and positive.
    ///   - lowersResolution: whether pages that exceed the limit are drawn at a lower resolution. Otherwise they are
    ///     refused.
    ///   - quality: the quality of pages that become JPEGs, 1…100.
    ///   - pixelLimit: the maximum number of pixels of a page.
    public init(
        dpi: Double, lowersResolution: Bool = false, quality: Int = standardQuality,
        pixelLimit: Int = PDFPage.defaultPixelLimit
    ) {
        precondition(dpi.isFinite && dpi > 0, "A resolution must be a positive number of pixels per inch.")
        precondition((1...100).contains(quality), "quality is 1…100")
        self.dpi = dpi
        self.lowersResolution = lowersResolution
        coding = RasterCoding(quality: quality)
        composer = PageComposer(pixelLimit: pixelLimit)
    }

    /// Adds a page as it is displayed, with its ink. Only the pixels of one page are in memory at a time.
    ///
    /// The picture starts at the page's top left corner and has whole pixels. If the page ends within a pixel, the page
    /// clips the picture.
    ///
    /// - Returns: the resolution in pixels per inch if it was lowered; otherwise nil.
    /// - Throws: `RenderingError`, `CairoError`, `RasterError`. The document is unchanged then.
    @discardableResult
    public mutating func add(_ page: PDFPage, ink: Drawing?) throws -> Double? {
        var size = RenderSize.dpi(dpi)
        if lowersResolution {
            size = try page.lowered(
                size, pixelLimit: composer.pixelLimit, longestSide: PictureFormat.memorySides.upperBound)
        }
        let grid = try page.grid(size)
        let picture = try coding.code(try composer.picture(of: page, grid: grid, ink: ink, notes: &notes))
        document.addPage(size: page.size, picture: picture, pictureSize: grid.bounds.size)
        guard size != .dpi(dpi), case .dpi(let lowered) = size else { return nil }
        return lowered
    }

    /// Finishes the document.
    ///
    /// - Returns: the bytes of the PDF. The same pages and ink give the same bytes.
    /// - Throws: `PDFObjectsError` if there are no pages.
    public consuming func finish() throws -> [UInt8] { try document.finish() }
}
