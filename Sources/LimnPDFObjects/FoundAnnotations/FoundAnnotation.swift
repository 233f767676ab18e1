// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// An annotation that a person made, as some program left it in a document.
public struct FoundAnnotation: Hashable, Sendable {
    /// What the annotation shows.
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
        /// Something that cannot be read, and why, as the end of a sentence.
        case unreadable(String)
    }

    /// The annotation's type without slash, such as `FreeText`.
    public var subtype: String
    /// What it shows.
    public var kind: Kind
    /// Where it lies in user space (/Rect); empty where none is said.
    public var rect: Rect
    /// The colour (/C); nil where none is said.
    public var color: RGBColor?
    /// The opacity, 0…1 (/CA).
    public var opacity: Double
    /// The annotation's name (/NM).
    public var name: String?
    /// Its text (/Contents).
    public var contents: String
    /// The title of its window, which most programs make the author's name (/T).
    public var title: String
    /// Whether its flags keep it from being shown on screen.
    public var isHidden: Bool
    /// Whether it is a note that answers another annotation (/IRT).
    public var isReply: Bool
    /// Whether it stays upright and of one size when the page is turned (flag NoRotate).
    public var staysUpright: Bool
}

extension ObjectDocument {
    /// The annotations of a page that a person made, in their order: what has the kinds of ``FoundAnnotation``.
    ///
    /// Form fields and windows are none of them. Links of a document are its own and left out, except those whose name
    /// begins with a prefix. What is malformed takes its default.
    ///
    /// - Parameters:
    ///   - index: the page, counted from 0.
    ///   - linkPrefix: how the names of links begin that are found.
    ///   - budget: what may still be read. Where it ends, the rest is left out, and it says so.
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

    /// The resources of all form fields (/DR), which texts name their fonts from.
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
        // Hidden and NoView, and NoRotate (ISO 32000-2, table 167), which notes behave as if they had (12.5.6.4).
        let flags = annotation["/F"]?.int ?? 0
        isHidden = flags & (2 | 32) != 0
        staysUpright = flags & 16 != 0 || subtype == "Text"
        isReply = subtype == "Text" && annotation["/IRT"] != nil
        // What a reviewer's check mark says is none of the page's text.
        if subtype == "Text", annotation["/StateModel"] != nil { return nil }
        guard let kind = Self.kind(annotation, subtype, rect, in: document, &budget) else { return nil }
        self.kind = kind
    }

    /// Nil for what shows nothing.
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

    /// The width of an annotation's lines in user space (/BS /W, else the third number of /Border, else 1).
    var borderWidth: Double {
        let width = self["/BS"]?["/W"]?.number ?? self["/Border"]?.item(2)?.number ?? 1
        return width.isFinite && width >= 0 ? width : 1
    }

    /// The lengths of an annotation's dashes and gaps in user space; empty for continuous lines.
    var borderDash: [Double] {
        let (style, border) = (self["/BS"], self["/Border"])
        let isDashed = style?["/S"]?.isName("/D") ?? (style == nil)
        let list = isDashed ? style?["/D"] ?? border?.item(3) : nil
        let dashes = (0..<min(list?.count ?? 0, 64)).compactMap { list?.item($0)?.number }
        return dashes.allSatisfy { $0.isFinite && $0 >= 0 } && dashes.contains { $0 > 0 } ? dashes : []
    }

    /// The numbers of an array that has exactly some many, all of them finite.
    func numbers(_ count: Int) -> [Double]? {
        guard isArray, self.count == count else { return nil }
        let numbers = (0..<count).compactMap { item($0)?.number }.filter(\.isFinite)
        return numbers.count == count ? numbers : nil
    }
}

extension Rect {
    /// A rectangle of PDF: two opposite corners; nil unless it is four finite numbers.
    init?(_ object: PDFObject) {
        guard let numbers = object.numbers(4) else { return nil }
        self.init(x0: numbers[0], y0: numbers[1], x1: numbers[2], y1: numbers[3])
    }
}
