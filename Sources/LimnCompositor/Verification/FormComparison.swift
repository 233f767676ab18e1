// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
internal import LimnPictures
public import LimnPDFRendering
internal import LimnRaster

/// Compares a page of a filled form with the original page: the filled fields must be visible, and nothing else may
/// change. Both pages are drawn by poppler, which had no part in filling the form.
public struct FormComparison {
    /// The place of a field on a page.
    public struct Place: Hashable, Sendable {
        /// The rectangle in page space.
        public var rect: Rect
        /// Whether the field must look different from the original.
        public var mustChange: Bool

        /// Makes a place.
        ///
        /// - Parameters:
        ///   - rect: the rectangle in page space. Changes inside it are allowed.
        ///   - mustChange: whether the field must look different; false for a value that looks like the old one.
        public init(_ rect: Rect, mustChange: Bool) { (self.rect, self.mustChange) = (rect, mustChange) }
    }

    /// The result of a comparison.
    public struct Finding: Hashable, Sendable {
        /// The indices of the places that must look different but do not.
        public var unseen: [Int] = []
        /// A changed point outside all places, in page space; nil if there is none.
        public var changedElsewhere: Point?
        /// Whether the size of the page has changed.
        public var hasOtherSize = false
    }

    /// The width of the border around a place that also belongs to it, in pixels. Antialiasing may change these pixels.
    private static let margin = 1.5
    /// The resolution of the comparison, in pixels per inch.
    private static let resolution = 96.0
    /// The maximum number of pixels of a picture.
    private static let pixelLimit = 6_000_000.0

    /// Compares two pages.
    ///
    /// - Parameters:
    ///   - export: the page of the filled form.
    ///   - original: the same page of the form before it was filled.
    ///   - places: the places of fields that may change. Pixels next to them may change, too, because of anti-aliasing.
    ///   - tolerance: the largest allowed difference of a pixel outside the places, in levels of 255.
    ///   - originals: the cache of the original's pictures, for a form with many copies; nil for no cache.
    /// - Returns: the finding; if the sizes of the pages differ, nothing else was compared.
    /// - Throws: `RenderingError`, `RasterError`, if a page cannot be drawn.
    public static func compare(
        _ export: PDFPage, with original: PDFPage, places: [Place], tolerance: Int = 1, originals: PageCache? = nil
    ) throws -> Finding {
        var finding = Finding()
        let (size, was) = (export.size, original.size)
        guard (size.width - was.width).magnitude <= 0.01, (size.height - was.height).magnitude <= 0.01 else {
            finding.hasOtherSize = true
            return finding
        }
        let area = max(size.width * size.height, 1e-6)
        let scale = min(resolution / 72, (pixelLimit / area).squareRoot())
        let grid = try original.grid(.dpi(scale * 72))
        let before = try originals?.picture(of: original, grid: grid) ?? original.render(grid)
        let after = try export.render(grid)
        var isPlace = [Bool](repeating: false, count: grid.width * grid.height)
        for (index, place) in places.enumerated() {
            let reach = place.rect.expanded(by: margin / min(grid.scaleX, grid.scaleY))
            guard let part = grid.covering(reach) else {
                if place.mustChange { finding.unseen.append(index) }
                continue
            }
            var hasChanged = false
            for y in part.y..<(part.y + part.height) {
                let (old, new) = (before.pixels(y - grid.y), after.pixels(y - grid.y))
                for x in part.x..<(part.x + part.width) {
                    let column = x - grid.x
                    isPlace[(y - grid.y) * grid.width + column] = true
                    if InkComparison.levels(old[column], new[column]) >= PageVerifier.changedLevels {
                        hasChanged = true
                    }
                }
            }
            if place.mustChange, !hasChanged { finding.unseen.append(index) }
        }
        for y in 0..<before.height {
            let (old, new) = (before.pixels(y), after.pixels(y))
            for x in 0..<before.width where old[x] != new[x] && !isPlace[y * grid.width + x] {
                guard InkComparison.levels(old[x], new[x]) > tolerance else { continue }
                finding.changedElsewhere = Point(
                    x: (Double(x + grid.x) + 0.5) / grid.scaleX, y: (Double(y + grid.y) + 0.5) / grid.scaleY)
                return finding
            }
        }
        return finding
    }
}
