// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

extension RenderSize {
    /// Lowers a resolution so that a page's picture stays within limits. Other sizes are returned unchanged.
    ///
    /// The result is this resolution or the highest whole number of pixels an inch that fits. Below 1, it is a little
    /// less than the exact limit.
    ///
    /// - Parameters:
    ///   - page: the size of the page in points.
    ///   - pixelLimit: the largest product of width and height.
    ///   - longestSide: the longest side in pixels.
    /// - Throws: as ``grid(for:)`` if the size of the page is unusable.
    public func lowered(
        for page: Size, pixelLimit: Int, longestSide: Int = PictureFormat.memorySides.upperBound
    ) throws(RenderSizeError) -> RenderSize {
        guard case .dpi(let asked) = self, asked.isFinite, asked > 0 else { return self }
        guard page.width.isFinite, page.height.isFinite, page.width > 0, page.height > 0 else { throw .unusableSize }
        let (width, height) = (page.width * asked / 72, page.height * asked / 72)
        // This uses floating-point numbers, because the sides may exceed every integer. The grid of the result is then
        // counted exactly.
        let share = min(
            Double(longestSide) / max(width, height),
            (Double(pixelLimit) / (max(1, width) * max(1, height))).squareRoot())
        var dpi = asked
        if share < 1 { dpi = asked * share }
        while dpi > 0 {
            let whole = dpi >= 1 && dpi < asked ? dpi.rounded(.down) : dpi
            if let grid = try? RenderSize.dpi(whole).grid(for: page), max(grid.width, grid.height) <= longestSide,
                grid.width <= pixelLimit / grid.height
            {
                return .dpi(whole)
            }
            dpi = whole * 0.99
        }
        return self
    }
}
