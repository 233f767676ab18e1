// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// An /Ink annotation in a document, made by any program.
public struct FoundInkAnnotation: Hashable, Sendable {
    /// The lines in user space (/InkList), none of them empty.
    public var lines: [[Point]]
    /// The color (/C), converted to RGB from gray or CMYK; black if there is none.
    public var color: RGBColor
    /// The opacity, 0…1 (/CA).
    public var opacity: Double
    /// The width of the lines in units of user space: /BS /W, else the third number of /Border, else 1.
    public var borderWidth: Double
    /// The lengths of dashes and gaps in units of user space; empty for continuous lines.
    public var dash: [Double]
    /// The annotation's name (/NM).
    public var name: String?
    /// The text (/Contents).
    public var contents: String?
    /// The intent (/IT), such as `InkHighlight`, which pdf.js uses for its highlights.
    public var intent: String?
    /// Whether the annotation's flags hide it on the screen.
    public var isHidden: Bool
    /// Whether the appearance uses the blend mode Multiply.
    public var multiplies: Bool
}

extension ObjectDocument {
    /// Returns the /Ink annotations of a page, in order. Annotations without lines are left out; malformed values are
    /// replaced by their defaults.
    ///
    /// - Parameter index: the page, counted from 0.
    /// - Throws: ``PDFObjectsError`` with `noPages`, `noSuchPage`, `tooComplex`.
    public func inkAnnotations(page index: Int) throws(PDFObjectsError) -> [FoundInkAnnotation] {
        var budget = AnnotationBudget()
        let annotations = try tree.leaf(at: index).page["/Annots"]?.items ?? []
        return annotations.filter { $0.isDictionary && $0["/Subtype"]?.isName("/Ink") == true }.compactMap {
            annotation in
            let lines = Self.lines(annotation["/InkList"], &budget)
            return lines.isEmpty ? nil : FoundInkAnnotation(annotation, lines: lines)
        }
    }

    /// Returns the lines of an /InkList, none of them empty.
    static func lines(_ list: PDFObject?, _ budget: inout AnnotationBudget) -> [[Point]] {
        guard let list, list.isArray else { return [] }
        // A single line instead of a list of lines is malformed, but its meaning is clear.
        if list.item(0)?.number != nil {
            let line = budget.points(list)
            return line.isEmpty ? [] : [line]
        }
        var lines: [[Point]] = []
        for place in 0..<list.count {
            guard budget.take(\.points, 1) else { break }
            let line = budget.points(list.item(place))
            if !line.isEmpty { lines.append(line) }
        }
        return lines
    }
}

extension FoundInkAnnotation {
    init(_ annotation: PDFObject, lines: [[Point]]) {
        self.lines = lines
        color = RGBColor(annotation["/C"]) ?? RGBColor(red: 0, green: 0, blue: 0)
        opacity = annotation.opacity
        borderWidth = annotation.borderWidth
        dash = annotation.borderDash
        name = annotation["/NM"]?.text
        contents = annotation["/Contents"]?.text
        intent = annotation["/IT"]?.name
        // Hidden and NoView (ISO 32000-2, table 167).
        isHidden = (annotation["/F"]?.int ?? 0) & (2 | 32) != 0
        let states = annotation["/AP"]?["/N"]?["/Resources"]?["/ExtGState"]
        multiplies =
            states?.keys.contains { key in
                let mode = states?[key]?["/BM"]
                return (mode?.isArray == true ? mode?.item(0) : mode)?.isName("/Multiply") == true
            } ?? false
    }
}

extension RGBColor {
    /// Makes a color from an array of one, three or four components; nil for other arrays, such as an empty one.
    init?(_ array: PDFObject?) {
        guard let array, array.isArray, array.count <= 4 else { return nil }
        self.init(parts: array.items.compactMap(\.number))
    }

    /// Makes a color from one, three or four components; nil for other numbers of components.
    init?(parts: [Double]) {
        let parts = parts.map { $0 > 0 ? min($0, 1) : 0 }
        switch parts.count {
        case 1: self.init(red: parts[0], green: parts[0], blue: parts[0])
        case 3: self.init(red: parts[0], green: parts[1], blue: parts[2])
        case 4:
            // The inverse of the simple conversion in ISO 32000-2, 10.4.2.5.
            let ink = parts[0..<3].map { 1 - min(1, $0 + parts[3]) }
            self.init(red: ink[0], green: ink[1], blue: ink[2])
        default: return nil
        }
    }
}
