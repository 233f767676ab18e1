// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

extension RenderSize {
    /// Lowers a resolution so that a page's picture stays within the limits. Returns other sizes unchanged.
    ///
    /// The result is this resolution if it fits, else the highest integer number of pixels per inch that fits. Below 1
    /// pixel per inch, it is slightly less than the exact limit.
    ///
    /// - Parameters:
    ///   - page: The size of the page in points.
    ///   - pixelLimit: The maximum product of width and height in pixels.
    ///   - longestSide: The maximum length of a side in pixels.
    /// - Throws: `unusableSize` if the page's size is not finite and positive.
    public func lowered(
        for page: Size, pixelLimit: Int, longestSide: Int = PictureFormat.memorySides.upperBound
    ) throws(RenderSizeError) -> RenderSize {
        guard case .dpi(let asked) = self, asked.isFinite, asked > 0 else { return self }
        guard page.width.isFinite, page.height.isFinite, page.width > 0, page.height > 0 else { throw .unusableSize }
        let (width, height) = (page.width * asked / 72, page.height * asked / 72)
        // Use floating-point numbers here, because the sides may exceed the range of integers. The grid of the result
        // is then checked exactly.
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
