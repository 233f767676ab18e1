// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects

extension FoundText {
    /// Returns the text as an item; nil if the text is empty or its box is unusable.
    ///
    /// - Parameters:
    ///   - opacity: the opacity of the annotation.
    ///   - isOwn: whether Limn made the annotation. The box of such a text fits exactly if its lines do not wrap.
    func item(opacity: Double, isOwn: Bool, on geometry: PageGeometry) -> TextItem? {
        guard runs.contains(where: { !$0.text.isEmpty }) else { return nil }
        let toPage = (matrix ?? placement).then(geometry.userToPage)
        let scale = toPage.lengthScale
        guard toPage.isFinite, scale > 0, scale.isFinite else { return nil }
        let isSideways = matrix == nil && quarterTurns % 2 == 1
        let boxWidth = isSideways ? box.height : box.width
        let breaks = !isOneLine || (!isOwn && alignment != .left)
        let text = runs.map(\.text).joined()
        let startsRight = isRightToLeft ?? text.startsRightToLeft
        return TextItem(
            runs: runs.map { TextItem.Run($0.text, $0.style.itemStyle(scale: scale, opacity: opacity)) },
            alignment: itemAlignment(startsRight),
            direction: isRightToLeft.map { $0 ? .rightToLeft : .leftToRight } ?? .automatic,
            width: breaks && boxWidth > 0 ? (boxWidth * scale).rounded4 : nil, lineHeight: lineHeight,
            transform: AffineTransform.scaling(x: 1 / scale, y: 1 / scale).then(toPage).rounded)
    }

    /// The transform from the text's own space to user space, for the text's box and rotation.
    private var placement: AffineTransform {
        switch quarterTurns {
        case 1: AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: box.minX, ty: box.minY)
        case 2: AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: box.maxX, ty: box.minY)
        case 3: AffineTransform(a: 0, b: -1, c: -1, d: 0, tx: box.maxX, ty: box.maxY)
        default: AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: box.minX, ty: box.maxY)
        }
    }

    /// Returns the item's alignment. Left or right becomes `.start` if the text starts on that side.
    private func itemAlignment(_ startsRight: Bool) -> TextItem.Alignment {
        switch alignment {
        case .left: startsRight ? .left : .start
        case .right: startsRight ? .start : .right
        case .center: .center
        case .justify: .justified
        }
    }
}

extension RichTextRun.Style {
    fileprivate func itemStyle(scale: Double, opacity: Double) -> TextItem.Style {
        TextItem.Style(
            family: family, size: max(0.01, (size * scale).rounded4), weight: max(1, min(1000, weight)),
            isItalic: isItalic, isUnderlined: isUnderlined, isStruck: isStruck,
            color: Color(color, opacity: opacity))
    }
}

extension String {
    /// Whether the first letter belongs to a script that is written from right to left.
    var startsRightToLeft: Bool {
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff, 0x1e800...0x1efff:
                if scalar.properties.isAlphabetic { return true }
            default: if scalar.properties.isAlphabetic { return false }
            }
        }
        return false
    }
}
