// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
public import LimnInk
internal import LimnPDFObjects
public import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster

/// The export mode `raster`: every page becomes one picture, its ink included, in a new PDF.
///
/// Nothing else survives: no text, no objects, no scripts, no metadata, no title. What is covered is gone, so this mode
/// redacts.
public struct Rastering {
    /// How much JPEGs keep unless said otherwise. From 90 on they hold colour at the full resolution, so that letters
    /// beside a photograph get no fringes.
    public static let standardQuality = 90

    private let dpi: Double
    /// Whether pages above the limit of pixels get fewer pixels an inch.
    private let lowersResolution: Bool
    private let coding: RasterCoding
    private let composer: PageComposer
    private var document = PictureDocument()
    /// What a reader should know about texts and pictures.
    public private(set) var notes = ItemNotes()

    /// Starts a document without pages.
    ///
    /// - Parameters:
    ///   - dpi: pixels an inch; finite and positive.
    ///   - lowersResolution: whether pages that would be above the limit get fewer, rather than being refused.
    ///   - quality: how much is kept of pages that become JPEGs, 1…100.
    ///   - pixelLimit: the largest product of width and height of a page in pixels.
    public init(
        dpi: Double, lowersResolution: Bool = false, quality: Int = standardQuality,
        pixelLimit: Int = PDFPage.defaultPixelLimit
    ) {
        precondition(dpi.isFinite && dpi > 0, "A resolution is a positive number of pixels an inch.")
        precondition((1...100).contains(quality), "quality is 1…100")
        self.dpi = dpi
        self.lowersResolution = lowersResolution
        coding = RasterCoding(quality: quality)
        composer = PageComposer(pixelLimit: pixelLimit)
    }

    /// Adds a page as it is displayed, with its ink. One page's pixels are in memory at a time.
    ///
    /// The picture has whole pixels of the resolution, the first at the page's top-left corner; where the page ends within
    /// a pixel, the page cuts the picture off.
    ///
    /// - Returns: the pixels an inch where there are fewer than were asked for.
    /// - Throws: `RenderingError`, `CairoError`, `RasterError`; the document is as before then.
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

    /// Ends the document.
    ///
    /// - Returns: its bytes; the same pages and inks give the same bytes.
    /// - Throws: `PDFObjectsError` where there are no pages.
    public consuming func finish() throws -> [UInt8] { try document.finish() }
}
