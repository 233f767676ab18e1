// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler
public import LimnCairo
internal import LimnGeometry
public import LimnPictures
public import LimnRaster

extension PDFPage {
    /// The background of a picture.
    public enum Background: Hashable, Sendable {
        /// White paper; the picture has no alpha.
        case white
        /// Transparent; the picture has alpha.
        case transparent
    }

    /// The default pixel limit for a picture: 50 million, which take 200 MB.
    public static let defaultPixelLimit = 50_000_000

    /// Returns the page's pixel grid at a size. ``PixelGrid/covering(_:)`` returns the grid of a part.
    ///
    /// - Throws: `unusableSize`, `tooLarge`.
    public func grid(_ size: RenderSize) throws(RenderingError) -> PixelGrid {
        do { return try size.grid(for: self.size) } catch { throw RenderingError(error).on(page: number) }
    }

    /// Returns the pixel grid of a part of the page at an exact size.
    ///
    /// - Throws: `unusableSize`, `tooLarge`.
    public func grid(_ view: PageView) throws(RenderingError) -> PixelGrid {
        do { return try view.grid() } catch { throw RenderingError(error).on(page: number) }
    }

    /// Lowers a resolution so that the page's picture stays within the limits. Returns other sizes unchanged.
    ///
    /// - Throws: `unusableSize`.
    public func lowered(_ size: RenderSize, pixelLimit: Int, longestSide: Int) throws(RenderingError) -> RenderSize {
        do {
            return try size.lowered(for: self.size, pixelLimit: pixelLimit, longestSide: longestSide)
        } catch { throw RenderingError(error).on(page: number) }
    }

    /// Draws the page with its annotations and form fields, as a viewer displays it.
    ///
    /// - Throws: `unusableSize`, and the same errors as ``render(_:background:pixelLimit:)-(PixelGrid,_,_)``.
    public func render(
        _ size: RenderSize, background: Background = .white, quality: RenderQuality = .fast,
        pixelLimit: Int = defaultPixelLimit
    ) throws(RenderingError) -> PixelBuffer {
        try render(try grid(size), background: background, quality: quality, pixelLimit: pixelLimit)
    }

    /// Draws the pixels of a grid, which covers the whole page or a part of it.
    ///
    /// - Parameters:
    ///   - quality: Determines whether the page is drawn larger and averaged down, if the limit allows.
    ///   - pixelLimit: The maximum product of width and height in pixels.
    /// - Throws: `tooLarge` before any memory is allocated, `outOfMemory`, `drawingFailed`.
    public func render(
        _ grid: PixelGrid, background: Background = .white, quality: RenderQuality = .fast,
        pixelLimit: Int = defaultPixelLimit
    ) throws(RenderingError) -> PixelBuffer {
        guard PixelBuffer.sides.contains(grid.width), PixelBuffer.sides.contains(grid.height),
            grid.width * grid.height <= pixelLimit
        else {
            throw RenderingError.tooLarge(Double(grid.width), Double(grid.height), limit: pixelLimit).on(page: number)
        }
        do {
            let factor = quality.factor(for: grid, pixelLimit: pixelLimit)
            let grid = grid.finer(by: factor)
            let large = try PixelBuffer(
                width: grid.width, height: grid.height, hasAlpha: background == .transparent)
            // Draw the page as a group: blend modes apply within it and not to the paper below.
            let surface = try ImageSurface(drawingInto: large, transparent: true)
            // Move the surface instead of the page, so that glyphs have the same subpixel positions as in the whole
            // page.
            surface.setOrigin(x: -Double(grid.x), y: -Double(grid.y))
            let context = try CairoContext(surface)
            context.transform(
                AffineTransform(a: grid.scaleX, b: 0, c: 0, d: grid.scaleY, tx: -grid.shiftX, ty: -grid.shiftY))
            try draw(in: context)
            try surface.flush()
            let buffer = try large.reduced(by: factor)
            if background == .white { buffer.compositeOverWhite() }
            return buffer
        } catch let error as RenderingError {
            throw error
        } catch {
            throw drawingError(error)
        }
    }

    /// Draws the page, without a background, into a context whose unit is one point of page space.
    ///
    /// - Parameter printing: Whether annotations are drawn as for printing (those with the flag Print) or as for the
    ///   screen. Form fields are drawn in both cases.
    /// - Throws: `outOfMemory`, `drawingFailed`. The context remains in its error state.
    public func draw(in context: CairoContext, printing: Bool = false) throws(RenderingError) {
        context.saved {
            if let frame { context.transform(.translation(Vector(dx: -frame.minX, dy: -frame.minY))) }
            if userUnit != 1 { context.transform(.scaling(x: userUnit, y: userUnit)) }
            if printing {
                poppler_page_render_for_printing_with_options(handle, context.handle, POPPLER_PRINT_ALL)
            } else if reducesPictures {
                // Poppler does so for printers alone.
                withAnnotationsPrintedAsShown {
                    poppler_page_render_for_printing_with_options(handle, context.handle, POPPLER_PRINT_ALL)
                }
            } else {
                poppler_page_render(handle, context.handle)
            }
        }
        do { try context.check() } catch { throw drawingError(error) }
    }

    private func drawingError(_ error: any Error) -> RenderingError {
        let isMemory = (error as? CairoError)?.code == .outOfMemory || (error as? RasterError)?.code == .outOfMemory
        return RenderingError(
            isMemory ? .outOfMemory : .drawingFailed, page: number, cause: error,
            isMemory
                ? "There is not enough memory to draw page \(number); choose a lower resolution."
                : "Page \(number) could not be drawn: \(error)")
    }
}

extension ImageSurface {
    /// Makes a surface that draws directly into a buffer. Cairo retains the buffer for as long as it needs it.
    ///
    /// - Parameter transparent: Whether pixels have alpha during drawing, even if the final picture has none.
    /// - Throws: `outOfMemory`.
    public convenience init(drawingInto buffer: PixelBuffer, transparent: Bool = false) throws(CairoError) {
        try self.init(
            over: buffer.base, width: buffer.width, height: buffer.height, stride: buffer.stride,
            hasAlpha: buffer.hasAlpha || transparent, owner: buffer)
    }
}

extension RenderingError {
    fileprivate func on(page: Int) -> RenderingError {
        RenderingError(code, page: page, errno: errno, cause: cause, description)
    }
}
