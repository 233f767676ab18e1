// SPDX-License-Identifier: GPL-3.0-or-later

/// The rendering quality of a page.
///
/// Drawing a page larger by an integer factor and averaging it down makes small text and the edges of thin lines truer. The
/// factors come from measurements (Benchmarks/PICTURES.md). Lines thinner than a pixel are as dark as they are wide.
public enum RenderQuality: String, Hashable, Sendable, Codable, CaseIterable {
    /// Pages are drawn at the final size.
    case fast
    /// Small pictures are drawn larger and averaged down. Pictures of at least ``smallResolution`` are drawn at the
    /// final size.
    case standard
    /// All pictures are drawn larger and averaged down.
    case best

    /// The resolution in pixels per inch below which a picture counts as small. Below it, lines of text and tables are
    /// thinner than a pixel.
    public static let smallResolution = 100.0

    /// Returns the factor by which a page is drawn larger along each side.
    ///
    /// - Parameters:
    ///   - grid: The pixels of the picture.
    ///   - pixelLimit: The maximum product of the drawn width and height in pixels. It may lower the factor.
    public func factor(for grid: PixelGrid, pixelLimit: Int) -> Int {
        let resolution = 72 * max(grid.scaleX, grid.scaleY)
        var factor =
            switch self {
            case .fast: 1
            case .standard: resolution < Self.smallResolution ? 2 : 1
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
    /// Returns the grid with each pixel divided into `factor × factor` pixels.
    package func finer(by factor: Int) -> PixelGrid {
        PixelGrid(
            originX: (Double(x) + shiftX) * Double(factor), originY: (Double(y) + shiftY) * Double(factor),
            width: width * factor, height: height * factor,
            scaleX: scaleX * Double(factor), scaleY: scaleY * Double(factor))
    }
}
