// SPDX-License-Identifier: Apache-2.0

/// Content that a conversion dropped or changed.
public struct DroppedItem: Hashable, Sendable, Codable {
    /// The kind of content.
    public struct Kind: Hashable, Sendable, Codable, CustomStringConvertible {
        private enum Value: String, Codable {
            case text, image, formula, link, note, audio, bookmark, unknownElement = "unknown element"
            case markup = "marked text"
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
        /// An image.
        public static let image = Kind(.image)
        /// A typeset formula.
        public static let formula = Kind(.formula)
        /// A link.
        public static let link = Kind(.link)
        /// A note.
        public static let note = Kind(.note)
        /// Marked words, which become strokes.
        public static let markup = Kind(.markup)
        /// A sound recording, or a stroke's link to one.
        public static let audio = Kind(.audio)
        /// A bookmark.
        public static let bookmark = Kind(.bookmark)
        /// An unknown element of the file.
        public static let unknownElement = Kind(.unknownElement)
        /// A stroke without points, or with unusable coordinates.
        public static let stroke = Kind(.stroke)
        /// A point of a stroke that was otherwise kept: half a coordinate pair, or a point whose width is missing.
        public static let point = Kind(.point)
        /// Surplus widths after the last point of a stroke.
        public static let width = Kind(.width)
        /// An attribute with an invalid value, replaced by a default.
        public static let attribute = Kind(.attribute)
        /// A page's background image. The document keeps only its name.
        public static let backgroundImage = Kind(.backgroundImage)
        /// A detail of a page's background, such as a missing PDF or a setting of the ruling.
        public static let background = Kind(.background)
        /// The file was written for a newer reader, so the result may be incomplete.
        public static let newerVersion = Kind(.newerVersion)

        /// A channel of a stroke's points, such as pressure. The detail names it.
        public static let channel = Kind(.channel)
        /// Layers or their names. The strokes are kept.
        public static let layer = Kind(.layer)
        /// The document's title.
        public static let title = Kind(.title)
        /// The PDF below the ink.
        public static let template = Kind(.template)
        /// An object from another format, such as text or an image.
        public static let pageItem = Kind(.pageItem)
        /// Dashes. The stroke becomes solid.
        public static let dash = Kind(.dash)
        /// The fill of a stroke.
        public static let fill = Kind(.fill)
        /// The cap of a stroke.
        public static let cap = Kind(.cap)
        /// The drawing tool. The stroke looks the same.
        public static let tool = Kind(.tool)
        /// A page.
        public static let page = Kind(.page)
        /// Opacity that varies along a stroke.
        public static let opacity = Kind(.opacity)
        /// A setting of a stroke. The detail names it.
        public static let strokeSetting = Kind(.strokeSetting)
        /// A stroke on a hidden layer. The detail is the layer's name.
        public static let hiddenStroke = Kind(.hiddenStroke)

        /// The kind's name, in English.
        public var description: String { value.rawValue }
    }

    /// The kind of content.
    public var kind: Kind
    /// The page number, from 1; nil for content outside pages.
    public var page: Int?
    /// The number of occurrences.
    public var count: Int
    /// Details on one line; may be empty.
    public var detail: String
    /// The number of all objects on the page, such as strokes and texts; nil if it is unknown or if the item is not
    /// such an object.
    public var total: Int?

    /// Makes an item.
    public init(kind: Kind, page: Int?, count: Int = 1, detail: String = "") {
        self.kind = kind
        self.page = page
        self.count = count
        self.detail = detail
    }
}

extension DroppedItem.Kind {
    /// Whether the kind describes an object on a page, rather than a part or a setting of one.
    public var isObject: Bool {
        switch value {
        case .text, .image, .formula, .link, .note, .stroke, .hiddenStroke, .pageItem: true
        default: false
        }
    }

    /// Makes the kind for a dropped page item.
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
    /// The item on one line, such as `page 3: 2 × text (a note)`.
    public var description: String {
        let place = page.map { "page \($0): " } ?? ""
        return "\(place)\(count) × \(kind)" + (detail.isEmpty ? "" : " (\(detail))")
    }
}
