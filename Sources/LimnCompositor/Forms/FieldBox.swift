// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects

/// The rectangle of a widget in form space, and the layout rules of Acrobat. The constants were measured on appearances
/// that Acrobat wrote.
struct FieldBox {
    /// The width after rotation, in points. `height` is the height after rotation.
    let width: Double
    let height: Double
    /// The distance from the edge to the clip rectangle, in points. Lines of text start twice as far from the edge.
    let inset: Double

    init(_ look: WidgetLook) {
        let isTurned = look.rotation % 180 != 0
        let size = look.kept?.boundingBox.size ?? look.size
        // A kept appearance has a box that is rotated already.
        (width, height) =
            isTurned && look.kept == nil ? (size.height, size.width) : (size.width, size.height)
        inset = look.border.inset
    }

    /// The bounding box (/BBox).
    var bounds: Rect { Rect(x0: 0, y0: 0, x1: width, y1: height) }

    /// The maximum width of a line of text, in points.
    var textWidth: Double { width - 4 * inset }
    /// The maximum total height of the lines of a text, in points.
    var textHeight: Double { height - 4 * inset }

    /// Returns the rectangle to which text is clipped.
    func clip(isCombo: Bool) -> Rect {
        let side = isCombo ? 2 * inset : inset
        return Rect(x0: side, y0: inset, x1: max(side, width - side), y1: max(inset, height - inset))
    }

    /// Returns the baseline of a single line. Ascent and descent are centered, whatever the border.
    ///
    /// If that baseline is below the inset, the descent of the font is placed on the inset instead.
    func baseline(_ type: some FieldType, size: Double) -> Double {
        let centered = height / 2 - size * (type.ascent + type.descent) / 2
        return centered < inset ? inset - type.descent * size : centered
    }

    /// Returns the left end of a line. A line that is too wide starts at the left margin, so that its beginning is
    /// visible.
    func left(_ lineWidth: Double, _ alignment: WidgetLook.Alignment) -> Double {
        switch alignment {
        case .left: 2 * inset
        case .center: max(2 * inset, (width - lineWidth) / 2)
        case .right: max(2 * inset, width - 2 * inset - lineWidth)
        }
    }

    /// The smallest automatic font size, in points.
    static let smallestSize = 4.0
    /// The automatic font size of lists, and of multi-line text that fits at this size, in points.
    static let plainSize = 12.0

    /// Returns the automatic font size of a single line, in points.
    ///
    /// - Parameter em: the width of the line, in em.
    func size(of type: some FieldType, em: Double) -> Double {
        let byHeight = (height - 2) / max(1.35, type.lineHeight)
        let byWidth = em > 0 ? textWidth / em : byHeight
        return max(Self.smallestSize, min(byHeight, byWidth))
    }
}

extension WidgetLook {
    /// The transform of the appearance (/Matrix), which rotates its content. Viewers then fit the result to the
    /// widget's rectangle.
    var matrix: AffineTransform {
        if let kept { return kept.matrix }
        return switch rotation {
        case 90: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: size.width, ty: 0)
        case 180: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: size.width, ty: size.height)
        case 270: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: size.height)
        default: AffineTransform.identity
        }
    }
}
