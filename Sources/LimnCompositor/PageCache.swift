// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnPDFRendering
public import LimnPictures
public import LimnRaster

/// A cache of page pictures without ink, for one document. If ink is laid over the same page again, as for many
/// characters on one template, the page is not drawn again.
///
/// The cache belongs to one thread, as documents do.
public final class PageCache {
    private struct Key: Hashable {
        let page: Int
        let grid: PixelGrid
        let background: PDFPage.Background
        let quality: RenderQuality
    }

    private let byteLimit: Int
    private var kept: [Key: PixelBuffer] = [:]
    /// The keys of the cached pictures, the oldest first.
    private var order: [Key] = []
    private var byteCount = 0
    /// How often a page was drawn because its picture was not in the cache.
    public private(set) var drawnCount = 0

    /// - Parameter byteLimit: the maximum size of all pictures in bytes. The oldest are removed first.
    public init(byteLimit: Int = 32 << 20) { self.byteLimit = byteLimit }

    /// The picture of a page. The caller may paint on it.
    ///
    /// - Throws: `RenderingError`, `CairoError`, `RasterError`.
    public func picture(
        of page: PDFPage, grid: PixelGrid, background: PDFPage.Background = .white, quality: RenderQuality = .fast,
        pixelLimit: Int = PDFPage.defaultPixelLimit
    ) throws -> PixelBuffer {
        let key = Key(page: page.number, grid: grid, background: background, quality: quality)
        if let there = kept[key] { return try PixelBuffer(copying: there) }
        let drawn = try page.render(grid, background: background, quality: quality, pixelLimit: pixelLimit)
        drawnCount += 1
        let size = drawn.stride * drawn.height
        guard size <= byteLimit else { return drawn }
        while byteCount + size > byteLimit, let oldest = order.first {
            order.removeFirst()
            if let gone = kept.removeValue(forKey: oldest) { byteCount -= gone.stride * gone.height }
        }
        kept[key] = try PixelBuffer(copying: drawn)
        order.append(key)
        byteCount += size
        return drawn
    }
}
