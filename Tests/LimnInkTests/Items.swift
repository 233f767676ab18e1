// SPDX-License-Identifier: Apache-2.0

import LimnGeometry
import LimnInk

/// Items for tests.
enum Items {
    static let png = PictureData([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + (0..<200).map { UInt8($0) })
    static let jpeg = PictureData([0xff, 0xd8, 0xff] + (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) })

    static func stroke(_ seed: Int) -> Item {
        let x = Double(seed % 50) * 4
        return .stroke(
            Stroke(
                brush: Brush(width: 1 + Double(seed % 3)),
                points: StrokePoints([Point(x: x, y: 10), Point(x: x + 3, y: 40)], width: 1)))
    }

    static func text(_ text: String = "Maren – 10 PP", at x: Double = 20) -> Item {
        var item = TextItem(
            text, .init(family: "DejaVu Sans", size: 11, weight: 700), at: Point(x: x, y: 30), width: 90)
        item.runs.append(.init(" שלום\n2", .init(isItalic: true, isUnderlined: true, isStruck: true)))
        item.alignment = .justified
        item.direction = .rightToLeft
        item.lineHeight = 1.25
        item.measured = Size(width: 80.5, height: 26.25)
        return .object(.text(item))
    }

    static func picture(_ data: PictureData? = png, at x: Double = 100) -> Item {
        .object(
            .picture(
                PictureItem(
                    data!, frame: Rect(x0: 0, y0: 0, x1: 30, y1: 40), crop: Rect(x0: 0.25, y0: 0, x1: 1, y1: 0.5),
                    opacity: 0.5, transform: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: x, ty: 7),
                    alternative: "x^2")))
    }

    static let note = Item.object(
        .note(NoteItem(at: Point(x: 5, y: 6), title: "Secret", text: "The door\nis trapped.", layer: 1)))
    static let link = Item.object(.link(LinkItem(Rect(x0: 1, y0: 2, x1: 3, y1: 4), to: .uri("https://example.org/ä"))))
    static let pageLink = Item.object(.link(LinkItem(Rect(x0: 5, y0: 2, x1: 9, y1: 4), to: .page(7), layer: 1)))

    /// All kinds of items between strokes, in three layers with attributes.
    static let drawing = Drawing(
        items: [
            text(), stroke(1), stroke(2), picture(), note, stroke(3), picture(jpeg), picture(at: 3), link, stroke(4),
            pageLink,
        ],
        layers: [
            .init(name: "Ink"), .init(name: "Secrets", id: 4, isVisible: false, audience: .gameMaster),
            .init(isLocked: true),
        ])
}
