// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A note: a pin on the page. Opening it shows a title and a text.
public struct NoteItem: Hashable, Sendable {
    /// The position of the pin's top left corner in page space.
    public var place: Point
    /// The color of the pin.
    public var color: Color
    /// The title; may be empty.
    public var title: String
    /// The text; may be empty.
    public var text: String
    /// The index of the note's layer in ``Drawing/layers``.
    public var layer: Int

    /// The width and height of the pin, in points.
    public static let side = 18.0
    /// The default color, a yellow.
    public static let yellow = Color(rgba: 0xffd5_4aff)

    /// Makes a note.
    public init(at place: Point, title: String = "", text: String = "", color: Color = yellow, layer: Int = 0) {
        self.place = place
        self.title = title
        self.text = text
        self.color = color
        self.layer = layer
    }

    /// The pin's box in page space.
    public var box: Rect { Rect(x0: place.x, y0: place.y, x1: place.x + Self.side, y1: place.y + Self.side) }
}
