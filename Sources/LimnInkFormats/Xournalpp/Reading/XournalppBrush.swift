// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Converts the attributes of a stroke, except its widths, to a brush.
struct XournalppBrush {
    /// The brush. The caller sets its width.
    var brush = Brush()
    /// The attributes with invalid values, as `name=value`.
    private(set) var unreadable: [String] = []

    init(_ attributes: [String: String]) {
        func value<T>(_ name: String, _ standard: T, _ parse: (String) -> T?) -> T {
            guard let text = attributes[name] else { return standard }
            if let parsed = parse(text) { return parsed }
            unreadable.append("\(name)=\(text)")
            return standard
        }
        brush.kind = value("tool", .pen) { Self.tools[$0] }
        brush.color = value("color", .black) { XournalppColor.ink($0) }
        brush.cap = value("capStyle", .round) { Brush.Cap(rawValue: $0) }
        brush.dash = value("style", []) { Self.dash($0) }
        brush.fill = value("fill", nil) { Self.fill($0) }
        // Xournal++ ignores the alpha of a highlighter's color. The opacity of a filled highlighter is that of its
        // fill.
        if brush.kind == .highlighter { brush.color.alpha = brush.fill ?? Self.highlighterOpacity }
    }

    /// The opacity of highlighters in Xournal++.
    static let highlighterOpacity = 120.0 / 255

    private static let tools: [String: Brush.Kind] = ["pen": .pen, "highlighter": .highlighter, "eraser": .whiteout]

    private static let dashes: [String: [Double]] = [
        "": [], "plain": [], "dash": [6, 3], "dashdot": [6, 3, 0.5, 3], "dot": [0.5, 3],
    ]

    /// Parses a named pattern or `cust: a b c` with lengths in points.
    private static func dash(_ text: String) -> [Double]? {
        if let known = dashes[text] { return known }
        guard text.hasPrefix("cust:") else { return nil }
        let lengths = NumberList.values(of: String(text.dropFirst("cust:".count)))
        let isUsable = lengths.allSatisfy { $0 >= 0 && $0 <= ValueLimits.maximumWidth } && lengths.contains { $0 > 0 }
        return isUsable ? lengths : nil
    }

    /// Parses a fill of 0…255, or −1 for no fill. The outer optional is nil if the text is not a number.
    private static func fill(_ text: String) -> Double?? {
        guard let number = NumberList.single(text) else { return nil }
        return .some(number < 0 ? nil : min(number, 255) / 255)
    }
}
