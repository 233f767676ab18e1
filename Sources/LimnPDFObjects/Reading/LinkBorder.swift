// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// The border that viewers draw around a link (ISO 32000-2, 12.5.4).
public struct LinkBorder: Hashable, Sendable {
    /// The rectangle of the link in user space. The middle of the border runs along its edges.
    public let rect: Rect
    /// The width in units of user space, above 0.
    public let width: Double
    /// The lengths of dashes and gaps in units of user space; empty for a solid border.
    public let dash: [Double]
    /// The color.
    public let color: RGBColor
    /// Whether only the lower edge is drawn.
    public let isUnderline: Bool

    /// Reads the border of an annotation; nil if it is no link, or if it shows no border on the screen. Poppler draws it
    /// around an appearance, too.
    init?(_ annotation: PDFObject) {
        guard annotation["/Subtype"]?.isName("/Link") == true, let rect = annotation["/Rect"]?.rect, rect.isFinite,
            annotation.reasonNotToBurn(as: .screen) == nil
        else { return nil }
        let (style, border) = (annotation["/BS"], annotation["/Border"])
        let lengths: PDFObject?
        if let style, style.isDictionary {
            width = style["/W"]?.number ?? 1
            isUnderline = style["/S"]?.isName("/U") ?? false
            lengths = style["/S"]?.isName("/D") == true ? style["/D"] : nil
        } else {
            width = border?.item(2)?.number ?? 1
            isUnderline = false
            lengths = border?.item(3)
        }
        guard width > 0, width.isFinite, let color = Self.color(annotation["/C"]) else { return nil }
        let found = (lengths?.items ?? []).compactMap(\.number)
        let isPattern = found.allSatisfy { $0.isFinite && $0 >= 0 } && found.contains { $0 > 0 }
        self.rect = rect
        self.color = color
        dash = isPattern ? found : []
    }

    /// Returns a color with 1, 3 or 4 components, black for none given, and nil for an empty array, which means
    /// transparent.
    private static func color(_ object: PDFObject?) -> RGBColor? {
        guard let object, object.isArray else { return RGBColor(red: 0, green: 0, blue: 0) }
        let parts = object.items.compactMap(\.number).map { min(max($0, 0), 1) }
        switch parts.count {
        case 1: return RGBColor(red: parts[0], green: parts[0], blue: parts[0])
        case 3: return RGBColor(red: parts[0], green: parts[1], blue: parts[2])
        case 4:
            func mixed(_ ink: Double) -> Double { 1 - min(1, ink + parts[3]) }
            return RGBColor(red: mixed(parts[0]), green: mixed(parts[1]), blue: mixed(parts[2]))
        default: return nil
        }
    }
}

extension ObjectDocument {
    /// Returns the visible borders of the links on a page.
    ///
    /// - Parameter index: the page, counted from 0.
    /// - Throws: ``PDFObjectsError`` with `noSuchPage`, `damaged`, `tooComplex`.
    public func linkBorders(onPage index: Int) throws(PDFObjectsError) -> [LinkBorder] {
        (try tree.leaf(at: index).page["/Annots"]?.items ?? []).compactMap { LinkBorder($0) }
    }
}
