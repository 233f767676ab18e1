// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects

/// The mark of a check box or a radio button: a glyph of ZapfDingbats, a cross of two lines, or a disc.
struct FieldMark {
    /// The shape of a mark.
    enum Shape: Equatable {
        /// A glyph, with its code in ZapfDingbats.
        case glyph(UInt8)
        /// Two diagonal lines.
        case cross
        /// A filled circle.
        case disc
    }

    let look: WidgetLook
    let box: FieldBox
    let shape: Shape

    init(_ look: WidgetLook, _ box: FieldBox, isRadio: Bool) {
        self.look = look
        self.box = box
        let code = Self.code(of: look.caption, isRadio: isRadio)
        shape = code == Self.cross ? .cross : isRadio && code == Self.circle ? .disc : .glyph(code)
    }

    private static let cross = UInt8(ascii: "8")
    private static let circle = UInt8(ascii: "l")

    /// Returns the code of a caption in ZapfDingbats.
    ///
    /// A caption is either the ASCII character with that code or the character that the glyph shows. Without a valid
    /// caption, the mark is a check mark, or a circle for radio buttons.
    private static func code(of caption: String?, isRadio: Bool) -> UInt8 {
        let font = FieldFont(.zapfDingbats, named: "")
        if let caption, caption.unicodeScalars.count == 1, caption != " " {
            if let ascii = caption.utf8.first, caption.utf8.count == 1, font.width(ofCode: ascii) != nil {
                return ascii
            }
            if let bytes = font.encoded(caption), bytes.count == 1 { return bytes[0] }
        }
        return isRadio ? circle : UInt8(ascii: "4")
    }

    /// The field's own font if it is ZapfDingbats; otherwise the standard font.
    var font: FieldFont { look.font.isDingbats ? look.font : FieldFont(.zapfDingbats, named: "ZaDb") }

    /// The font size of a glyph, in points.
    var size: Double {
        guard look.text.size <= 0 else { return look.text.size }
        let room = (width: box.width - 4 * box.inset, height: box.height - 4 * box.inset)
        guard case .glyph(let code) = shape, let advance = font.width(ofCode: code), advance > 0 else {
            return max(FieldBox.smallestSize, room.height / 0.964)
        }
        return max(FieldBox.smallestSize, min(room.height / 0.964, room.width / (1.01 * advance)))
    }

    /// The baseline of a glyph. It centers the range from the font's lowest to its highest point in the box.
    var baseline: Double {
        let font = StandardFont.zapfDingbats
        return box.height / 2 - (font.ascent + font.descent) / 2 * size
    }

    /// The glyph as a character, if the font of the mark is not embedded; nil for other shapes or if there is no such
    /// character.
    var characterToEmbed: Character? {
        guard case .glyph(let code) = shape, !font.isEmbedded else { return nil }
        return StandardFont.zapfDingbats.character(of: code)
    }

    /// The operators.
    var content: [UInt8] {
        var writer = FieldWriter()
        writer.line("q")
        switch shape {
        case .glyph(let code):
            let clip = box.clip(isCombo: false)
            writer.emit(clip.minX, clip.minY, clip.width, clip.height, name: "re")
            writer.line("W\nn\nBT")
            writer.fill(look.text.color)
            writer.line("/\(font.name) \(FieldWriter.text(size)) Tf")
            let advance = (font.width(ofCode: code) ?? 0) * size
            writer.emit((box.width - advance) / 2, baseline, name: "Td")
            writer.show([code])
            writer.line("ET")
        case .cross:
            let side = min(box.width, box.height) - 4 * box.inset
            let center = Point(x: box.width / 2, y: box.height / 2)
            let half = max(0, side) / 2
            writer.stroke(look.text.color)
            for sign in [1.0, -1] {
                writer.emit(center.x - half, center.y - sign * half, name: "m")
                writer.emit(center.x + half, center.y + sign * half, name: "l")
            }
            writer.line("S")
        case .disc:
            let radius = max(0, min(box.width, box.height) / 2 - box.inset) / 2
            writer.fill(look.text.color)
            writer.circle(Point(x: box.width / 2, y: box.height / 2), radius: radius)
            writer.line("f")
        }
        writer.line("Q")
        return writer.bytes
    }
}
