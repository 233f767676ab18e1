// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// A brush as its properties come.
///
/// Known are W3C's and Office's properties, and those that begin with `limn.`, which keep what a Limn brush has besides.
struct InkMLBrush {
    /// Half a millimetre and a bit: what Office's pens have, for brushes that do not say.
    static let usualWidth = 53 * InkMLUnit.himetric
    /// Properties that change nothing here: widths are those of the file, however hard the pen was pressed.
    private static let withoutEffect: Set<String> = ["antiAliased", "ignorePressure"]

    private(set) var brush = Brush(width: usualWidth)
    /// The height of the tip in points where it is not its width.
    private(set) var height: Double?
    /// What was left out of the properties set since ``forgetLosses()``, a few words each.
    private(set) var unreadable: [String] = []
    /// Settings that are not carried over, of the same properties.
    private(set) var settings: [String] = []
    private var transparency = 0.0

    /// The width and height of the tip.
    private var tip: (width: Double?, height: Double?) = (nil, nil)

    mutating func set(_ name: String, _ value: String, units: String?) {
        let isKnown: Bool
        switch name {
        case "width", "height":
            let points = NumberList.single(value).map { $0 * Self.points(units) }
            isKnown = points.map { $0 >= 0 && $0 <= UsableRange.widest } ?? false
            if isKnown, name == "width" { tip.width = points }
            if isKnown, name == "height" { tip.height = points }
            brush.width = tip.width ?? tip.height ?? Self.usualWidth
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
            isKnown = dash.allSatisfy { $0 >= 0 && $0 <= UsableRange.widest } && dash.contains { $0 > 0 }
            if isKnown { brush.dash = dash }
        default:
            isKnown = true
            if !Self.withoutEffect.contains(name) { settings.append("brush property \(name)") }
        }
        if !isKnown { unreadable.append("\(name)=\(value)") }
    }

    /// Forgets what was left out, once that is noted: brushes that build on this one are not to note it again.
    mutating func forgetLosses() { (unreadable, settings) = ([], []) }

    /// Lengths without a unit are in 0.01 mm, as in Office; that is inferred.
    private static func points(_ units: String?) -> Double {
        units.flatMap { InkMLUnit.lengths[$0] } ?? InkMLUnit.himetric
    }
}
