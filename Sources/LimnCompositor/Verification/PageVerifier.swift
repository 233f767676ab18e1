// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk
public import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster

/// Compares a page of an export with the original page: the size must be the same, the ink must be visible, and nothing
/// else may change.
///
/// The original is drawn twice, with and without the ink. The difference determines where the export must differ from
/// the original and where it must not.
public struct PageVerifier: Hashable, Sendable {
    /// The rule by which pixels away from the ink are compared.
    public enum Strictness: String, Hashable, Sendable, Codable {
        /// Each pixel may differ by one level of 255.
        case exact
        /// The mean of each square of 8 × 8 pixels may differ by ``PageVerifier/coarseLevels``. This is for redrawn
        /// pages.
        case coarse
        /// The pixels are not compared, because the export was meant to lose content.
        case none
    }

    /// The result for one page.
    public struct Finding: Hashable, Sendable, Codable {
        /// The number of pixels that the ink changes visibly.
        public var expected = 0
        /// The number of expected pixels that have changed.
        public var changed = 0
        /// The number of expected pixels that annotations or form fields cover.
        public var hidden = 0
        /// The fault; nil if there is none.
        public var fault: Fault?
        /// The fraction of the expected pixels that have changed, 0…1.
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
        /// The displayed size has changed. Sizes are in points.
        case size(Size, was: Size)
        /// Too little of the ink is visible. `share` is the fraction of the expected pixels that have changed, 0…1.
        case inkMissing(share: Double)
        /// The page has changed away from the ink, by a number of levels of 255 at a point in page space.
        case changedElsewhere(at: Point, levels: Int)
    }

    /// The pictures with which a page of an export is compared.
    public struct Expectation {
        /// The pixels of the pictures.
        let grid: PixelGrid
        /// The picture of the original page.
        let before: PixelBuffer
        /// The same picture with the ink painted over it.
        let wanted: PixelBuffer
        /// The broad lines of the ink, opaque on a clear background; nil if there are none, or if their colors are not
        /// compared.
        let broad: PixelBuffer?
        /// Whether the pictures show the whole page.
        var isWhole = true
    }

    /// The standard resolution of the comparison, in pixels per inch.
    public static let standardResolution = 72.0
    /// The maximum number of pixels of a picture.
    static let pixelLimit = 1_000_000.0
    /// The minimum fraction of the expected pixels that must have changed.
    public static let leastShare = 0.95
    /// The minimum change by ink, in levels of 255, for which a pixel is expected to change.
    static let visibleLevels = 24
    /// The minimum change, in levels of 255, for which a pixel counts as changed. It is low because edges may move
    /// within the tolerance.
    static let changedLevels = 6
    /// The largest allowed difference between the means of corresponding squares, in levels of 255.
    public static let coarseLevels = 48
    /// The width of a line, in pixels, from which on its colors are compared. A level line of this width contains whole
    /// squares wherever it lies, and a slanted one nearly everywhere.
    static let broadWidth = 11.0
    /// The largest allowed difference between the means of squares within broad lines, in levels of 255.
    static let broadLevels = 32
    /// The tolerance of the outlines that are painted for the comparison, in pixels.
    static let paintingTolerance = 0.05
    /// The minimum ratio of a page's resolution to ``resolution``. Below it, the picture is too small to check the ink.
    static let leastScale = 0.25
    /// The intended width of the thinnest stroke on a small page, in pixels.
    static let thinnestStroke = 0.5
    /// The maximum number of pixels of a small page that is enlarged for thin strokes. An A4 page has this size at the
    /// standard resolution.
    static let smallPagePixels = 500_000.0
    /// The maximum scale of such a page, in pixels per point.
    static let mostScale = 64.0
    /// The maximum width and height of a picture, in pixels.
    static let longestSide = 10_000.0
    /// The allowed difference of page sizes in points. Formats round sizes.
    static let sizeTolerance = 0.01

    /// The rule by which pixels away from the ink are compared.
    public var strictness: Strictness
    /// The largest allowed displacement of the ink's edges.
    public var tolerance: Tolerance
    /// The resolution of the comparison in pixels per inch, finite and positive. Large pages are compared at a lower
    /// resolution.
    public var resolution: Double

    /// The resolution of a page that became a picture, in pixels per inch, finite and positive; nil for other pages.
    public var pictureResolution: Double?
    /// Whether high-contrast content must still be visible on a redrawn page. Do not use this for pages that became
    /// pictures, in which thin lines are faint.
    public var findsVanished = false

    /// Makes a verifier.
    public init(
        strictness: Strictness = .exact, tolerance: Tolerance = .storage, resolution: Double = standardResolution
    ) {
        precondition(
            resolution.isFinite && resolution > 0, "A resolution must be a positive number of pixels per inch.")
        self.resolution = resolution
        self.strictness = strictness
        self.tolerance = tolerance
    }

    /// Compares a page with the original.
    ///
    /// - Parameters:
    ///   - ink: the ink that was laid over the original; nil for a page without ink.
    ///   - originals: the cache of the original's pictures; nil for no cache.
    ///   - prepared: the result of ``expectation(of:ink:originals:)`` for the same original and ink; nil to compute it.
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
        // Poppler draws lines at least one pixel wide. At this scale, that is far more than their real width.
        let finding = try look(at: export, original, ink, expectation, masksInk: true)
        guard finding.fault == nil, strictness != .none, let ink, let bounds = ink.bounds,
            let part = try closeUp(of: original, on: bounds, mostScale: resolution / 72, pixelLimit: Self.pixelLimit)
        else { return finding }
        var closer = try self.expectation(of: original, ink: ink, part, nil)
        closer.isWhole = false
        return try look(at: export, original, ink, closer)
    }

    /// Compares the part of a page that a grid covers.
    ///
    /// - Parameter masksInk: whether to ignore the ink itself and the areas around all items.
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
            // Ink is page content, so annotations and form fields may cover it.
            let below = try contentFinding(export, original, ink, expectation)
            if below.share >= Self.leastShare {
                finding = below
                finding.hidden = max(0, below.expected - comparison.changed)
            } else if try isShownCloser(of: comparison, export, original, ink, expectation) {
                finding.changed = finding.expected
            } else {
                finding.fault = .inkMissing(share: finding.share)
                return finding
            }
        }
        var elsewhere = changeElsewhere(in: comparison)
        if elsewhere != nil, let ink, !ink.isEmpty {
            comparison.trace = try trace(of: ink, grid)
            elsewhere = changeElsewhere(in: comparison)
        }
        if elsewhere != nil, let reduced = try reducedPicture(of: original, grid, over: expectation.before) {
            comparison.before = reduced
            elsewhere = changeElsewhere(in: comparison)
        }
        if let (x, y, levels) = elsewhere {
            let place = Point(
                x: (Double(x + grid.x) + 0.5) / grid.scaleX, y: (Double(y + grid.y) + 0.5) / grid.scaleY)
            finding.fault = .changedElsewhere(at: place, levels: levels)
        }
        return finding
    }

    /// Returns how much of the ink shows while annotations are hidden. Notes are annotations themselves; they must show where
    /// nothing is hidden.
    private func contentFinding(
        _ export: PDFPage, _ original: PDFPage, _ ink: Drawing?, _ expectation: Expectation
    ) throws -> Finding {
        func finding(_ ink: Drawing?) throws -> Finding {
            var expected = try self.expectation(of: original, ink: ink, expectation.grid, nil)
            expected.isWhole = expectation.isWhole
            let comparison = try compare(export, expected)
            return Finding(expected: comparison.expected, changed: comparison.changed)
        }
        func hidden(_ ink: Drawing?) throws -> Finding {
            try original.withAnnotationsHidden { try export.withAnnotationsHidden { try finding(ink) } }
        }
        let all = try hidden(ink)
        guard all.share < Self.leastShare, var content = ink, content.objects.contains(where: \.isNote) else {
            return all
        }
        var notes = Drawing(layers: content.layers)
        notes.objects = content.objects.filter(\.isNote)
        content.objects.removeAll(where: \.isNote)
        let (pins, below) = (try finding(notes), try hidden(content))
        return pins.share < Self.leastShare
            ? all : Finding(expected: below.expected + pins.expected, changed: below.changed + pins.changed)
    }

    private func changeElsewhere(in comparison: InkComparison) -> (x: Int, y: Int, levels: Int)? {
        switch strictness {
        case .exact: comparison.changeElsewhere()
        case .coarse: comparison.coarseChangeElsewhere() ?? (findsVanished ? comparison.vanishedElsewhere() : nil)
        case .none: nil
        }
    }

    private func grid(of page: PDFPage, _ ink: Drawing?) throws -> PixelGrid {
        try page.grid(pixels(of: page.size, ink))
    }

    /// Returns the size of the picture in which a page is compared.
    func pixels(of size: Size, _ ink: Drawing?) -> RenderSize {
        let area = max(size.width * size.height, 1e-6)
        let scale = max(
            min(resolution / 72, (Self.pixelLimit / area).squareRoot()), scale(showing: ink, on: size, area: area))
        func pixels(_ side: Double) -> Int { Int(clamping: min(max(1, (side * scale).rounded(.up)), Self.longestSide)) }
        return .exactly(width: pixels(size.width), height: pixels(size.height))
    }

    /// Returns the scale at which a small page shows the thinnest stroke, in pixels per point; 0 if the page need not
    /// be enlarged.
    ///
    /// Ink on a page of a few points may be thinner than a pixel, but poppler draws it one pixel wide.
    private func scale(showing ink: Drawing?, on size: Size, area: Double) -> Double {
        // A page that became a picture does not show more at a higher resolution.
        guard strictness == .exact || findsVanished else { return 0 }
        let widths = (ink?.strokes ?? []).lazy.compactMap { $0.points.widths.max() }.filter { $0 > 0 }
        guard let thinnest = widths.min() else { return 0 }
        return min(
            Self.thinnestStroke / thinnest, (Self.smallPagePixels / area).squareRoot(),
            Self.longestSide / max(size.width, size.height, 1e-6), Self.mostScale)
    }

    /// Returns whether pixels are much larger than the width of the ink, as on pages of many meters.
    func isTooSmallForInk(_ grid: PixelGrid) -> Bool {
        max(grid.scaleX, grid.scaleY) < resolution / 72 * Self.leastScale
    }

    /// Draws the pictures with which a page of an export is compared. The export need not exist yet.
    ///
    /// - Parameters:
    ///   - original: the original page.
    ///   - ink: the ink that is laid over the original; nil for a page without ink.
    ///   - originals: the cache of the original's pictures; nil for no cache.
    /// - Throws: `RenderingError`, `CairoError`, `RasterError`.
    public func expectation(
        of original: PDFPage, ink: Drawing?, originals: PageCache? = nil
    ) throws -> Expectation {
        try expectation(of: original, ink: ink, try grid(of: original, ink), originals)
    }

    func expectation(
        of original: PDFPage, ink: Drawing?, _ grid: PixelGrid, _ originals: PageCache?
    ) throws -> Expectation {
        // The page is drawn for the screen. For printing, poppler would keep all pixels of images, which may take
        // minutes.
        let before = try originals?.picture(of: original, grid: grid) ?? original.render(grid)
        let wanted = try PixelBuffer(copying: before)
        if let ink, !ink.isEmpty { try paint(ink, into: wanted, grid) }
        // Redrawn content moves by a pixel or two, which changes the means of squares.
        let lines = strictness == .exact ? ink?.broadLines(from: Self.broadWidth / min(grid.scaleX, grid.scaleY)) : nil
        return Expectation(
            grid: grid, before: before, wanted: wanted, broad: try lines.map { try trace(of: $0, grid) })
    }

    func compare(_ export: PDFPage, _ expectation: Expectation) throws -> InkComparison {
        let grid = expectation.grid
        var comparison = InkComparison(
            before: expectation.before, wanted: expectation.wanted,
            // A whole page is scaled to the grid, because formats round page sizes. A part of a page is not scaled.
            after: try expectation.isWhole
                ? export.render(.exactly(width: grid.width, height: grid.height)) : export.render(grid),
            tolerance: tolerance.points * max(grid.scaleX, grid.scaleY))
        comparison.broad = expectation.broad
        comparison.countInk()
        return comparison
    }
}

extension Drawing {
    /// Returns the visible lines of a width or more, in points, also of highlighted words; nil if there are none.
    fileprivate func broadLines(from width: Double) -> Drawing? {
        let shown = shown
        var broad = Drawing(layers: shown.layers)
        let marks = shown.objects.flatMap { placed in
            if case .markup(let markup) = placed.object { markup.strokes } else { [Stroke]() }
        }
        broad.strokes = (shown.strokes + marks).filter { ($0.points.widths.max() ?? 0) >= width }
        return broad.strokes.isEmpty ? nil : broad
    }
}

extension PlacedObject {
    /// Whether the object is a note.
    fileprivate var isNote: Bool { object.kind == .note }
}
