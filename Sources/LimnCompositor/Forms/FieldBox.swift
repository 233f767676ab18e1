// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects

/// The rectangle of a widget in form space, and where Acrobat puts things into it. The numbers were measured on
/// appearances that Acrobat wrote.
struct FieldBox {
    /// Width and height after rotation.
    let width: Double
    let height: Double
    /// How far text keeps away from the edge.
    let inset: Double

    init(_ look: WidgetLook) {
        let isTurned = look.rotation % 180 != 0
        let size = look.kept?.boundingBox.size ?? look.size
        // The box of an appearance that is kept is turned already.
        (width, height) =
            isTurned && look.kept == nil ? (size.height, size.width) : (size.width, size.height)
        inset = look.border.inset
    }

    /// The box itself (/BBox).
    var bounds: Rect { Rect(x0: 0, y0: 0, x1: width, y1: height) }

    /// The widest line of text.
    var textWidth: Double { width - 4 * inset }
    /// The height for lines of text.
    var textHeight: Double { height - 4 * inset }

    /// What text is clipped to.
    func clip(isCombo: Bool) -> Rect {
        let side = isCombo ? 2 * inset : inset
        return Rect(x0: side, y0: inset, x1: max(side, width - side), y1: max(inset, height - inset))
    }

    /// The baseline of a single line: ascent and descent are centred, whatever the border. A baseline that would be
    /// below the inset is raised until the lowest point of the font is not.
    func baseline(_ type: some FieldType, size: Double) -> Double {
        let centered = height / 2 - size * (type.ascent + type.descent) / 2
        return centered < inset ? inset - type.descent * size : centered
    }

    /// The left end of a line, of which the beginning is always seen.
    func left(_ lineWidth: Double, _ alignment: WidgetLook.Alignment) -> Double {
        switch alignment {
        case .left: 2 * inset
        case .center: max(2 * inset, (width - lineWidth) / 2)
        case .right: max(2 * inset, width - 2 * inset - lineWidth)
        }
    }

    /// The smallest size that is chosen.
    static let smallestSize = 4.0
    /// The size of text in lines where there is room enough, and of lists.
    static let plainSize = 12.0

    /// The size at which a line fits.
    ///
    /// - Parameter em: the width of the line in em.
    func size(of type: some FieldType, em: Double) -> Double {
        let byHeight = (height - 2) / max(1.35, type.lineHeight)
        let byWidth = em > 0 ? textWidth / em : byHeight
        return max(Self.smallestSize, min(byHeight, byWidth))
    }
}

extension WidgetLook {
    /// The map from form space that turns the content (/Matrix). Viewers move the result to the widget.
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
