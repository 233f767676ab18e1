// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk

/// The rulings of reMarkable tablets' templates.
///
/// A document contains only the names of templates, and the tablets' own template files are not freely licensed. So the
/// common ones are redrawn here. The medium spacing, the first line and the gray were measured in a tablet's exports.
/// The small and large spacings are estimates.
struct RemarkableRuling {
    private enum Kind { case blank, lines, grid, dots, checklist }

    private let kind: Kind
    /// The distance between lines, in points.
    private let spacing: Double

    private static let gray = Color(rgba: 0xc0c0_c0ff)
    /// The size of one pixel in the measured exports, in points.
    private static let pixel = 72.0 / 229
    /// The distance from the top of lined paper to its first line, in points.
    private static let firstLine = 178 * pixel

    /// Makes the ruling of a template; nil if its name contains no known ruling.
    ///
    /// - Parameter template: the name of a template, such as `P Lines medium` or `LS Grid small`.
    init?(template: String) {
        let words = template.lowercased().split { !$0.isLetter }
        func has(_ names: String...) -> Bool { words.contains { word in names.contains { word == $0 } } }
        if has("blank") {
            kind = .blank
        } else if has("checklist") {
            kind = .checklist
        } else if has("grid") {
            kind = .grid
        } else if has("dots", "dot") {
            kind = .dots
        } else if has("lines", "lined", "ruled") {
            kind = .lines
        } else {
            return nil
        }
        spacing = Self.pixel * (has("small", "s") ? 52 : has("large", "l") ? 105 : 78.5)
    }

    func groups(_ size: Size) -> [Ruling.Group] {
        switch kind {
        case .blank: []
        case .lines:
            [
                group(
                    multiples(of: spacing, in: 0...max(0, size.height - Self.firstLine)).map {
                        .horizontal(Self.firstLine + $0, 0, size.width)
                    })
            ]
        case .grid:
            [
                group(
                    rows(size).map { .horizontal($0, 0, size.width) }
                        + columns(size).map { .vertical($0, 0, size.height) })
            ]
        case .dots:
            [
                Ruling.Group(
                    lines: rows(size).flatMap { y in columns(size).map { .dot($0, y) } }, color: Self.gray, width: 1.8,
                    hasRoundCaps: true)
            ]
        case .checklist: [group(checklist(size))]
        }
    }

    private func group(_ lines: [Ruling.Line]) -> Ruling.Group {
        Ruling.Group(lines: lines, color: Self.gray, width: 0.5)
    }

    private func rows(_ size: Size) -> [Double] {
        size.height < spacing ? [] : multiples(of: spacing, in: spacing...size.height)
    }

    /// Returns the x coordinates of columns, with equal margins on both sides.
    private func columns(_ size: Size) -> [Double] {
        let margin = (size.width - spacing * (size.width / spacing).rounded(.down)) / 2
        return multiples(of: spacing, in: 0...(size.width - margin)).map { $0 + margin }.filter { $0 <= size.width }
    }

    /// Returns lines that start with a check box.
    private func checklist(_ size: Size) -> [Ruling.Line] {
        let pitch = spacing * 1.3
        let (left, side) = (96 * Self.pixel, pitch * 0.42)
        return stride(from: pitch * 1.5, through: size.height, by: pitch).flatMap { y -> [Ruling.Line] in
            [
                .horizontal(y, left, left + side), .horizontal(y - side, left, left + side),
                .vertical(left, y - side, y), .vertical(left + side, y - side, y),
                .horizontal(y, left + 2 * side, size.width),
            ]
        }
    }
}
