// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnRebase

/// Made pages: boxes with words in them.
enum Sheets {
    static let a4 = Size(width: 595, height: 842)

    /// Words in a line, from a place on; each letter is 5 points wide.
    static func line(_ text: String, x: Double, y: Double, scale: Double = 1) -> [PageLayout.Word] {
        var at = x
        return text.split(separator: " ").map { (word: Substring) -> PageLayout.Word in
            let width = Double(word.count) * 5 * scale
            defer { at += width + 4 * scale }
            return PageLayout.Word("\(word)", box: Rect(x0: at, y0: y, x1: at + width, y1: y + 10 * scale))
        }
    }

    /// A box with a title in it.
    static func box(_ title: String, _ rect: Rect, scale: Double = 1) -> PageLayout {
        PageLayout(
            size: a4, words: line(title, x: rect.minX + 5 * scale, y: rect.minY + 5 * scale, scale: scale),
            boxes: [rect])
    }

    /// A page of several parts.
    static func page(_ parts: [PageLayout], size: Size = a4) -> PageLayout {
        PageLayout(
            size: size, words: parts.flatMap(\.words), fields: parts.flatMap(\.fields),
            pictures: parts.flatMap(\.pictures), boxes: parts.flatMap(\.boxes), lines: parts.flatMap(\.lines))
    }

    static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
        Rect(x0: x, y0: y, x1: x + width, y1: y + height)
    }

    /// A stroke of 20 points' length.
    static func stroke(_ x: Double, _ y: Double) -> Stroke {
        Stroke(
            brush: Brush(),
            points: StrokePoints([Point(x: x, y: y), Point(x: x + 10, y: y + 5), Point(x: x + 20, y: y)]))
    }

    static let titles = ["Strength of arm", "Wisdom and wit", "Weapons carried today", "Spells known so far"]
    /// Four boxes in a column of two.
    static let places = [
        rect(50, 80, 200, 100), rect(300, 80, 200, 100), rect(50, 300, 200, 100), rect(300, 300, 200, 100),
    ]

    /// The page with four boxes and a heading, each box at a place of its own.
    static func sheet(_ places: [Rect?] = places, titles: [String] = titles, top: String = "Sheet of the brave hero")
        -> PageLayout
    {
        page(
            [PageLayout(size: a4, words: line(top, x: 50, y: 30))]
                + zip(titles, places).compactMap { title, place in
                    place.map { box(title, $0) }
                })
    }
}
