// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// An annotation in a document, which a user may have made with any program.
public struct FoundAnnotation: Hashable, Sendable {
    /// The content of an annotation.
    public indirect enum Kind: Hashable, Sendable {
        /// Lines (/Ink).
        case ink(FoundInkAnnotation)
        /// Marked text (/Highlight, /Underline, /StrikeOut, /Squiggly).
        case markup(FoundMarkup)
        /// A shape (/Square, /Circle, /Line, /Polygon, /PolyLine).
        case shape(FoundShape)
        /// Typed text (/FreeText).
        case text(FoundText)
        /// A picture (/Stamp).
        case picture(FoundPicture)
        /// A note (/Text).
        case note
        /// A link (/Link).
        case link(LinkAnnotation.Target)
        /// An annotation that cannot be read. The reason is the end of a sentence, such as `has no area`.
        case unreadable(String)
    }

    /// The annotation's type without the slash, such as `FreeText`.
    public var subtype: String
    /// The content.
    public var kind: Kind
    /// The rectangle in user space (/Rect); empty if there is none.
    public var rect: Rect
    /// The color (/C); nil if there is none.
    public var color: RGBColor?
    /// The opacity, 0…1 (/CA).
    public var opacity: Double
    /// The annotation's name (/NM).
    public var name: String?
    /// The text (/Contents).
    public var contents: String
    /// The title of the annotation's window (/T). Most programs write the author's name there.
    public var title: String
    /// Whether the annotation's flags hide it on the screen.
    public var isHidden: Bool
    /// Whether the annotation is a reply to another annotation (/IRT).
    public var isReply: Bool
    /// The number of the annotation's object; nil for a direct one.
    public var number: Int?
    /// The number of the object of the annotation to which it is a reply; nil if that is not known.
    public var repliesTo: Int?
    /// Whether the annotation keeps its orientation and size when the page is rotated (flag NoRotate).
    public var staysUpright: Bool
    /// The optional content that the annotation belongs to (/OC); nil if there is none.
    public var layer: FoundLayer?
}

extension ObjectDocument {
    /// Returns those annotations of a page that users make (see ``FoundAnnotation/Kind-swift.enum``), in order.
    ///
    /// Form fields and popups are left out. Links are left out unless their names begin with `linkPrefix`, because
    /// other links belong to the document. Malformed values are replaced by their defaults.
    ///
    /// - Parameters:
    ///   - index: the page, counted from 0.
    ///   - linkPrefix: the start of the names of the links to return.
    ///   - budget: the remaining limits. When a limit is reached, the rest is left out, and the budget is marked as
    ///     exceeded.
    /// - Throws: ``PDFObjectsError`` with `noPages`, `noSuchPage`, `tooComplex`.
    public func annotations(
        page index: Int, linkPrefix: String, budget: inout AnnotationBudget
    ) throws(PDFObjectsError) -> [FoundAnnotation] {
        let list = try tree.leaf(at: index).page["/Annots"]
        var found: [FoundAnnotation] = []
        for place in 0..<(list?.count ?? 0) {
            guard budget.take(\.annotations, 1) else { break }
            guard let annotation = list?.item(place), annotation.isDictionary,
                let subtype = annotation["/Subtype"]?.name, FoundAnnotation.subtypes.contains(subtype)
            else { continue }
            if let one = FoundAnnotation(annotation, subtype, in: self, linkPrefix, &budget) { found.append(one) }
        }
        return found
    }

    /// The fonts in the form's default resources (/DR), to which text annotations refer.
    var formFonts: PDFObject? { (try? file.root())?["/AcroForm"]?["/DR"]?["/Font"] }
}

extension FoundAnnotation {
    fileprivate static let subtypes: Set<String> = [
        "Ink", "Highlight", "Underline", "StrikeOut", "Squiggly", "Square", "Circle", "Line", "Polygon", "PolyLine",
        "FreeText", "Stamp", "Text", "Link", "Caret", "Redact", "FileAttachment", "Sound",
    ]

    fileprivate init?(
        _ annotation: PDFObject, _ subtype: String, in document: ObjectDocument, _ linkPrefix: String,
        _ budget: inout AnnotationBudget
    ) {
        name = annotation["/NM"]?.text
        if subtype == "Link", name?.hasPrefix(linkPrefix) != true { return nil }
        self.subtype = subtype
        rect = annotation["/Rect"].flatMap { Rect($0) } ?? Rect(x0: 0, y0: 0, x1: 0, y1: 0)
        color = RGBColor(annotation["/C"])
        opacity = annotation.opacity
        contents = budget.text(annotation["/Contents"])
        title = budget.text(annotation["/T"])
        // Hidden and NoView, and NoRotate (ISO 32000-2, table 167). Notes behave as if they had NoRotate (12.5.6.4).
        let flags = annotation["/F"]?.int ?? 0
        isHidden = flags & (2 | 32) != 0
        staysUpright = flags & 16 != 0 || subtype == "Text"
        isReply = subtype == "Text" && annotation["/IRT"] != nil
        number = annotation.identity.map { Int($0.number) }
        repliesTo = isReply ? annotation["/IRT"]?.identity.map { Int($0.number) } : nil
        // A reviewer's status mark, such as “accepted”, is not a note.
        if subtype == "Text", annotation["/StateModel"] != nil { return nil }
        guard let kind = Self.kind(annotation, subtype, rect, in: document, &budget) else { return nil }
        self.kind = kind
        layer = budget.layer(annotation["/OC"], in: document)
    }

    /// Returns the content of an annotation; nil if there is nothing to show.
    private static func kind(
        _ annotation: PDFObject, _ subtype: String, _ rect: Rect, in document: ObjectDocument,
        _ budget: inout AnnotationBudget
    ) -> Kind? {
        switch subtype {
        case "Ink":
            let lines = ObjectDocument.lines(annotation["/InkList"], &budget)
            return lines.isEmpty ? nil : .ink(FoundInkAnnotation(annotation, lines: lines))
        case "Highlight", "Underline", "StrikeOut", "Squiggly":
            return FoundMarkup(annotation, subtype, rect, &budget).map { .markup($0) }
        case "Square", "Circle", "Line", "Polygon", "PolyLine":
            return FoundShape(annotation, subtype, rect, &budget).map { .shape($0) }
        case "FreeText":
            return .text(FoundText(annotation, rect, formFonts: document.formFonts, &budget))
        case "Stamp": return FoundPicture.kind(annotation, rect, &budget)
        case "Text": return .note
        case "Link":
            let uri = annotation["/A"]?["/URI"]?.stringBytes
            if let uri { return .link(.uri(String(decoding: uri, as: UTF8.self))) }
            guard let target = annotation["/Dest"]?.item(0)?.identity,
                let page = budget.pageIndex(of: target, in: document.tree)
            else { return nil }
            return .link(.page(page))
        default: return .unreadable("is of a kind that has no counterpart here")
        }
    }
}

extension PDFObject {
    /// The opacity of an annotation, 0…1 (/CA).
    var opacity: Double {
        let alpha = self["/CA"]?.number ?? 1
        return alpha.isFinite ? max(0, min(1, alpha)) : 1
    }

    /// The width of an annotation's lines in units of user space: /BS /W, else the third number of /Border, else 1.
    var borderWidth: Double {
        let width = self["/BS"]?["/W"]?.number ?? self["/Border"]?.item(2)?.number ?? 1
        return width.isFinite && width >= 0 ? width : 1
    }

    /// The lengths of an annotation's dashes and gaps in units of user space; empty for continuous lines.
    var borderDash: [Double] {
        let (style, border) = (self["/BS"], self["/Border"])
        let isDashed = style?["/S"]?.isName("/D") ?? (style == nil)
        let list = isDashed ? style?["/D"] ?? border?.item(3) : nil
        let dashes = (0..<min(list?.count ?? 0, 64)).compactMap { list?.item($0)?.number }
        return dashes.allSatisfy { $0.isFinite && $0 >= 0 } && dashes.contains { $0 > 0 } ? dashes : []
    }

    /// Returns the numbers of an array that has exactly `count` finite numbers; nil for other arrays.
    func numbers(_ count: Int) -> [Double]? {
        guard isArray, self.count == count else { return nil }
        let numbers = (0..<count).compactMap { item($0)?.number }.filter(\.isFinite)
        return numbers.count == count ? numbers : nil
    }
}

extension Rect {
    /// Makes a rectangle from a PDF array with two opposite corners; nil unless it has four finite numbers.
    init?(_ object: PDFObject) {
        guard let numbers = object.numbers(4) else { return nil }
        self.init(x0: numbers[0], y0: numbers[1], x1: numbers[2], y1: numbers[3])
    }
}
