// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk

extension SlowInk {
    /// Native ink in which one record is repeated; each copy has a sound checksum.
    static let natives: [SlowInk] = [
        repeating("strokes.limnink", record: "S"), repeating("texts.limnink", record: "O"),
        repeating("pages.limnink", record: "P"), repeating("indexes.limnink", record: "I"),
    ]

    /// A document of one page with a stroke and a text, with the first record of a kind many times in its place.
    private static func repeating(_ name: String, record kind: Character) -> SlowInk {
        let stroke = Stroke(
            brush: Brush(), points: StrokePoints([Point(x: 1, y: 1), Point(x: 2, y: 2)], width: 1))
        var drawing = Drawing(strokes: [stroke])
        drawing.append(.object(.text(TextItem("a", at: Point(x: 3, y: 3)))))
        let document = InkDocument(pages: [InkDocument.Page(size: Size(width: 9, height: 9), drawing: drawing)])
        guard let bytes = try? NativeInk.encode(document) else { fatalError("The document cannot be encoded.") }
        // A record is a byte for its kind, the length of its contents in 4 bytes, the contents and 4 bytes of checksum.
        var start = 8
        while true {
            let length = (0..<4).reduce(0) { $0 | Int(bytes[start + 1 + $1]) << (8 * $1) }
            let end = start + 5 + length + 4
            if bytes[start] == kind.asciiValue {
                let before = Array(bytes[..<start])
                return SlowInk(name, Array(bytes[start..<end]), end: Array(bytes[end...])) { _ in before }
            }
            start = end
        }
    }
}
