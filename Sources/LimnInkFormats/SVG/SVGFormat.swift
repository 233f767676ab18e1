// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// The attributes for stroke data that SVG shapes cannot express. If a path is the center line of a stroke, its path
/// data contains the points.
enum SVGAttribute {
    /// The root's attribute for the version of this set of attributes.
    static let version = "data-limn"
    /// The root's attribute for the width and height of the page in points. It is missing if the size is unknown.
    static let size = "data-size"
    /// The attribute of a layer's group for the layer number, from 1.
    static let layer = "data-layer"
    /// The attribute of a layer's group for the layer's name.
    static let name = "data-name"
    /// The attributes of a layer's group for whether it is hidden, whether it is locked, its audience and its
    /// identifier.
    static let (hidden, locked, audience, id) = ("data-hidden", "data-locked", "data-audience", "data-id")
    /// The attribute of an object's group for the object as JSON.
    static let object = "data-object"
    /// The prefix of the ids of pictures. The number of the picture follows.
    static let picturePrefix = "limn-picture-"
    /// A path's attribute for the color as `#rrggbbaa`. Only a path with this attribute describes a stroke.
    static let color = "data-color"
    /// A path's attribute for red, green, blue and alpha in 0…1, if 8 bits are not exact.
    static let exactColor = "data-exact-color"
    /// A path's attribute for the points, as `x y x y …`.
    static let positions = "data-xy"
    /// A path's attribute for the width at every point.
    static let widths = "data-widths"
    /// A path's attributes for the properties of the brush.
    static let (width, kind, tool, cap, dash, fill) = (
        "data-width", "data-kind", "data-tool", "data-cap", "data-dash", "data-fill"
    )

    static func name(of channel: StrokePoints.Channel) -> String { "data-\(channel.rawValue)" }
}
