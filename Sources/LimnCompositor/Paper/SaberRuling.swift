// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk

/// The rulings of Saber. Their dimensions are multiples of the line height. They follow Saber's public source code.
struct SaberRuling {
    private let style: String
    /// The line height, in points.
    private let height: Double
    private let thickness: Double

    private static let styles: Set = [
        "college", "college-rtl", "lined", "grid", "dots", "staffs", "tablature", "cornell",
    ]
    /// Material Design's blue and red, with 20 % opacity.
    private static let (primary, secondary) = (Color(rgba: 0x2196_f333), Color(rgba: 0xf443_3633))

    /// Makes the ruling of a style; nil if the style or the settings are not Saber's.
    ///
    /// - Parameter settings: the line height and the thickness of lines, such as `l=40,lt=3`.
    init?(style: String, settings: String) {
        let parts = settings.split(separator: ",")
        guard Self.styles.contains(style), parts.count == 2, parts[0].hasPrefix("l="), parts[1].hasPrefix("lt="),
            let height = Double(parts[0].dropFirst(2)), let thickness = Double(parts[1].dropFirst(3)),
            (1...10_000).contains(height), (0...10_000).contains(thickness)
        else { return nil }
        self.style = style
        self.height = height
        self.thickness = thickness
    }

    func groups(_ size: Size) -> [Ruling.Group] {
        switch style {
        case "college": [primary(rules(size)), secondary(.vertical(2 * height, 0, size.height))]
        case "college-rtl": [primary(rules(size)), secondary(.vertical(size.width - 2 * height, 0, size.height))]
        case "lined": [primary(rules(size))]
        case "grid":
            [
                primary(
                    rules(size)
                        + columns(size).filter { $0 < size.width }.map { .vertical($0, 2 * height, size.height) })
            ]
        case "dots": [dots(size)]
        case "staffs": [primary(staves(size, spaces: 4))]
        case "tablature": [primary(staves(size, spaces: 5))]
        default: [primary(cornell(size))]
        }
    }

    private func primary(_ lines: [Ruling.Line]) -> Ruling.Group {
        Ruling.Group(lines: lines, color: Self.primary, width: thickness)
    }

    private func secondary(_ line: Ruling.Line) -> Ruling.Group {
        Ruling.Group(lines: [line], color: Self.secondary, width: thickness)
    }

    /// Returns the y coordinates of rows, starting with the second row.
    private func rows(_ size: Size) -> [Double] {
        size.height < 2 * height ? [] : multiples(of: height, in: (2 * height)...size.height)
    }

    private func columns(_ size: Size) -> [Double] { multiples(of: height, in: 0...size.width) }

    private func rules(_ size: Size) -> [Ruling.Line] {
        rows(size).filter { $0 < size.height }.map { .horizontal($0, 0, size.width) }
    }

    private func dots(_ size: Size) -> Ruling.Group {
        let (rows, columns) = (rows(size), columns(size))
        let lines =
            rows.count * columns.count > Ruling.limit
            ? [] : rows.flatMap { y in columns.map { Ruling.Line.dot($0, y) } }
        return Ruling.Group(lines: lines, color: Self.primary, width: thickness * 8 / 3, hasRoundCaps: true)
    }

    private func staves(_ size: Size, spaces: Int) -> [Ruling.Line] {
        let (left, right, tall) = (height, size.width - height, height * Double(spaces))
        var lines: [Ruling.Line] = []
        for top in stride(from: 2 * height, to: size.height - tall, by: tall + 3 * height) {
            lines += (0...spaces).map { .horizontal(top + height * Double($0), left, right) }
            lines += [.vertical(left, top, top + tall), .vertical(right, top, top + tall)]
        }
        return lines
    }

    /// Returns the lines of Cornell notes: fields for a name, a date and a title, and rules for notes. The column of
    /// cues on the left and the summary at the bottom stay empty.
    private func cornell(_ size: Size) -> [Ruling.Line] {
        let (middle, right) = (size.width / 2, size.width - height)
        let fields: [Ruling.Line] = [
            .horizontal(2 * height, height, middle - height / 2), .horizontal(2 * height, middle + height / 2, right),
            .horizontal(3 * height, height, right),
        ]
        let notes = stride(from: 5 * height, to: size.height * 0.7, by: height).map {
            Ruling.Line.horizontal($0, size.width * 0.35, right)
        }
        return fields + notes
    }
}
