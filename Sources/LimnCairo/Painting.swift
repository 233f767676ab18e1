// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo
public import LimnGeometry

extension CairoContext {
    /// Adds a path to the current path; coordinates go through the transform that holds now.
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

    /// Forgets the current path.
    public func clearPath() { cairo_new_path(handle) }

    /// Fills the current path with the source and clears the path.
    public func fill(_ rule: FillRule = .nonZero) {
        cairo_set_fill_rule(handle, rule.cairo)
        cairo_fill(handle)
    }

    /// Draws along the current path with the source and clears the path.
    public func stroke(_ style: StrokeStyle) {
        cairo_set_line_width(handle, style.width)
        cairo_set_line_cap(handle, style.cap.cairo)
        cairo_set_line_join(handle, style.join.cairo)
        cairo_set_dash(handle, style.dash, Int32(style.dash.count), style.dashPhase)
        cairo_stroke(handle)
    }

    /// Covers everything within the clip with the source.
    public func paint(alpha: Double = 1) { cairo_paint_with_alpha(handle, alpha) }

    /// Lays a picture onto what is there, its pixels as units, its top-left corner at the origin.
    ///
    /// - Parameters:
    ///   - image: must not be the surface that is drawn on.
    ///   - interpolated: whether pixels are blended where the picture is scaled (bilinear or better) or repeated.
    public func draw(_ image: ImageSurface, alpha: Double = 1, interpolated: Bool = true) {
        saved {
            cairo_set_source_surface(handle, image.handle, 0, 0)
            cairo_pattern_set_filter(cairo_get_source(handle), interpolated ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST)
            cairo_paint_with_alpha(handle, alpha)
        }
    }
}
