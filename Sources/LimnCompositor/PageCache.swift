// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnPDFRendering
public import LimnPictures
public import LimnRaster

/// A cache of the page pictures of one document, without ink. If different ink is laid over the same page, as for
/// several characters of a template, the page is drawn only once.
///
/// Like a document, a cache must be used by one thread at a time.
public final class PageCache {
    private struct Key: Hashable {
        let page: Int
        let grid: PixelGrid
        let background: PDFPage.Background
        let quality: RenderQuality
    }

    private let byteLimit: Int
    private var kept: [Key: PixelBuffer] = [:]
    /// The keys of the cached pictures, oldest first.
    private var order: [Key] = []
    private var byteCount = 0
    /// The number of pages drawn because their pictures were not in the cache.
    public private(set) var drawnCount = 0

    /// Makes an empty cache.
    ///
    /// - Parameter byteLimit: the maximum total size of the cached pictures, in bytes. The oldest pictures are removed
    ///   first.
    public init(byteLimit: Int = 32 << 20) { self.byteLimit = byteLimit }

    /// Returns a copy of the picture of a page, which the caller may change.
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
