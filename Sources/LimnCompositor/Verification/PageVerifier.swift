// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
public import LimnGeometry
public import LimnInk
public import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster

/// Compares a page of an export with the original page: the size must be the same, the ink must show, and nothing else
/// may change.
///
/// The original is drawn twice, without the ink and with it. The difference tells where the export must differ from the
/// original, and where it must not.
public struct PageVerifier: Hashable, Sendable {
    /// How pixels away from the ink are compared.
    public enum Strictness: String, Hashable, Sendable, Codable {
        /// Each pixel may differ by one level of 255.
        case exact
        /// The mean of each square of 8 × 8 pixels may differ by ``PageVerifier/coarseLevels``. This is for pages that
        /// were drawn anew.
        case coarse
        /// They are not compared, because the page was meant to lose something.
        case none
    }

    /// The result for a page.
    public struct Finding: Hashable, Sendable, Codable {
        /// The number of pixels that the ink changes visibly.
        public var expected = 0
        /// The number of those that have changed.
        public var changed = 0
        /// The number of those that are covered by annotations or form fields.
        public var hidden = 0
        /// The fault; nil if there is none.
        public var fault: Fault?
        /// The share of the expected pixels that have changed, 0…1.
        public var share: Double { expected == 0 ? 1 : Double(changed) / Double(expected) }

        /// Makes a finding.
        public init(expected: Int = 0, changed: Int = 0, fault: Fault? = nil) {
            self.expected = expected
            self.changed = changed
            self.fault = fault
        }
    }

    /// A fault of a page.
    public enum Fault: Hashable, Sendable, Codable {
        /// The displayed size has changed; sizes are in points.
        case size(Size, was: Size)
        /// Too little of the ink shows. The share is that of the pixels that changed, 0…1.
        case inkMissing(share: Double)
        /// The page changed where there is no ink, at a place in page space, by some levels of 255.
        case changedElsewhere(at: Point, levels: Int)
    }

    /// The pictures to compare an export's page with.
    public struct Expectation {
        /// The pixels of the page.
        let grid: PixelGrid
        /// The original page.
        let before: PixelBuffer
        /// The same with the ink painted over it.
        let wanted: PixelBuffer
        /// The parts with typed text. Cairo moves the glyphs of fonts to whole pixels, so they may be displaced.
        var texts: [PixelGrid] = []
        /// Whether the pixels are those of the whole page.
        var isWhole = true
    }

    /// The standard resolution of the comparison, in pixels an inch.
    public static let standardResolution = 72.0
    /// The maximum number of pixels of a picture.
    static let pixelLimit = 1_000_000.0
    /// The minimum share of the expected pixels that must have changed.
    public static let leastShare = 0.95
    /// The minimum change by ink, in levels of 255, for a pixel to be expected.
    static let visibleLevels = 24
    /// The minimum change, in levels of 255, for a pixel to count as changed. It is low, because edges may move within
    /// the tolerance.
    static let changedLevels = 6
    /// The largest allowed difference of the means of squares, in levels of 255.
    public static let coarseLevels = 48
    /// The tolerance of the outlines that are painted for the comparison, in pixels.
    static let paintingTolerance = 0.05
    /// If a page is compared at less than this share of the resolution, its picture is too small to judge the ink.
    static let leastScale = 0.25
    /// The width in pixels that the thinnest stroke should have on a small page.
    static let thinnestStroke = 0.5
    /// The maximum number of pixels of a page that is enlarged for thin strokes. It is that of A4 at the standard
    /// resolution.
    static let smallPagePixels = 500_000.0
    /// The maximum number of pixels a point of such a page.
    static let mostScale = 64.0
    /// The longest side of a picture, in pixels.
    static let longestSide = 10_000.0
    /// The allowed difference of sizes in points, because formats round.
    static let sizeTolerance = 0.01

    /// How pixels away from the ink are compared.
    public var strictness: Strictness
    /// The largest allowed displacement of the ink's edges.
    public var tolerance: Tolerance
    /// The resolution of the comparison in pixels an inch, finite and positive. Large pages get a lower one.
    public var resolution: Double

    /// Whether a page that was drawn anew must still show content that stood out. Not used for pages that became
    /// pictures, in which thin lines are faint.
    public var findsVanished = false

    /// Makes a verifier.
    public init(
        strictness: Strictness = .exact, tolerance: Tolerance = .storage, resolution: Double = standardResolution
    ) {
        precondition(resolution.isFinite && resolution > 0, "A resolution is a positive number of pixels an inch.")
        self.resolution = resolution
        self.strictness = strictness
        self.tolerance = tolerance
    }

    /// Compares a page.
    ///
    /// - Parameters:
    ///   - ink: the ink that was laid over the original; nil for a page without ink.
    ///   - originals: the cache of the original's pictures; nil draws the original.
    ///   - prepared: the result of ``expectation(of:ink:originals:)`` for the same original and ink; nil makes it.
    /// - Throws: `RenderingError`, `CairoError`, `RasterError`, if a page cannot be drawn.
    public func verify(
        _ export: PDFPage, against original: PDFPage, ink: Drawing?, originals: PageCache? = nil,
        prepared: Expectation? = nil
    ) throws -> Finding {
        let (size, was) = (export.size, original.size)
        let limit = strictness == .exact ? Self.sizeTolerance : 1
        guard (size.width - was.width).magnitude <= limit, (size.height - was.height).magnitude <= limit else {
            return Finding(fault: .size(size, was: was))
        }
        let grid = try grid(of: original, ink)
        let expectation: Expectation
        if let prepared, prepared.grid == grid {
            expectation = prepared
        } else {
            expectation = try self.expectation(of: original, ink: ink, grid, originals)
        }
        guard isTooSmallForInk(grid) else { return try look(at: export, original, ink, expectation) }
        // Poppler draws lines at least one pixel wide, which is far more than their width at this scale.
        let finding = try look(at: export, original, ink, expectation, masksInk: true)
        guard finding.fault == nil, strictness != .none, let ink, let part = try closeUp(of: original, on: ink) else {
            return finding
        }
        var closer = try self.expectation(of: original, ink: ink, part, nil)
        closer.isWhole = false
        return try look(at: export, original, ink, closer)
    }

    /// Compares the part of a page that a grid covers.
    ///
    /// - Parameter masksInk: whether the surroundings of strokes are left out, and the ink itself is not checked.
    private func look(
        at export: PDFPage, _ original: PDFPage, _ ink: Drawing?, _ expectation: Expectation, masksInk: Bool = false
    ) throws -> Finding {
        let grid = expectation.grid
        var comparison = try compare(export, expectation)
        if masksInk {
            comparison.masks = (ink?.items ?? []).compactMap(\.bounds).compactMap { grid.covering($0) }
        }
        var finding = Finding(expected: comparison.expected, changed: comparison.changed)
        if masksInk {
            finding = Finding()
        } else if finding.share < Self.leastShare {
            // Ink is page content, so it lies below annotations and form fields.
            let content = try original.withAnnotationsHidden {
                try export.withAnnotationsHidden {
                    var content = try self.expectation(of: original, ink: ink, grid, nil)
                    content.isWhole = expectation.isWhole
                    return try compare(export, content)
                }
            }
            let below = Finding(expected: content.expected, changed: content.changed)
            guard below.share >= Self.leastShare else {
                finding.fault = .inkMissing(share: finding.share)
                return finding
            }
            finding = below
            finding.hidden = max(0, below.expected - comparison.changed)
        }
        let elsewhere: (x: Int, y: Int, levels: Int)? =
            switch strictness {
            case .exact: comparison.changeElsewhere()
            case .coarse:
                comparison.coarseChangeElsewhere() ?? (findsVanished ? comparison.vanishedElsewhere() : nil)
            case .none: nil
            }
        if let (x, y, levels) = elsewhere {
            let place = Point(
                x: (Double(x + grid.x) + 0.5) / grid.scaleX, y: (Double(y + grid.y) + 0.5) / grid.scaleY)
            finding.fault = .changedElsewhere(at: place, levels: levels)
        }
        return finding
    }

    private func grid(of page: PDFPage, _ ink: Drawing?) throws -> PixelGrid {
        let size = page.size
        let area = max(size.width * size.height, 1e-6)
        let scale = max(
            min(resolution / 72, (Self.pixelLimit / area).squareRoot()), scale(showing: ink, on: size, area: area))
        func pixels(_ side: Double) -> Int { Int(clamping: min(max(1, (side * scale).rounded(.up)), Self.longestSide)) }
        return try page.grid(.exactly(width: pixels(size.width), height: pixels(size.height)))
    }

    /// The number of pixels a point at which a small page shows the thinnest stroke; 0 if the page need not be
    /// enlarged.
    ///
    /// Ink that was fitted to a page of a few points is thinner than a pixel, but poppler draws it one pixel wide.
    private func scale(showing ink: Drawing?, on size: Size, area: Double) -> Double {
        // A higher resolution shows no more of a page that became a picture.
        guard strictness == .exact || findsVanished else { return 0 }
        let widths = (ink?.strokes ?? []).lazy.compactMap { $0.points.widths.max() }.filter { $0 > 0 }
        guard let thinnest = widths.min() else { return 0 }
        return min(
            Self.thinnestStroke / thinnest, (Self.smallPagePixels / area).squareRoot(),
            Self.longestSide / max(size.width, size.height, 1e-6), Self.mostScale)
    }

    /// Whether a pixel is much larger than the ink is wide, as on pages of many metres.
    private func isTooSmallForInk(_ grid: PixelGrid) -> Bool {
        max(grid.scaleX, grid.scaleY) < resolution / 72 * Self.leastScale
    }

    /// The pixels around the ink, at the highest allowed resolution; nil if the ink is not on the page.
    private func closeUp(of page: PDFPage, on ink: Drawing) throws -> PixelGrid? {
        let all = Rect(x0: 0, y0: 0, x1: page.size.width, y1: page.size.height)
        guard let bounds = ink.bounds?.intersection(all), !bounds.isEmpty else { return nil }
        let scale = min(1, (Self.pixelLimit / (bounds.width * bounds.height)).squareRoot() * 72 / resolution)
        return try page.grid(.dpi(resolution * scale)).covering(bounds)
    }

    /// Draws the pictures for comparing an export's page. This can be done before the export exists.
    ///
    /// - Parameters: as for ``verify(_:against:ink:originals:prepared:)``.
    /// - Throws: `RenderingError`, `CairoError`, `RasterError`.
    public func expectation(
        of original: PDFPage, ink: Drawing?, originals: PageCache? = nil
    ) throws -> Expectation {
        try expectation(of: original, ink: ink, try grid(of: original, ink), originals)
    }

    private func expectation(
        of original: PDFPage, ink: Drawing?, _ grid: PixelGrid, _ originals: PageCache?
    ) throws -> Expectation {
        // Drawn for the screen. For printing, poppler would keep all pixels of images, which may take minutes.
        let before = try originals?.picture(of: original, grid: grid) ?? original.render(grid)
        let wanted = try PixelBuffer(copying: before)
        if let ink, !ink.isEmpty {
            let surface = try ImageSurface(drawingInto: wanted)
            let context = try CairoContext(surface)
            context.transform(grid.pageToPixels)
            // A finer tolerance would be invisible.
            let finest = Self.paintingTolerance / max(grid.scaleX, grid.scaleY)
            try InkPainter(tolerance: Tolerance(points: finest) ?? .outline).paint(ink, in: context)
            try surface.flush()
        }
        let texts = (ink?.shown.measured.objects ?? []).filter { $0.object.kind == .text }
        return Expectation(
            grid: grid, before: before, wanted: wanted,
            texts: texts.compactMap(\.object.bounds).compactMap { grid.covering($0) }.map { part in
                PixelGrid(
                    x: part.x - grid.x, y: part.y - grid.y, width: part.width, height: part.height,
                    scaleX: part.scaleX, scaleY: part.scaleY)
            })
    }

    private func compare(_ export: PDFPage, _ expectation: Expectation) throws -> InkComparison {
        let grid = expectation.grid
        var comparison = InkComparison(
            before: expectation.before, wanted: expectation.wanted,
            // A whole page is scaled to the grid, because formats round sizes. A part of a page is not scaled.
            after: try expectation.isWhole
                ? export.render(.exactly(width: grid.width, height: grid.height)) : export.render(grid),
            tolerance: tolerance.points * max(grid.scaleX, grid.scaleY))
        comparison.texts = expectation.texts
        comparison.countInk()
        return comparison
    }
}
