// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Builds a brush from the properties of an InkML brush.
///
/// The known properties are those of W3C and Office, and `limn.` properties for the other attributes of a Limn brush.
struct InkMLBrush {
    /// The width of a brush that specifies none, in points: 0.53 mm, as in Office.
    static let defaultWidth = 53 * InkMLUnit.himetric
    /// Properties without effect. Pressure never changes widths here, and rendering is always antialiased.
    private static let withoutEffect: Set<String> = ["antiAliased", "ignorePressure"]

    private(set) var brush = Brush(width: defaultWidth)
    /// The height of the tip in points; nil if it equals the width.
    private(set) var height: Double?
    /// The properties with invalid values since the last ``clearDropped()``.
    private(set) var unreadable: [String] = []
    /// The properties without an equivalent since the last ``clearDropped()``.
    private(set) var settings: [String] = []
    /// How the width is known.
    private(set) var knownWidth = InkMLFit.Width.none
    private var transparency = 0.0

    /// The width and height of the tip.
    private var tip: (width: Double?, height: Double?) = (nil, nil)

    mutating func set(_ name: String, _ value: String, units: String?) {
        let isKnown: Bool
        switch name {
        case "width", "height":
            let points = NumberList.single(value).map { $0 * Self.points(units) }
            isKnown = points.map { $0 >= 0 && $0 <= ValueLimits.maximumWidth } ?? false
            if isKnown { knownWidth = units.flatMap { InkMLUnit.lengths[$0] } == nil ? .steps : .points }
            if isKnown, name == "width" { tip.width = points }
            if isKnown, name == "height" { tip.height = points }
            brush.width = tip.width ?? tip.height ?? Self.defaultWidth
            height = tip.height == brush.width ? nil : tip.height
        case "color":
            let color = CSSColor.parse(value)
            isKnown = color != nil
            if let color {
                brush.color = color
                brush.color.alpha *= 1 - transparency
            }
        case "transparency":
            let number = NumberList.single(value)
            isKnown = number.map { $0 >= 0 && $0 <= 255 } ?? false
            if isKnown, let number {
                transparency = number / 255
                brush.color.alpha = 1 - transparency
            }
        case "tip":
            isKnown = ["ellipse", "rectangle"].contains(value)
            if isKnown { brush.cap = value == "rectangle" ? .square : .round }
        case "rasterOp":
            isKnown = ["copyPen", "maskPen"].contains(value)
            if value == "maskPen" { brush.kind = .highlighter }
        case "fitToCurve":
            isKnown = true
            if value == "1" || value == "true" { settings.append("smoothing, fitToCurve") }
        case "limn.kind": isKnown = Brush.Kind(rawValue: value).map { brush.kind = $0 } != nil
        case "limn.cap": isKnown = Brush.Cap(rawValue: value).map { brush.cap = $0 } != nil
        case "limn.tool": isKnown = Brush.Tool(rawValue: value).map { brush.tool = $0 } != nil
        case "limn.fill":
            let fill = NumberList.single(value)
            isKnown = fill.map { 0...1 ~= $0 } ?? false
            if isKnown { brush.fill = fill }
        case "limn.alpha":
            let alpha = NumberList.single(value)
            isKnown = alpha.map { 0...1 ~= $0 } ?? false
            if isKnown, let alpha { brush.color.alpha = alpha }
        case "limn.color":
            let parts = NumberList.values(of: value)
            isKnown = parts.count == 3 && parts.allSatisfy { 0...1 ~= $0 }
            if isKnown {
                brush.color = Color(red: parts[0], green: parts[1], blue: parts[2], alpha: brush.color.alpha)
            }
        case "limn.dash":
            let dash = NumberList.values(of: value)
            isKnown = dash.allSatisfy { $0 >= 0 && $0 <= ValueLimits.maximumWidth } && dash.contains { $0 > 0 }
            if isKnown { brush.dash = dash }
        default:
            isKnown = true
            if !Self.withoutEffect.contains(name) { settings.append("brush property \(name)") }
        }
        if !isKnown { unreadable.append("\(name)=\(value)") }
    }

    /// Clears the lists of dropped properties once they are reported, so that derived brushes do not report them again.
    mutating func clearDropped() { (unreadable, settings) = ([], []) }

    /// Returns the size of a unit in points. Lengths without a unit are in 0.01 mm, as in Office; this is inferred.
    private static func points(_ units: String?) -> Double {
        units.flatMap { InkMLUnit.lengths[$0] } ?? InkMLUnit.himetric
    }
}
