// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnGeometry

/// An annotation to be put on a page.
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

    /// What is painted; nil for a link.
    public var appearance: PageOverlay? {
        get {
            switch self {
            case .ink(let annotation): annotation.appearance
            case .text(let annotation): annotation.appearance
            case .stamp(let annotation): annotation.appearance
            case .note(let annotation): annotation.appearance
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
            case .link: break
            }
        }
    }

    /// The layer that viewers switch the annotation with; nil for none.
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

    /// Whether it shows through, which needs PDF 1.4.
    var isTransparent: Bool {
        if case .ink(let annotation) = self { return annotation.isTransparent }
        return appearance?.isTransparent ?? false
    }

    /// The entries of its dictionary besides /NM, /P, /AP, /AF and /Dest; none is a reference.
    var entries: [PDFEntry] {
        switch self {
        case .ink(let annotation): annotation.entries
        case .text(let annotation): annotation.entries
        case .stamp(let annotation): annotation.entries
        case .note(let annotation): annotation.entries
        case .link(let annotation): annotation.entries
        }
    }

    /// What the names (/NM) of a page's new annotations begin with; hardly any other annotations have it.
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

    /// The entries that all kinds but ink have in common.
    ///
    /// - Parameters:
    ///   - subtype: with its slash.
    ///   - contents: what the annotation says (/Contents).
    ///   - staysUpright: whether viewers turn it back on a page that is turned (flag NoRotate).
    static func entries(
        _ subtype: String, _ rect: Rect, contents: String?, staysUpright: Bool = false
    ) -> [PDFEntry] {
        var entries: [PDFEntry] = [
            ("/Type", .text("/Annot")), ("/Subtype", .text(subtype)),
            ("/Rect", .numbers([rect.minX, rect.minY, rect.maxX, rect.maxY])),
            // Printed, and neither hidden nor locked.
            ("/F", .text(staysUpright ? "20" : "4")),
        ]
        if let contents { entries.append(("/Contents", .text(.string(contents)))) }
        return entries
    }
}

extension PageOverlay {
    /// The box in user space that the form fills, as its numbers say once they are written. The matrix must map rectangles
    /// to rectangles.
    ///
    /// Numbers are written with six decimals. Whole bounds times such have no more, hence nothing is rounded twice.
    var userBox: Rect {
        func written(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
        let m = matrix
        return AffineTransform(
            a: written(m.a), b: written(m.b), c: written(m.c), d: written(m.d), tx: written(m.tx), ty: written(m.ty)
        ).apply(bounds)
    }
}

extension RGBColor {
    /// The three parts as PDF writes them, with blanks between.
    var text: String { [red, green, blue].map { decimal(($0 * 1000).rounded() / 1000) }.joined(separator: " ") }

    /// The colour as in CSS, such as `#00ff00`.
    var hexadecimal: String {
        let bytes = [red, green, blue].map { UInt8(clamping: Int(clamping: ($0 * 255).rounded())) }
        return "#"
            + String(decoding: bytes.flatMap { [hexDigits[Int($0 >> 4)], hexDigits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
