// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnText
import TestSupport

/// The fonts that the tests set text in, all from Debian's packages.
enum Fonts {
    static let latin = "DejaVu Sans"

    /// Sets a text, once the machine has the fonts.
    static func set(
        _ text: String, family: String = latin, size: Double = 12, width: Double? = nil,
        _ change: (inout TextItem) -> Void = { _ in }
    ) throws -> SetText {
        try require()
        var item = TextItem(text, TextItem.Style(family: family, size: size), at: .zero, width: width)
        change(&item)
        return try TextSetter().set(item)
    }

    static func require() throws {
        let fonts = "/usr/share/fonts/"
        _ = try Requirement.file(fonts + "truetype/dejavu/DejaVuSans.ttf", of: "fonts-dejavu-core")
        _ = try Requirement.file(fonts + "truetype/liberation2/LiberationSans-Regular.ttf", of: "fonts-liberation2")
        _ = try Requirement.file(fonts + "truetype/noto/NotoSansDevanagari-Regular.ttf", of: "fonts-noto-core")
        _ = try Requirement.file(fonts + "opentype/noto/NotoSansCJK-Regular.ttc", of: "fonts-noto-cjk")
        _ = try Requirement.file(fonts + "truetype/noto/NotoColorEmoji.ttf", of: "fonts-noto-color-emoji")
    }
}

extension SetText {
    /// The text of a line.
    func text(of line: Line) -> String {
        let bytes = Array(text.utf8)
        return String(decoding: bytes[line.range], as: UTF8.self)
    }

    /// The clusters of all runs from left to right.
    var clusters: [GlyphRun.Cluster] { runs.flatMap(\.clusters) }
}
