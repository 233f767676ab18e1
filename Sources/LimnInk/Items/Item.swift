// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A stroke or object that the user put on a page.
public enum Item: Hashable, Sendable {
    /// A stroke.
    case stroke(Stroke)
    /// An object: typed text, a picture, a note, a link or marked words.
    case object(PageObject)

    /// The index of the item's layer in ``Drawing/layers``. If that layer does not exist, the item is visible.
    public var layer: Int {
        get {
            switch self {
            case .stroke(let stroke): stroke.layer
            case .object(let object): object.layer
            }
        }
        set {
            switch self {
            case .stroke(var stroke):
                stroke.layer = newValue
                self = .stroke(stroke)
            case .object(var object):
                object.layer = newValue
                self = .object(object)
            }
        }
    }

    /// The stroke; nil if the item is an object.
    public var stroke: Stroke? {
        if case .stroke(let stroke) = self { stroke } else { nil }
    }

    /// The kind of the item as an English noun for messages: `stroke`, or the kind of the object.
    public var name: String {
        switch self {
        case .stroke: "stroke"
        case .object(let object): object.kind.rawValue
        }
    }

    /// Whether the item is a mark on words.
    var isMarkup: Bool { if case .object(.markup) = self { true } else { false } }

    /// The bounding box in page space, in points; nil for a stroke without points or an object whose corners are not
    /// finite.
    public var bounds: Rect? {
        switch self {
        case .stroke(let stroke): stroke.bounds
        case .object(let object): object.bounds
        }
    }

    /// Returns the item with a transform applied.
    ///
    /// The width of a stroke is scaled by ``AffineTransform/lengthScale``; a note keeps its size.
    ///
    /// - Parameter t: a map from page space to page space.
    public func transformed(by t: AffineTransform) -> Item {
        switch self {
        case .stroke(let stroke): .stroke(stroke.transformed(by: t))
        case .object(let object): .object(object.transformed(by: t))
        }
    }

    /// Returns the item in a new color, including its alpha. All runs of a text get the color. Pictures and links do
    /// not change.
    public func recolored(to color: Color) -> Item {
        switch self {
        case .stroke(var stroke):
            stroke.brush.color = color
            return .stroke(stroke)
        case .object(let object): return .object(object.recolored(to: color))
        }
    }

    /// Whether all numbers of the item are finite and in range, as required for storing it.
    package var isStorable: Bool {
        switch self {
        case .stroke(let stroke): stroke.isStorable
        case .object(let object): object.isStorable
        }
    }
}
