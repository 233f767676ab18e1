// SPDX-License-Identifier: Apache-2.0

/// Something that an ink file holds and that could not be carried over, or not as it was.
public struct DroppedItem: Hashable, Sendable, Codable {
    /// What kind of thing was dropped.
    public struct Kind: Hashable, Sendable, Codable, CustomStringConvertible {
        private enum Value: String, Codable {
            case text, image, formula, link, audio, bookmark, unknownElement = "unknown element"
            case stroke = "malformed stroke", point = "malformed point", width = "surplus width"
            case attribute = "unreadable attribute", backgroundImage = "background image"
            case background, newerVersion = "newer version"
            case channel = "channel of points", layer, title, template = "PDF", pageItem = "page item", dash, fill, cap
            case tool, page, opacity, strokeSetting = "setting of a stroke"
            case hiddenStroke = "stroke on a hidden layer"
        }

        private let value: Value

        private init(_ value: Value) { self.value = value }

        /// Typed text.
        public static let text = Kind(.text)
        /// A picture.
        public static let image = Kind(.image)
        /// A typeset formula.
        public static let formula = Kind(.formula)
        /// A link.
        public static let link = Kind(.link)
        /// A sound recording, or what ties a stroke to one.
        public static let audio = Kind(.audio)
        /// A bookmark on a page.
        public static let bookmark = Kind(.bookmark)
        /// An element of the file that is not known here.
        public static let unknownElement = Kind(.unknownElement)
        /// A stroke without a point, or with coordinates that are not usable numbers.
        public static let stroke = Kind(.stroke)
        /// A point whose stroke is kept: half a coordinate pair, or a point without a width among points that have one.
        public static let point = Kind(.point)
        /// Widths of a stroke beyond its last point.
        public static let width = Kind(.width)
        /// An attribute whose value makes no sense; a usual value stands in for it.
        public static let attribute = Kind(.attribute)
        /// A picture as a page's background; the document keeps its name only.
        public static let backgroundImage = Kind(.backgroundImage)
        /// Something about a page's background: a PDF that is named but missing, settings of a ruling.
        public static let background = Kind(.background)
        /// The file says that it was written for a newer reader; what was read may be incomplete.
        public static let newerVersion = Kind(.newerVersion)

        /// A channel of a stroke's points, such as pressure; the detail names it.
        public static let channel = Kind(.channel)
        /// Layers, or their names; the strokes are there.
        public static let layer = Kind(.layer)
        /// The document's title.
        public static let title = Kind(.title)
        /// The PDF below the ink.
        public static let template = Kind(.template)
        /// Text, a picture or the like, kept from another format.
        public static let pageItem = Kind(.pageItem)
        /// Dashes; the line is continuous.
        public static let dash = Kind(.dash)
        /// The fill of a stroke's inside.
        public static let fill = Kind(.fill)
        /// The shape of a stroke's ends.
        public static let cap = Kind(.cap)
        /// The instrument; the stroke looks the same.
        public static let tool = Kind(.tool)
        /// A page.
        public static let page = Kind(.page)
        /// Opacity that varies along a stroke.
        public static let opacity = Kind(.opacity)
        /// Something about how a stroke is drawn; the detail says what.
        public static let strokeSetting = Kind(.strokeSetting)
        /// A stroke that does not show because its layer is hidden; the detail is the layer's name.
        public static let hiddenStroke = Kind(.hiddenStroke)

        /// The kind's name, in English.
        public var description: String { value.rawValue }
    }

    /// What kind of thing was dropped.
    public var kind: Kind
    /// The page, numbered from 1; nil when it belongs to no page.
    public var page: Int?
    /// How many of them.
    public var count: Int
    /// A few words more, without line breaks; empty when the kind says it all.
    public var detail: String

    /// Makes an item.
    public init(kind: Kind, page: Int?, count: Int = 1, detail: String = "") {
        self.kind = kind
        self.page = page
        self.count = count
        self.detail = detail
    }
}

extension DroppedItem.Kind {
    /// The kind that stands for items of a page.
    public init(of kind: PageItem.Kind) {
        self =
            switch kind {
            case .text: .text
            case .image: .image
            case .formula: .formula
            case .link: .link
            }
    }
}

extension DroppedItem: CustomStringConvertible {
    /// A line such as `page 3: 2 × text (a note)`.
    public var description: String {
        let place = page.map { "page \($0): " } ?? ""
        return "\(place)\(count) × \(kind)" + (detail.isEmpty ? "" : " (\(detail))")
    }
}
