// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
public import LimnGeometry
public import LimnInk
public import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster

/// Compares a page of an export with the page it came from: its size is the same, its ink is there, and nothing else
/// has changed.
///
/// The original is drawn, once as it is and once with the ink painted over it; the difference tells where the export
/// must differ from the original, and where it must not.
public struct PageVerifier: Hashable, Sendable {
    /// How the pixels apart from the ink are compared.
    public enum Strictness: String, Hashable, Sendable, Codable {
        /// Each pixel may differ by one level of 255.
        case exact
        /// The mean of squares of 8 pixels may differ by ``PageVerifier/coarseLevels``: for pages that were drawn anew.
        case coarse
        /// Not at all: for pages that were meant to lose something.
        case none
    }

    /// What was found on a page.
    public struct Finding: Hashable, Sendable, Codable {
        /// The pixels that the ink changes visibly.
        public var expected = 0
        /// Those of them that have changed.
        public var changed = 0
        /// Those that cannot be seen as they lie below annotations or form fields.
        public var hidden = 0
        /// What is wrong; nil where all is well.
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

    /// What is wrong with a page.
    public enum Fault: Hashable, Sendable, Codable {
        /// It is displayed at another size, in points.
        case size(Size, was: Size)
        /// Too little of the ink can be seen: the share of the pixels that changed, 0…1.
        case inkMissing(share: Double)
        /// Something changed where there is no ink: the place in page space, and the levels of 255 it changed by.
        case changedElsewhere(at: Point, levels: Int)
    }

    /// What an export's page is compared with.
    public struct Expectation {
        /// Where the page's pixels lie.
        let grid: PixelGrid
        /// The original page.
        let before: PixelBuffer
        /// The same with the ink painted over it.
        let wanted: PixelBuffer
        /// The parts with typed text, whose glyphs cairo moves to whole pixels where it paints them from a font.
        var texts: [PixelGrid] = []
        /// Whether the pixels are those of the whole page.
        var isWhole = true
    }

    /// The pixels an inch to compare at unless said otherwise.
    public static let standardResolution = 72.0
    /// Pictures have no more pixels than this.
    static let pixelLimit = 1_000_000.0
    /// The share of the pixels to be changed by ink that must have changed.
    public static let leastShare = 0.95
    /// A pixel that ink changes by less, in levels of 255, is not expected to show it.
    static let visibleLevels = 24
    /// A pixel has changed when it did by so many levels of 255: edges may move within the tolerance.
    static let changedLevels = 6
    /// The most that means of squares may differ by, in levels of 255.
    public static let coarseLevels = 48
    /// How far the outlines that are painted for comparison may be off, in pixels.
    static let paintingTolerance = 0.05
    /// The share of the resolution below which a whole page's picture tells nothing of the ink on it.
    static let leastScale = 0.25
    /// A stroke shall be that wide, in pixels, on a page that is small enough.
    static let thinnestStroke = 0.5
    /// A page gets no more pixels for the sake of thin strokes: those of A4 at the standard resolution.
    static let smallPagePixels = 500_000.0
    /// It gets no more pixels a point either.
    static let mostScale = 64.0
    /// The longest side of a picture, in pixels.
    static let longestSide = 10_000.0
    /// Sizes may differ by so many points: formats round.
    static let sizeTolerance = 0.01

    /// How the pixels apart from the ink are compared.
    public var strictness: Strictness
    /// How far an edge of the ink may have moved.
    public var tolerance: Tolerance
    /// The pixels an inch to compare at, fewer for large pages; finite and positive.
    public var resolution: Double

    /// Whether a page that was drawn anew must still show what stood out; not for pictures, in which thin lines are faint.
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
    ///   - ink: what was laid over the original; nil for a page that got none.
    ///   - originals: where the original's picture is taken from and kept; nil draws it.
    ///   - prepared: what ``expectation(of:ink:originals:)`` made of the same original and ink; nil makes it.
    /// - Throws: `RenderingError`, `CairoError`, `RasterError`, when a page cannot be drawn.
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
        // Poppler draws lines at least one pixel wide, which is far more than they have here.
        let finding = try look(at: export, original, ink, expectation, masksInk: true)
        guard finding.fault == nil, strictness != .none, let ink, let part = try closeUp(of: original, on: ink) else {
            return finding
        }
        var closer = try self.expectation(of: original, ink: ink, part, nil)
        closer.isWhole = false
        return try look(at: export, original, ink, closer)
    }

    /// Compares what a grid shows of a page.
    ///
    /// - Parameter masksInk: whether the surroundings of strokes are left out, and it is not asked whether they are there.
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
            // Ink on a page lies below its annotations and form fields, as all of its content does.
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

    /// The pixels a point at which a small page shows the thinnest stroke; 0 where it does not matter.
    ///
    /// Ink that was fitted to a page of a few points is thinner than any pixel. Poppler draws it one pixel wide all the same.
    private func scale(showing ink: Drawing?, on size: Size, area: Double) -> Double {
        // Pages that became pictures do not get clearer when they are looked at more closely.
        guard strictness == .exact || findsVanished else { return 0 }
        let widths = (ink?.strokes ?? []).lazy.compactMap { $0.points.widths.max() }.filter { $0 > 0 }
        guard let thinnest = widths.min() else { return 0 }
        return min(
            Self.thinnestStroke / thinnest, (Self.smallPagePixels / area).squareRoot(),
            Self.longestSide / max(size.width, size.height, 1e-6), Self.mostScale)
    }

    /// Whether a pixel is so large, as on pages of many metres, that ink is thinner than it by far.
    private func isTooSmallForInk(_ grid: PixelGrid) -> Bool {
        max(grid.scaleX, grid.scaleY) < resolution / 72 * Self.leastScale
    }

    /// The pixels around the ink, with as many pixels an inch as allowed; nil where the ink is not on the page.
    private func closeUp(of page: PDFPage, on ink: Drawing) throws -> PixelGrid? {
        let all = Rect(x0: 0, y0: 0, x1: page.size.width, y1: page.size.height)
        guard let bounds = ink.bounds?.intersection(all), !bounds.isEmpty else { return nil }
        let scale = min(1, (Self.pixelLimit / (bounds.width * bounds.height)).squareRoot() * 72 / resolution)
        return try page.grid(.dpi(resolution * scale)).covering(bounds)
    }

    /// Draws what an export's page will be compared with, which may be done before there is an export.
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
        // Not as on paper, which would spare poppler the text: it keeps all pixels of pictures there, and may take minutes.
        let before = try originals?.picture(of: original, grid: grid) ?? original.render(grid)
        let wanted = try PixelBuffer(copying: before)
        if let ink, !ink.isEmpty {
            let surface = try ImageSurface(drawingInto: wanted)
            let context = try CairoContext(surface)
            context.transform(grid.pageToPixels)
            // Pixels show no more than that.
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
            // A whole page is stretched to the pixels, as formats round sizes; a part lies where it lies.
            after: try expectation.isWhole
                ? export.render(.exactly(width: grid.width, height: grid.height)) : export.render(grid),
            tolerance: tolerance.points * max(grid.scaleX, grid.scaleY))
        comparison.texts = expectation.texts
        comparison.countInk()
        return comparison
    }
}
