// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// One item that a person put on a page.
public enum Item: Hashable, Sendable {
    /// A stroke.
    case stroke(Stroke)
    /// An object: typed text, a picture, a note or a link.
    case object(PageObject)

    /// The index of the item's layer in ``Drawing/layers``. An item on a layer that does not exist is shown.
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

    /// The kind of the item, as an English noun for messages: `stroke`, `text`, `picture`, `note` or `link`.
    public var name: String {
        switch self {
        case .stroke: "stroke"
        case .object(let object): object.kind.rawValue
        }
    }

    /// The bounding box in page space, in points; nil for a stroke without points, and for an object whose corners are
    /// not finite.
    public var bounds: Rect? {
        switch self {
        case .stroke(let stroke): stroke.bounds
        case .object(let object): object.bounds
        }
    }

    /// The item with a transform applied. The width of a stroke is scaled by ``AffineTransform/lengthScale``; a note
    /// keeps its size.
    ///
    /// - Parameter t: maps page space to page space.
    public func transformed(by t: AffineTransform) -> Item {
        switch self {
        case .stroke(let stroke): .stroke(stroke.transformed(by: t))
        case .object(let object): .object(object.transformed(by: t))
        }
    }

    /// The item in another colour, including alpha. All runs of a text get the colour. Pictures and links stay as they
    /// are.
    public func recolored(to color: Color) -> Item {
        switch self {
        case .stroke(var stroke):
            stroke.brush.color = color
            return .stroke(stroke)
        case .object(let object): return .object(object.recolored(to: color))
        }
    }

    /// Whether the item can be stored: every number is finite and in its range.
    package var isStorable: Bool {
        switch self {
        case .stroke(let stroke): stroke.isStorable
        case .object(let object): object.isStorable
        }
    }
}
