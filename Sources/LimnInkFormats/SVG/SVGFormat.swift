// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// The attributes in which an SVG keeps what its shapes do not tell. Points are in the path's own data where it is a
/// centre line.
enum SVGAttribute {
    /// On the root: the version of these attributes.
    static let version = "data-limn"
    /// On the root: width and height of the page in points, where they are known.
    static let size = "data-size"
    /// On a group: the layer, numbered from 1.
    static let layer = "data-layer"
    /// On a group: the layer's name.
    static let name = "data-name"
    /// On a path: the colour as `#rrggbbaa`; it marks a stroke.
    static let color = "data-color"
    /// On a path: red, green, blue and alpha as parts of 1 where 8 bits do not hold them.
    static let exactColor = "data-exact-color"
    /// On a path: `x y x y …`.
    static let positions = "data-xy"
    /// On a path: a width for every point.
    static let widths = "data-widths"
    /// On a path: the brush.
    static let (width, kind, tool, cap, dash, fill) = (
        "data-width", "data-kind", "data-tool", "data-cap", "data-dash", "data-fill"
    )

    static func name(of channel: StrokePoints.Channel) -> String { "data-\(channel.rawValue)" }
}
