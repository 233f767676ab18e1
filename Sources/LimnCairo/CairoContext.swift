// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo
public import LimnGeometry

/// A drawing context. Errors are sticky: after the first one nothing more is drawn, and ``check()`` throws it.
public final class CairoContext {
    /// The `cairo_t`, owned by this object.
    package let handle: OpaquePointer
    /// The surface to draw on.
    public let surface: CairoSurface

    /// Makes a context that draws on a surface.
    ///
    /// - Throws: The surface's error, if it has one, or `outOfMemory`.
    public init(_ surface: CairoSurface) throws(CairoError) {
        // cairo_create "references target", so the surface may outlive this object's reference.
        let handle = cairo_create(surface.handle)!
        do {
            try CairoError.check(cairo_status(handle))
        } catch {
            cairo_destroy(handle)
            throw error
        }
        self.handle = handle
        self.surface = surface
    }

    deinit { cairo_destroy(handle) }

    /// Throws the first error of all drawing so far.
    public func check() throws(CairoError) { try CairoError.check(cairo_status(handle)) }

    // MARK: State

    /// Runs `body`, then restores transform, clip, source and operator. The current path is not restored.
    public func saved<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        cairo_save(handle)
        defer { cairo_restore(handle) }
        return try body()
    }

    /// Prepends a transform: coordinates are mapped first by `t`, then by the previous transform.
    ///
    /// A singular transform sets the sticky error `invalidGeometry`.
    public func transform(_ t: AffineTransform) {
        var matrix = cairo_matrix_t(xx: t.a, yx: t.b, xy: t.c, yy: t.d, x0: t.tx, y0: t.ty)
        cairo_transform(handle, &matrix)
    }

    /// The transform from drawing coordinates to the surface's units: pixels, or points of a PDF page, with y downward.
    public var currentTransform: AffineTransform {
        var m = cairo_matrix_t()
        cairo_get_matrix(handle, &m)
        return AffineTransform(a: m.xx, b: m.yx, c: m.xy, d: m.yy, tx: m.x0, ty: m.y0)
    }

    /// Sets the color for filling, stroking and painting. Components and alpha are 0…1, not premultiplied.
    public func setSource(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        cairo_set_source_rgba(handle, red, green, blue, alpha)
    }

    /// Sets the blend mode, which determines how a new color combines with the color below it.
    public func setBlend(_ blend: Blend) { cairo_set_operator(handle, blend.cairo) }

    /// Intersects the clip with the inside of the current path and clears the path.
    public func clip(_ rule: FillRule = .nonZero) {
        cairo_set_fill_rule(handle, rule.cairo)
        cairo_clip(handle)
    }

    // MARK: Groups

    /// Runs `body` with a new transparent layer, then composites the layer.
    ///
    /// Inside the layer, the blend mode starts as `.over`. If `body` throws, the layer is discarded.
    ///
    /// - Parameters:
    ///   - alpha: The opacity of the whole layer, 0…1.
    ///   - blend: The blend mode of the layer.
    public func group<R, E: Error>(
        alpha: Double = 1, blend: Blend = .over, _ body: () throws(E) -> R
    ) throws(E) -> R {
        cairo_push_group(handle)
        cairo_set_operator(handle, CAIRO_OPERATOR_OVER)
        let result: R
        do {
            result = try body()
        } catch {
            cairo_pattern_destroy(cairo_pop_group(handle))
            throw error
        }
        let layer = cairo_pop_group(handle)
        saved {
            cairo_set_source(handle, layer)
            cairo_set_operator(handle, blend.cairo)
            cairo_paint_with_alpha(handle, alpha)
        }
        cairo_pattern_destroy(layer)
        return result
    }
}
