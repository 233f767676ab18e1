// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnGeometry

/// An annotation to add to a page.
public enum PageAnnotation: Hashable, Sendable {
    /// Lines.
    case ink(InkAnnotation)
    /// Typed text.
    case text(TextAnnotation)
    /// A picture.
    case stamp(StampAnnotation)
    /// A note.
    case note(NoteAnnotation)
    /// A link.
    case link(LinkAnnotation)
    /// A mark on words.
    case markup(MarkupAnnotation)

    /// The appearance; nil for a link.
    public var appearance: PageOverlay? {
        get {
            switch self {
            case .ink(let annotation): annotation.appearance
            case .text(let annotation): annotation.appearance
            case .stamp(let annotation): annotation.appearance
            case .note(let annotation): annotation.appearance
            case .markup(let annotation): annotation.appearance
            case .link: nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .ink(var annotation):
                annotation.appearance = newValue
                self = .ink(annotation)
            case .text(var annotation):
                annotation.appearance = newValue
                self = .text(annotation)
            case .stamp(var annotation):
                annotation.appearance = newValue
                self = .stamp(annotation)
            case .note(var annotation):
                annotation.appearance = newValue
                self = .note(annotation)
            case .markup(var annotation):
                annotation.appearance = newValue
                self = .markup(annotation)
            case .link: break
            }
        }
    }

    /// The layer that determines whether viewers show the annotation; nil for none.
    public var layer: DocumentLayer? {
        get {
            if case .link(let link) = self { link.layer } else { appearance?.layer }
        }
        set {
            if case .link(var link) = self {
                link.layer = newValue
                self = .link(link)
            } else {
                appearance?.belong(to: newValue)
            }
        }
    }

    /// The box in user space that the annotation fills (/Rect).
    public var rect: Rect {
        if case .link(let link) = self { return link.area }
        return appearance?.userBox ?? Rect(x0: 0, y0: 0, x1: 0, y1: 0)
    }

    /// The tag of its structure element, with the slash.
    var structureTag: String { if case .link = self { "/Link" } else { "/Annot" } }

    /// The text that is read instead of the annotation; nil if its contents say it.
    var alternative: String? {
        switch self {
        case .ink: "Handwriting"
        case .stamp(let stamp): stamp.contents.flatMap { $0.isEmpty ? nil : $0 } ?? "Picture"
        case .link(let link):
            switch link.target {
            case .uri(let uri): "Link to \(uri)"
            case .page(let page): "Link to page \(page + 1)"
            }
        case .markup(let markup): markup.contents.isEmpty ? "Marked text" : nil
        case .text, .note: nil
        }
    }

    /// Whether the annotation is translucent or blends with the page, which requires PDF 1.4.
    var isTransparent: Bool {
        if case .ink(let annotation) = self { return annotation.isTransparent }
        return appearance?.isTransparent ?? false
    }

    /// The entries of the annotation's dictionary except /NM, /P, /AP, /AF and /Dest. No value is a reference.
    var entries: [PDFEntry] {
        switch self {
        case .ink(let annotation): annotation.entries
        case .text(let annotation): annotation.entries
        case .stamp(let annotation): annotation.entries
        case .note(let annotation): annotation.entries
        case .link(let annotation): annotation.entries
        case .markup(let annotation): annotation.entries
        }
    }

    /// Returns the start of the names (/NM) of a page's new annotations. It contains a hash, so other annotations are
    /// unlikely to have it.
    ///
    /// - Parameter page: the page, counted from 0.
    static func nameStem(of annotations: [PageAnnotation], page: Int) -> String {
        let hash = QuickHasher()
        for annotation in annotations {
            hash.add(annotation.appearance?.content ?? [])
            for number in [annotation.rect.minX, annotation.rect.minY] { hash.add(decimal(number)) }
        }
        hash.add("\(page)")
        return "limn-" + String(decoding: hash.text.dropFirst().prefix(16), as: UTF8.self)
    }

    /// Returns the entries that all kinds of annotations except ink have in common.
    ///
    /// - Parameters:
    ///   - subtype: the value of /Subtype, with its slash.
    ///   - contents: the value of /Contents.
    ///   - staysUpright: whether viewers keep the annotation upright on a rotated page (flag NoRotate).
    static func entries(
        _ subtype: String, _ rect: Rect, contents: String?, staysUpright: Bool = false
    ) -> [PDFEntry] {
        var entries: [PDFEntry] = [
            ("/Type", .text("/Annot")), ("/Subtype", .text(subtype)),
            ("/Rect", .numbers([rect.minX, rect.minY, rect.maxX, rect.maxY])),
            // The flag Print is set; Hidden and Locked are not.
            ("/F", .text(staysUpright ? "20" : "4")),
        ]
        if let contents { entries.append(("/Contents", .text(.string(contents)))) }
        return entries
    }
}

extension PageOverlay {
    /// The box in user space that the form fills, computed from the rounded numbers that are written. The matrix must
    /// map rectangles to rectangles.
    ///
    /// Entries of the matrix are written with six decimals. Multiplying them by whole numbers adds no decimals, so
    /// nothing is rounded twice.
    var userBox: Rect {
        func written(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
        let m = matrix
        return AffineTransform(
            a: written(m.a), b: written(m.b), c: written(m.c), d: written(m.d), tx: written(m.tx), ty: written(m.ty)
        ).apply(bounds)
    }
}

extension RGBColor {
    /// The three components as PDF writes them, separated by spaces.
    var text: String { [red, green, blue].map { decimal(($0 * 1000).rounded() / 1000) }.joined(separator: " ") }

    /// The color as in CSS, such as `#00ff00`.
    var hexadecimal: String {
        let bytes = [red, green, blue].map { UInt8(clamping: Int(clamping: ($0 * 255).rounded())) }
        return "#"
            + String(decoding: bytes.flatMap { [hexDigits[Int($0 >> 4)], hexDigits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
