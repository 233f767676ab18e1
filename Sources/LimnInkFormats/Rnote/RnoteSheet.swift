// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// The format of a document's pages and their paper.
struct RnoteSheet {
    /// The size of a page in points.
    let size: Size
    /// The size of a pixel in points.
    let scale: Double
    let background: InkDocument.Background

    /// The rulings of Xournal++ that look like those of Rnote.
    private static let rulings = [
        "none": "plain", "lines": "lined", "grid": "graph", "dots": "dotted", "isometric_grid": "isograph",
        "isometric_dots": "isodotted",
    ]
    /// A4 at 96 pixels per inch.
    private static let standard = (width: 793.701, height: 1122.52, dpi: 96.0)

    init(_ document: TreeValue) {
        let config = document["config"] ?? document
        let format = config["format"] ?? .null
        func number(_ key: String, _ standard: Double, _ range: ClosedRange<Double>) -> Double {
            format[key]?.number.flatMap { range.contains($0) ? $0 : nil } ?? standard
        }
        let scale = 72 / number("dpi", Self.standard.dpi, 1...10_000)
        let width = number("width", Self.standard.width, 1...1e6) * scale
        let height = number("height", Self.standard.height, 1...1e6) * scale
        self.scale = scale
        size = Size(width: max(1, width), height: max(1, height))
        let paper = config["background"] ?? .null
        let pattern = paper["pattern"]?.string ?? "none"
        let step = (paper["pattern_size"]?.array?.first?.number ?? 32) * scale
        var settings: [String] = []
        if pattern != "none", 0.5...10_000 ~= step {
            settings.append("r1=\(DecimalText.text(step, isLossless: false))")
        }
        if pattern != "none", let color = RnoteElements.color(paper["pattern_color"]) {
            let digits = String(color.rgba >> 8, radix: 16)
            settings.append("f1=" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits)
        }
        background = .paper(
            style: Self.rulings[pattern] ?? pattern, color: RnoteElements.color(paper["color"]) ?? .white,
            settings: settings.joined(separator: ","))
    }
}
