// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// An item of a drawing that is not a stroke.
public indirect enum PageObject: Hashable, Sendable {
    /// Typed text.
    case text(TextItem)
    /// A picture.
    case picture(PictureItem)
    /// A note.
    case note(NoteItem)
    /// A link.
    case link(LinkItem)
    /// Marked words of the page.
    case markup(MarkupItem)

    /// The kinds of objects. The raw values are the names in files and messages.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Typed text.
        case text
        /// A picture in pixels.
        case picture
        /// A note, which shows as an icon until it is opened.
        case note
        /// A link to a page or an address.
        case link
        /// A mark on words of the page.
        case markup
    }

    /// The kind.
    public var kind: Kind {
        switch self {
        case .text: .text
        case .picture: .picture
        case .note: .note
        case .link: .link
        case .markup: .markup
        }
    }

    /// The index of the object's layer in ``Drawing/layers``.
    public var layer: Int {
        get {
            switch self {
            case .text(let item): item.layer
            case .picture(let item): item.layer
            case .note(let item): item.layer
            case .link(let item): item.layer
            case .markup(let item): item.layer
            }
        }
        set {
            switch self {
            case .text(var item):
                item.layer = newValue
                self = .text(item)
            case .picture(var item):
                item.layer = newValue
                self = .picture(item)
            case .note(var item):
                item.layer = newValue
                self = .note(item)
            case .link(var item):
                item.layer = newValue
                self = .link(item)
            case .markup(var item):
                item.layer = newValue
                self = .markup(item)
            }
        }
    }

    /// The four corners of the object's box in page space, in order around the box; none for a mark without words. The
    /// box of a rotated text or picture is rotated as well.
    public var corners: [Point] {
        switch self {
        case .text(let item): item.box.corners.map { item.transform.apply($0) }
        case .picture(let item): item.frame.corners.map { item.transform.apply($0) }
        case .note(let item): item.box.corners
        case .link(let item): item.area.corners
        case .markup(let item): Rect(containing: item.quads.lazy.flatMap(\.corners))?.corners ?? []
        }
    }

    /// The bounding box in page space; nil if it is not finite.
    public var bounds: Rect? { Rect(containing: corners).flatMap { $0.isFinite ? $0 : nil } }

    /// Returns the object with a transform applied.
    ///
    /// A note moves but keeps its size. A link's area becomes the bounding box of its transformed area.
    public func transformed(by t: AffineTransform) -> PageObject {
        switch self {
        case .text(var item):
            item.transform = item.transform.then(t)
            return .text(item)
        case .picture(var item):
            item.transform = item.transform.then(t)
            return .picture(item)
        case .note(var item):
            item.place = t.apply(item.place)
            return .note(item)
        case .link(var item):
            item.area = t.apply(item.area)
            return .link(item)
        case .markup(var item):
            item.quads = item.quads.map { $0.mapped(t.apply) }
            return .markup(item)
        }
    }

    /// Returns the object in a new color, including its alpha. All runs of a text get the color. Pictures and links
    /// have no color and do not change.
    public func recolored(to color: Color) -> PageObject {
        switch self {
        case .text(var item):
            for index in item.runs.indices { item.runs[index].style.color = color }
            return .text(item)
        case .note(var item):
            item.color = color
            return .note(item)
        case .markup(var item):
            item.color = color
            return .markup(item)
        case .picture, .link: return self
        }
    }

    /// Whether all numbers of the object are finite and in range, as required for storing it.
    package var isStorable: Bool {
        guard InkBounds.layers.contains(layer) else { return false }
        return switch self {
        case .text(let item): item.isStorable
        case .picture(let item): item.isStorable
        case .note(let item): InkBounds.hold(item.place.x) && InkBounds.hold(item.place.y)
        case .link(let item): item.area.isStorable
        case .markup(let item): item.isStorable
        }
    }
}
