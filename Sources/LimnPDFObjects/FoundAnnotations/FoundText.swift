// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// Typed text that an editor sets anew (ISO 32000-2, 12.5.6.6).
public struct FoundText: Hashable, Sendable {
    /// How lines lie between the edges of their box.
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
        case left, center, right, justify
    }

    /// The text in logical order.
    public var runs: [RichTextRun]
    /// How lines lie.
    public var alignment: Alignment
    /// Whether paragraphs run from right to left; nil where their letters say so.
    public var isRightToLeft: Bool?
    /// The distance from line to line in font sizes; nil for that of the font.
    public var lineHeight: Double?
    /// The box that lines are set in, along the axes of user space.
    public var box: Rect
    /// How many quarter turns anticlockwise the text is turned in its box, 0…3.
    public var quarterTurns: Int
    /// The transform from the text's own space, whose unit is that of user space, y down from the top left of the first
    /// line, to user space; nil where box and turns tell it.
    public var matrix: AffineTransform?
    /// Whether lines break at line feeds alone.
    public var isOneLine: Bool
    /// The rectangle around the text, its frame's middle; where the frame is, if it has one.
    public var frame: Rect
    /// The width of the frame in units of user space; 0 for none.
    public var frameWidth: Double
    /// The lengths of the frame's dashes and gaps.
    public var frameDash: [Double]
    /// The colour of the frame.
    public var frameColor: RGBColor
    /// The colour behind the text; nil for none.
    public var background: RGBColor?
    /// The line that leads to what the text is about (/CL), from there to the text; empty for none.
    public var callout: [Point]
    /// What stands at the first point of that line.
    public var calloutEnding: FoundShape.Ending
}

extension FoundText {
    /// The entry of a text's dictionary that has ``matrix``.
    static let matrixKey = "/LIMN_Matrix"
    /// The font size in points where programs choose one.
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

        // Where nothing tells of a frame there is none, except around what a line leads from.
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

    /// Rich text is a string or a stream.
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

/// The family and the style that the name of a font tells.
struct FontName {
    private(set) var family: String
    private(set) var isBold = false
    private(set) var isItalic = false

    /// The names that forms and programs give to the standard fonts in their resources.
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

    /// - Parameters:
    ///   - name: of a resource, without slash.
    ///   - resources: dictionaries of fonts that may have it.
    init(_ name: String, in resources: [PDFObject?]) {
        let key = "/" + name
        var base = Self.known[name] ?? name
        for fonts in resources {
            if Self.known[name] == nil, let found = fonts?[key]?["/BaseFont"]?.name {
                base = found
                break
            }
        }
        // The tag of a subset.
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
