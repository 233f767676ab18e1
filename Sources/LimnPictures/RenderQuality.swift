// SPDX-License-Identifier: GPL-3.0-or-later

/// How carefully a page is drawn.
///
/// Poppler draws each line at least one pixel wide, so that small pictures come out too dark. A page that is drawn larger
/// by a whole factor and averaged down has its lines as wide as they are. The factors were measured: see
/// Benchmarks/PICTURES.md.
public enum RenderQuality: String, Hashable, Sendable, Codable, CaseIterable {
    /// Each page is drawn at the size of its picture.
    case fast
    /// Small pictures are drawn larger and averaged down; pictures of at least ``smallResolution`` are drawn at their size.
    case standard
    /// All pictures are drawn larger and averaged down.
    case best

    /// Pictures of fewer pixels an inch are small: lines of text and tables are thinner than a pixel there.
    public static let smallResolution = 100.0
    /// Pictures of fewer pixels an inch, such as thumbnails, show the whole page at a glance.
    private static let tinyResolution = 60.0

    /// How many times larger a page is drawn along each side.
    ///
    /// - Parameters:
    ///   - grid: the pixels of the picture.
    ///   - pixelLimit: the largest product of width and height that may be drawn; the factor is lowered to obey it.
    public func factor(for grid: PixelGrid, pixelLimit: Int) -> Int {
        let resolution = 72 * max(grid.scaleX, grid.scaleY)
        var factor =
            switch self {
            case .fast: 1
            case .standard: resolution < Self.tinyResolution ? 4 : resolution < Self.smallResolution ? 2 : 1
            case .best: resolution < Self.smallResolution ? 4 : 2
            }
        let longest = PictureFormat.memorySides.upperBound
        while factor > 1,
            max(grid.width, grid.height) > longest / factor
                || grid.width * grid.height > pixelLimit / (factor * factor)
        { factor -= 1 }
        return factor
    }
}

extension PixelGrid {
    /// The grid with each pixel divided into `factor × factor`.
    package func finer(by factor: Int) -> PixelGrid {
        PixelGrid(
            x: x * factor, y: y * factor, width: width * factor, height: height * factor,
            scaleX: scaleX * Double(factor), scaleY: scaleY * Double(factor))
    }
}
