// SPDX-License-Identifier: GPL-3.0-or-later

internal import CHarfBuzz
public import LimnGeometry

extension FontFace {
    /// Returns the outline of a glyph in em, with y upward from the baseline, to be filled with the nonzero winding
    /// rule.
    ///
    /// - Returns: An empty path for a blank glyph; nil if the face has no outlines.
    public func outline(of glyph: UInt32) -> Path? {
        guard outlines != .colorBitmap, outlines != .other || FontTable("CFF2", of: face).count > 0 else { return nil }
        var pen = Pen(scale: 1 / Double(unitsPerEm))
        withUnsafeMutablePointer(to: &pen) { pen in
            hb_font_get_glyph_shape(font, glyph, PenFunctions.shared.handle, pen)
        }
        return pen.path
    }
}

/// A path under construction, and the scale from font units.
private struct Pen {
    let scale: Double
    var path = Path()

    func point(_ x: Float, _ y: Float) -> Point { Point(x: Double(x) * scale, y: Double(y) * scale) }
}

/// The callbacks that HarfBuzz calls for the segments of an outline. HarfBuzz converts quadratic curves to cubic ones,
/// since there is no quadratic callback.
private final class PenFunctions: @unchecked Sendable {
    // Unchecked: the functions are immutable.
    static let shared = PenFunctions()
    let handle: OpaquePointer

    private init() {
        handle = hb_draw_funcs_create()!
        hb_draw_funcs_set_move_to_func(
            handle,
            { _, pen, _, x, y, _ in
                let pen = pen!.assumingMemoryBound(to: Pen.self)
                pen.pointee.path.move(to: pen.pointee.point(x, y))
            }, nil, nil)
        hb_draw_funcs_set_line_to_func(
            handle,
            { _, pen, _, x, y, _ in
                let pen = pen!.assumingMemoryBound(to: Pen.self)
                pen.pointee.path.line(to: pen.pointee.point(x, y))
            }, nil, nil)
        hb_draw_funcs_set_cubic_to_func(
            handle,
            { _, pen, _, x1, y1, x2, y2, x, y, _ in
                let pen = pen!.assumingMemoryBound(to: Pen.self)
                let (c1, c2) = (pen.pointee.point(x1, y1), pen.pointee.point(x2, y2))
                pen.pointee.path.cubic(c1, c2, to: pen.pointee.point(x, y))
            }, nil, nil)
        hb_draw_funcs_set_close_path_func(
            handle, { _, pen, _, _ in pen!.assumingMemoryBound(to: Pen.self).pointee.path.close() }, nil, nil)
        hb_draw_funcs_make_immutable(handle)
    }

    deinit { hb_draw_funcs_destroy(handle) }
}
