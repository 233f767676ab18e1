// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// How a widget looks whatever its value is: its size, frame, font and colours (ISO 32000-2, 12.5.6.19 and 12.7.4.3).
public struct WidgetLook: Hashable, Sendable {
    /// A frame around a widget.
    public struct Border: Hashable, Sendable {
        /// The styles of frames.
        public enum Style: String, Hashable, Sendable {
            /// A line.
            case solid = "S"
            /// A broken line.
            case dashed = "D"
            /// A line with edges that make the widget stand out.
            case beveled = "B"
            /// A line with edges that sink the widget in.
            case inset = "I"
            /// A line at the bottom.
            case underline = "U"
        }

        /// The width in points, which text keeps away from even where no frame is drawn.
        public var width: Double
        /// The style.
        public var style: Style
        /// The lengths of dashes and gaps of a broken line, in points.
        public var dashes: [Double]

        /// Makes a border.
        public init(width: Double = 1, style: Style = .solid, dashes: [Double] = [3]) {
            self.width = width
            self.style = style
            self.dashes = dashes
        }

        /// How far the inside is from the edge: the width, twice that where the frame has edges.
        public var inset: Double { style == .beveled || style == .inset ? 2 * width : width }
    }

    /// Where text stands (/Q).
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
    /// By how many degrees the content is turned counterclockwise: 0, 90, 180 or 270.
    public var rotation: Int
    /// The frame.
    public var border: Border
    /// The colour of the frame: one component for grey, three for RGB, four for CMYK; empty for none.
    public var borderColor: [Double]
    /// The colour of the background, as for the frame.
    public var background: [Double]
    /// Font size and colour of text.
    public var text: DefaultAppearance
    /// The font of text.
    public var font: FieldFont
    /// Where text stands.
    public var alignment: Alignment
    /// The caption of a button; for check boxes and radio buttons, the mark as a character of ZapfDingbats.
    public var caption: String?
    /// How a button's picture fits into it.
    public var iconFit: IconFit
    /// The appearance whose other parts a new one keeps.
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

/// How a picture fits into a push button (/IF; ISO 32000-2, table 250).
public struct IconFit: Hashable, Sendable {
    /// When a picture is scaled (/SW).
    public enum Scaling: String, Hashable, Sendable {
        case always = "A"
        case whenBigger = "B"
        case whenSmaller = "S"
        case never = "N"
    }

    /// When the picture is scaled.
    public var scaling: Scaling
    /// Whether its proportions stay (/S).
    public var isProportional: Bool
    /// Where the space that is left goes: the part of it to the left, and below, 0…1 (/A).
    public var position: (x: Double, y: Double) {
        get { (x, y) }
        set { (x, y) = (min(max(newValue.x, 0), 1), min(max(newValue.y, 0), 1)) }
    }
    /// Whether the picture covers the frame as well (/FB).
    public var coversFrame: Bool
    private var x = 0.5
    private var y = 0.5

    /// Makes a fit; without arguments, that of a button that tells none.
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
