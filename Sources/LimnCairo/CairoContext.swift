// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo
public import LimnGeometry

/// A pen on a surface. Its errors are sticky: after the first one nothing is drawn any more, and ``check()`` tells.
public final class CairoContext {
    /// The `cairo_t`, owned by this object.
    package let handle: OpaquePointer
    /// What is drawn on.
    public let surface: CairoSurface

    /// Starts drawing on a surface.
    ///
    /// - Throws: the surface's error when it has one; `outOfMemory`.
    public init(_ surface: CairoSurface) throws(CairoError) {
        // cairo_create "references target", so it may outlive our own reference.
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

    /// Throws the first error of everything drawn so far.
    public func check() throws(CairoError) { try CairoError.check(cairo_status(handle)) }

    // MARK: State

    /// Runs `body` and then restores transform, clip, source and operator; the path is not part of that state.
    public func saved<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        cairo_save(handle)
        defer { cairo_restore(handle) }
        return try body()
    }

    /// Puts a transform in front of the current one: what is drawn next is mapped by `t` first.
    ///
    /// A transform that cannot be inverted is a sticky `invalidGeometry`.
    public func transform(_ t: AffineTransform) {
        var matrix = cairo_matrix_t(xx: t.a, yx: t.b, xy: t.c, yy: t.d, x0: t.tx, y0: t.ty)
        cairo_transform(handle, &matrix)
    }

    /// The map from what is drawn to the surface's own units (pixels, or points of a PDF page, y down).
    public var currentTransform: AffineTransform {
        var m = cairo_matrix_t()
        cairo_get_matrix(handle, &m)
        return AffineTransform(a: m.xx, b: m.yx, c: m.xy, d: m.yy, tx: m.x0, ty: m.y0)
    }

    /// Sets the colour for filling, stroking and painting: channels and opacity 0…1, not premultiplied.
    public func setSource(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        cairo_set_source_rgba(handle, red, green, blue, alpha)
    }

    /// Sets how new colour meets what is there.
    public func setBlend(_ blend: Blend) { cairo_set_operator(handle, blend.cairo) }

    /// Limits drawing to the inside of the current path, within the limits that already hold, and clears the path.
    public func clip(_ rule: FillRule = .nonZero) {
        cairo_set_fill_rule(handle, rule.cairo)
        cairo_clip(handle)
    }

    // MARK: Groups

    /// Draws `body` into a transparent layer of its own and then lays that onto what is there.
    ///
    /// The layer starts with the blend `.over`. When `body` throws, the layer is dropped.
    ///
    /// - Parameters:
    ///   - alpha: the opacity of the layer as a whole, 0…1.
    ///   - blend: how the layer meets what is there.
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
