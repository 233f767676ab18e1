// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// The attributes for stroke data that SVG shapes cannot express. If the path is a centre line, its path data contain
/// the points.
enum SVGAttribute {
    /// On the root: the version of this set of attributes.
    static let version = "data-limn"
    /// On the root: the width and height of the page in points, if known.
    static let size = "data-size"
    /// On a group: the layer number, from 1.
    static let layer = "data-layer"
    /// On a group: the layer's name.
    static let name = "data-name"
    /// On a group of a layer: whether it is hidden, whether it is locked, its audience, and its number.
    static let (hidden, locked, audience, id) = ("data-hidden", "data-locked", "data-audience", "data-id")
    /// On a group that shows an object: the object as JSON.
    static let object = "data-object"
    /// The prefix of the ids of pictures. The picture's number follows.
    static let picturePrefix = "limn-picture-"
    /// On a path: the colour as `#rrggbbaa`. Its presence marks a stroke.
    static let color = "data-color"
    /// On a path: red, green, blue and alpha in 0…1, if 8 bits are not exact.
    static let exactColor = "data-exact-color"
    /// On a path: the points, as `x y x y …`.
    static let positions = "data-xy"
    /// On a path: the width at every point.
    static let widths = "data-widths"
    /// On a path: the properties of the brush.
    static let (width, kind, tool, cap, dash, fill) = (
        "data-width", "data-kind", "data-tool", "data-cap", "data-dash", "data-fill"
    )

    static func name(of channel: StrokePoints.Channel) -> String { "data-\(channel.rawValue)" }
}
