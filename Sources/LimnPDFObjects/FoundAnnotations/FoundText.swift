// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// The typed text of an annotation, with the settings to lay it out again (ISO 32000-2, 12.5.6.6).
public struct FoundText: Hashable, Sendable {
    /// The alignment of lines between the edges of their box.
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
        /// At the left edge.
        case left
        /// In the middle.
        case center
        /// At the right edge.
        case right
        /// At both edges; the last line is at the edge where it begins.
        case justify
    }

    /// The text in logical order.
    public var runs: [RichTextRun]
    /// The alignment of lines.
    public var alignment: Alignment
    /// Whether paragraphs run from right to left; nil if their letters determine the direction.
    public var isRightToLeft: Bool?
    /// The line height as a multiple of the font size; nil for the font's own line height.
    public var lineHeight: Double?
    /// The box of the lines, parallel to the axes of user space.
    public var box: Rect
    /// The rotation of the text in its box, in quarter turns anticlockwise, 0…3.
    public var quarterTurns: Int
    /// The transform from the text's own space to user space; nil if ``box`` and ``quarterTurns`` are sufficient. The
    /// text's own space has the unit of user space, its origin at the top left of the first line, and y down.
    public var matrix: AffineTransform?
    /// Whether lines break only at line feeds.
    public var isOneLine: Bool
    /// The rectangle around the text. If the text has a frame, this is the center line of the frame.
    public var frame: Rect
    /// The width of the frame in units of user space; 0 for none.
    public var frameWidth: Double
    /// The lengths of the frame's dashes and gaps in units of user space; empty for a continuous line.
    public var frameDash: [Double]
    /// The color of the frame.
    public var frameColor: RGBColor
    /// The color behind the text; nil for none.
    public var background: RGBColor?
    /// The callout line (/CL) in user space, from the point that the text refers to, to the text; empty for none.
    public var callout: [Point]
    /// The decoration at the first point of the callout line.
    public var calloutEnding: FoundShape.Ending
}

extension FoundText {
    /// The key of a private entry that stores ``matrix``.
    static let matrixKey = "/LIMN_Matrix"
    /// The font size if the annotation states none, or states 0 (automatic).
    private static let usualSize = 12.0

    init(_ annotation: PDFObject, _ rect: Rect, formFonts: PDFObject?, _ budget: inout AnnotationBudget) {
        let appearance = DefaultAppearance(annotation["/DA"]?.stringBytes ?? [])
        let color = RGBColor(parts: appearance.color) ?? RGBColor(red: 0, green: 0, blue: 0)
        let fonts = annotation["/AP"]?["/N"]?["/Resources"]?["/Font"]
        let name = FontName(appearance.fontName, in: [fonts, formFonts])
        var look = TextLook(
            style: RichTextRun.Style(
                family: name.family, size: appearance.size < 0.1 ? Self.usualSize : appearance.size,
                weight: name.isBold ? 700 : 400, isItalic: name.isItalic,
                color: color))
        look.paragraph.alignment = [.left, .center, .right][max(0, min(2, annotation["/Q"]?.int ?? 0))]
        look.apply(css: budget.text(annotation["/DS"]))
        let contents = budget.text(annotation["/Contents"])
        let rich = Self.richText(annotation["/RC"], &budget)
        let reader = rich.map { RichTextReader($0, look) }
        if let reader, !reader.runs.isEmpty {
            runs = reader.runs
            look.paragraph = reader.paragraph
        } else {
            runs = contents.isEmpty ? [] : [RichTextRun(contents, look.style)]
        }
        (alignment, isRightToLeft) = (look.paragraph.alignment, look.paragraph.isRightToLeft)
        lineHeight = look.paragraph.lineHeight

        // Without any border entry, only callouts have a frame around the text.
        let intent = annotation["/IT"]?.name
        let hasBorder = annotation["/BS"] != nil || annotation["/Border"] != nil || intent == "FreeTextCallout"
        frameWidth = hasBorder ? annotation.borderWidth : 0
        frameDash = annotation.borderDash
        frameColor = color
        background = intent == "FreeTextTypeWriter" ? nil : RGBColor(annotation["/C"])
        let inner = rect.reduced(by: annotation["/RD"])
        frame = inner.reduced(by: frameWidth / 2)
        box = inner.reduced(by: frameWidth)
        let turns = (annotation["/Rotate"]?.int ?? 0) % 360
        quarterTurns = turns % 90 == 0 ? ((turns / 90) + 4) % 4 : 0
        matrix = annotation[Self.matrixKey]?.numbers(6).map {
            AffineTransform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5])
        }
        isOneLine = intent == "FreeTextTypeWriter"
        callout = intent == "FreeTextCallout" ? budget.points(annotation["/CL"]) : []
        let ending = annotation["/LE"]
        calloutEnding = (ending?.name ?? ending?.item(0)?.name).flatMap { FoundShape.Ending(rawValue: $0) } ?? .none
    }

    /// Reads rich text, which is a string or a stream.
    private static func richText(_ object: PDFObject?, _ budget: inout AnnotationBudget) -> String? {
        guard let object else { return nil }
        if let text = object.text {
            return budget.take(\.bytes, text.utf8.count) ? text : nil
        }
        guard object.isStream, let data = try? object.decodedData(), budget.take(\.bytes, data.count) else {
            return nil
        }
        return String(decoding: data, as: UTF8.self)
    }
}

/// The family and the style that the name of a font states.
struct FontName {
    private(set) var family: String
    private(set) var isBold = false
    private(set) var isItalic = false

    /// The short names that forms use for the standard fonts in their resources.
    private static let known: [String: String] = [
        "Helv": "Helvetica", "HeBo": "Helvetica-Bold", "HeOb": "Helvetica-Oblique", "HeBO": "Helvetica-BoldOblique",
        "TiRo": "Times", "TiBo": "Times-Bold", "TiIt": "Times-Italic", "TiBI": "Times-BoldItalic", "Cour": "Courier",
        "CoBo": "Courier-Bold", "CoOb": "Courier-Oblique", "CoBO": "Courier-BoldOblique", "Symb": "Symbol",
        "ZaDb": "ZapfDingbats",
    ]
    private static let families: [String: String] = [
        "TimesNewRoman": "Times New Roman", "CourierNew": "Courier New", "Times-Roman": "Times",
        "Times Roman": "Times",
    ]

    /// Reads the name of the font that a resource name refers to.
    ///
    /// - Parameters:
    ///   - name: the name of a font resource, without the slash.
    ///   - resources: /Font resource dictionaries that may define the name.
    init(_ name: String, in resources: [PDFObject?]) {
        let key = "/" + name
        var base = Self.known[name] ?? name
        for fonts in resources {
            if Self.known[name] == nil, let found = fonts?[key]?["/BaseFont"]?.name {
                base = found
                break
            }
        }
        // A subset prefix, such as `ABCDEF+`, is removed.
        if base.utf8.count > 7, base.utf8.dropFirst(6).first == UInt8(ascii: "+") { base = String(base.dropFirst(7)) }
        let parts = base.split(separator: base.contains(",") ? "," : "-", maxSplits: 1)
        let style = parts.count > 1 ? parts[1].lowercased() : ""
        isBold = style.contains("bold") || style.contains("black")
        isItalic = style.contains("italic") || style.contains("oblique")
        var first = String(parts.first ?? "Helvetica")
        for ending in ["PSMT", "PS", "MT"] where first.hasSuffix(ending) && first.count > ending.count + 2 {
            first.removeLast(ending.count)
            break
        }
        family = String((Self.families[first] ?? first).prefix(200))
    }
}
