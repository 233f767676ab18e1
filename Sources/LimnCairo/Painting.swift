// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo
public import LimnGeometry

extension CairoContext {
    /// Adds a path to the current path. The current transform applies.
    public func append(_ path: Path) {
        for element in path.elements {
            switch element {
            case .move(let p): cairo_move_to(handle, p.x, p.y)
            case .line(let p): cairo_line_to(handle, p.x, p.y)
            case .cubic(let a, let b, let c): cairo_curve_to(handle, a.x, a.y, b.x, b.y, c.x, c.y)
            case .close: cairo_close_path(handle)
            }
        }
    }

    /// Adds a closed rectangle to the current path.
    public func append(_ rect: Rect) { cairo_rectangle(handle, rect.minX, rect.minY, rect.width, rect.height) }

    /// Clears the current path.
    public func clearPath() { cairo_new_path(handle) }

    /// Fills the current path with the source and clears the path.
    public func fill(_ rule: FillRule = .nonZero) {
        cairo_set_fill_rule(handle, rule.cairo)
        cairo_fill(handle)
    }

    /// Strokes the current path with the source and clears the path.
    public func stroke(_ style: StrokeStyle) {
        cairo_set_line_width(handle, style.width)
        cairo_set_line_cap(handle, style.cap.cairo)
        cairo_set_line_join(handle, style.join.cairo)
        cairo_set_dash(handle, style.dash, Int32(style.dash.count), style.dashPhase)
        cairo_stroke(handle)
    }

    /// Sets an image that repeats in both directions as the source for filling, stroking and painting. Its top-left corner
    /// lies at the origin.
    ///
    /// - Parameters:
    ///   - image: The image. It must not be the surface being drawn on.
    ///   - pixel: The width and height of a pixel in units of the current transform, positive.
    public func setSource(repeating image: ImageSurface, pixel: Double) {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(handle, &matrix)
        cairo_scale(handle, pixel, pixel)
        cairo_set_source_surface(handle, image.handle, 0, 0)
        cairo_pattern_set_extend(cairo_get_source(handle), CAIRO_EXTEND_REPEAT)
        cairo_set_matrix(handle, &matrix)
    }

    /// Paints the source over the whole clip area.
    ///
    /// - Parameter alpha: The opacity, 0…1.
    public func paint(alpha: Double = 1) { cairo_paint_with_alpha(handle, alpha) }

    /// Draws an image with its top-left corner at the origin, at one unit per pixel.
    ///
    /// - Parameters:
    ///   - image: The image. It must not be the surface being drawn on.
    ///   - alpha: The opacity, 0…1.
    ///   - interpolated: Whether scaling interpolates between pixels (bilinear or better) or repeats the nearest one.
    public func draw(_ image: ImageSurface, alpha: Double = 1, interpolated: Bool = true) {
        saved {
            cairo_set_source_surface(handle, image.handle, 0, 0)
            cairo_pattern_set_filter(cairo_get_source(handle), interpolated ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST)
            cairo_paint_with_alpha(handle, alpha)
        }
    }
}
