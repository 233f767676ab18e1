// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// The look of a widget apart from its value: its size, frame, font and colors (ISO 32000-2, 12.5.6.19 and 12.7.4.3).
public struct WidgetLook: Hashable, Sendable {
    /// A frame around a widget.
    public struct Border: Hashable, Sendable {
        /// The styles of frames.
        public enum Style: String, Hashable, Sendable {
            /// A solid line.
            case solid = "S"
            /// A dashed line.
            case dashed = "D"
            /// A line with edges that make the widget look raised.
            case beveled = "B"
            /// A line with edges that make the widget look sunken.
            case inset = "I"
            /// A line at the bottom.
            case underline = "U"
        }

        /// The width in points. Text keeps this distance from the edge even if no frame is drawn.
        public var width: Double
        /// The style.
        public var style: Style
        /// The lengths of dashes and gaps of a dashed line, in points.
        public var dashes: [Double]

        /// Makes a border.
        ///
        /// - Parameters:
        ///   - width: the width in points; 0 for no border.
        ///   - style: how the border is painted.
        ///   - dashes: the lengths of dashes and gaps in points, for a dashed border.
        public init(width: Double = 1, style: Style = .solid, dashes: [Double] = [3]) {
            self.width = width
            self.style = style
            self.dashes = dashes
        }

        /// The distance in points from the edge of the widget to the inside of the frame. It is the width, or twice the
        /// width for ``Style/beveled`` and ``Style/inset``.
        public var inset: Double { style == .beveled || style == .inset ? 2 * width : width }
    }

    /// The horizontal alignment of text (/Q).
    public enum Alignment: Int, Hashable, Sendable {
        /// At the left.
        case left = 0
        /// In the middle.
        case center = 1
        /// At the right.
        case right = 2
    }

    /// The width and height of the widget's rectangle in points.
    public var size: Size
    /// The rotation of the content in degrees counterclockwise: 0, 90, 180 or 270.
    public var rotation: Int
    /// The frame.
    public var border: Border
    /// The color of the frame: one component for gray, three for RGB, four for CMYK; empty for none.
    public var borderColor: [Double]
    /// The color of the background, in the same form as ``borderColor``.
    public var background: [Double]
    /// The font size and color of the text.
    public var text: DefaultAppearance
    /// The font of the text.
    public var font: FieldFont
    /// The horizontal alignment of the text.
    public var alignment: Alignment
    /// The caption of a button; for check boxes and radio buttons, the mark as a character of ZapfDingbats.
    public var caption: String?
    /// The placement of a push button's picture.
    public var iconFit: IconFit
    /// The existing appearance from which a new one keeps everything but the value; nil for none.
    public var kept: KeptAppearance?

    /// Makes a look.
    public init(
        size: Size, rotation: Int = 0, border: Border = Border(), borderColor: [Double] = [], background: [Double] = [],
        text: DefaultAppearance = DefaultAppearance(), font: FieldFont = FieldFont(.helvetica, named: "Helv"),
        alignment: Alignment = .left, caption: String? = nil, iconFit: IconFit = IconFit(), kept: KeptAppearance? = nil
    ) {
        self.size = size
        self.rotation = rotation
        self.border = border
        self.borderColor = borderColor
        self.background = background
        self.text = text
        self.font = font
        self.alignment = alignment
        self.caption = caption
        self.iconFit = iconFit
        self.kept = kept
    }
}

/// The placement of a picture in a push button (/IF; ISO 32000-2, table 250).
public struct IconFit: Hashable, Sendable {
    /// The condition for scaling a picture (/SW).
    public enum Scaling: String, Hashable, Sendable {
        /// Whatever the size of the picture.
        case always = "A"
        /// Only if the picture is larger than the button.
        case whenBigger = "B"
        /// Only if the picture is smaller than the button.
        case whenSmaller = "S"
        /// Not at all.
        case never = "N"
    }

    /// The condition for scaling the picture.
    public var scaling: Scaling
    /// Whether scaling keeps the picture's proportions (/S).
    public var isProportional: Bool
    /// The fractions, 0…1, of the unused space that lie to the left of the picture and below it (/A).
    public var position: (x: Double, y: Double) {
        get { (x, y) }
        set { (x, y) = (min(max(newValue.x, 0), 1), min(max(newValue.y, 0), 1)) }
    }
    /// Whether the picture also covers the frame (/FB).
    public var coversFrame: Bool
    private var x = 0.5
    private var y = 0.5

    /// Makes a fit. The default values are those of a button without /IF.
    public init(
        scaling: Scaling = .always, isProportional: Bool = true, position: (x: Double, y: Double) = (0.5, 0.5),
        coversFrame: Bool = false
    ) {
        self.scaling = scaling
        self.isProportional = isProportional
        self.coversFrame = coversFrame
        self.position = position
    }
}
