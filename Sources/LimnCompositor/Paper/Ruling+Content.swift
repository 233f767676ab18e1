// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk
public import LimnPDFObjects

extension NewPage {
    /// Makes a page of plain or ruled paper in a color.
    public init(following page: Int, size: Size, color: Color, ruling: Ruling?) {
        var content = ""
        var states: [String: PageOverlay.GraphicsState] = [:]
        if color != .white {
            content += "\(Self.rgb(color)) rg 0 0 \(Self.text(size.width)) \(Self.text(size.height)) re f\n"
        }
        for (index, group) in (ruling?.groups ?? []).enumerated() where !group.lines.isEmpty {
            content += "q \(Self.rgb(group.color)) RG \(Self.text(group.width)) w \(group.hasRoundCaps ? 1 : 0) J\n"
            if group.color.alpha < 1 {
                states["P\(index)"] = PageOverlay.GraphicsState(strokeAlpha: group.color.alpha)
                content += "/P\(index) gs\n"
            }
            for line in group.lines {
                content += "\(Self.text(line.from)) m \(Self.text(line.to)) l\n"
            }
            content += "S Q\n"
        }
        self.init(following: page, size: size, content: Array(content.utf8), graphicsStates: states)
    }

    private static func rgb(_ color: Color) -> String {
        [color.red, color.green, color.blue].map { text($0) }.joined(separator: " ")
    }

    private static func text(_ point: Point) -> String { "\(text(point.x)) \(text(point.y))" }

    private static func text(_ value: Double) -> String { PDFNumber.text(value) }
}
