// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A color of an annotation, in sRGB.
public struct RGBColor: Hashable, Sendable {
    /// Red, 0…1.
    public var red: Double
    /// Green, 0…1.
    public var green: Double
    /// Blue, 0…1.
    public var blue: Double

    /// Makes a color.
    ///
    /// - Parameters:
    ///   - red: the red component, 0…1.
    ///   - green: the green component, 0…1.
    ///   - blue: the blue component, 0…1.
    public init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }
}

/// An /Ink annotation to add to a page (ISO 32000-2, 12.5.6.13). It has lines for editors and an appearance for
/// viewers.
///
/// /Rect is computed from the appearance, so the algorithm of 12.5.5, which fits an appearance into the rectangle,
/// changes nothing. /NM is derived from the content and the position, so the same input gives the same name.
public struct InkAnnotation: Hashable, Sendable {
    /// The center lines in the page's user space (/InkList).
    public var lines: [[Point]]
    /// The number of decimal places of the lines' coordinates, 0…6.
    public var decimals: Int
    /// The color (/C).
    public var color: RGBColor
    /// The opacity, 0…1 (/CA).
    public var opacity: Double
    /// The width of the lines, in units of user space (/BS /W).
    public var borderWidth: Double
    /// The lengths of dashes and gaps in units of user space (/BS /D); empty for a continuous line.
    public var dash: [Double]
    /// A description for people who cannot see the annotation (/Contents).
    public var contents: String
    /// The appearance. Its matrix must map rectangles to rectangles, and its bounds must be whole numbers.
    public var appearance: PageOverlay

    /// Makes an annotation.
    public init(
        lines: [[Point]], decimals: Int = 2, color: RGBColor, opacity: Double = 1, borderWidth: Double,
        dash: [Double] = [], contents: String = "Ink", appearance: PageOverlay
    ) {
        self.lines = lines
        self.decimals = decimals
        self.color = color
        self.opacity = opacity
        self.borderWidth = borderWidth
        self.dash = dash
        self.contents = contents
        self.appearance = appearance
    }

    /// The box in user space that the appearance fills (/Rect), computed from the rounded numbers that are written.
    public var rect: Rect { appearance.userBox }

    /// Whether the annotation is translucent or blends with the page, which requires PDF 1.4.
    var isTransparent: Bool { opacity < 1 || appearance.isTransparent }
}
