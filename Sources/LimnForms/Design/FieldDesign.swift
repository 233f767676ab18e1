// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A field to add to a form, with one place. Radio buttons with the same name become one field.
public struct FieldDesign: Hashable, Sendable {
    /// The full name. Its periods separate the levels of the form's tree.
    public var name: String
    /// The kind.
    public var kind: FormField.Kind
    /// The page, from 1.
    public var page: Int
    /// The place in page space, in points.
    public var rect: Rect
    /// The words that viewers show and screen readers speak; nil for none.
    public var tooltip: String?
    /// Whether a text may have several lines.
    public var isMultiline = false
    /// The number of cells of a comb, one for each character; nil for other fields.
    public var cells: Int?
    /// The maximum number of characters of a text; nil for no limit.
    public var maximumLength: Int?
    /// The size of a text in points; 0 if viewers fit the text to its place.
    public var fontSize = 0.0
    /// The alignment of a text.
    public var alignment = FormField.Alignment.left
    /// By how many degrees the content is turned clockwise: 0, 90, 180 or 270.
    public var turn = 0
    /// For a radio button, the name of its choice.
    public var choice: String?
    /// The rows of a list or a combo box.
    public var choices: [String] = []
    /// The names of the fields whose sum is the value of a text; empty if it is typed.
    public var summands: [String] = []

    /// Returns the parts of a full name, also empty ones. Periods separate them, with whatever marks combine with a period.
    public static func parts(of name: String) -> [String] {
        name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    }

    /// Makes a field.
    public init(_ kind: FormField.Kind, name: String, page: Int, rect: Rect) {
        self.kind = kind
        self.name = name
        self.page = page
        self.rect = rect
    }
}

extension FieldDesign: Codable {
    private enum Key: String, CodingKey {
        case name, type, page, rect, tooltip, multiline, cells, maximumLength, fontSize, alignment, turn, choice,
            choices,
            sumOf
    }

    private static let alignments: [(name: String, alignment: FormField.Alignment)] = [
        ("left", .left), ("center", .center), ("right", .right),
    ]

    /// Decodes an object. Only the name, the type, the page and the rectangle are required; unknown members are ignored.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func refuse(_ key: Key, _ words: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: container, debugDescription: words)
        }
        let edges = try container.decode([Double].self, forKey: .rect)
        guard edges.count == 4, edges.allSatisfy({ $0.isFinite && $0.magnitude <= 1e6 }),
            edges[0] <= edges[2], edges[1] <= edges[3]
        else { throw refuse(.rect, "A rectangle has its left, upper, right and lower edges.") }
        self.init(
            try container.decode(FormField.Kind.self, forKey: .type),
            name: try container.decode(String.self, forKey: .name),
            page: try container.decode(Int.self, forKey: .page),
            rect: Rect(x0: edges[0], y0: edges[1], x1: edges[2], y1: edges[3]))
        tooltip = try container.decodeIfPresent(String.self, forKey: .tooltip)
        isMultiline = try container.decodeIfPresent(Bool.self, forKey: .multiline) ?? false
        cells = try container.decodeIfPresent(Int.self, forKey: .cells)
        maximumLength = try container.decodeIfPresent(Int.self, forKey: .maximumLength)
        fontSize = try container.decodeIfPresent(Double.self, forKey: .fontSize) ?? 0
        if let word = try container.decodeIfPresent(String.self, forKey: .alignment) {
            guard let known = Self.alignments.first(where: { $0.name == word }) else {
                throw refuse(.alignment, "An alignment is left, center or right.")
            }
            alignment = known.alignment
        }
        turn = try container.decodeIfPresent(Int.self, forKey: .turn) ?? 0
        choice = try container.decodeIfPresent(String.self, forKey: .choice)
        choices = try container.decodeIfPresent([String].self, forKey: .choices) ?? []
        summands = try container.decodeIfPresent([String].self, forKey: .sumOf) ?? []
    }

    /// Encodes all members, with null for missing values. Edges are rounded to a hundredth of a point.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        try container.encode(kind, forKey: .type)
        try container.encode(page, forKey: .page)
        try container.encode(rect.roundedEdges, forKey: .rect)
        try container.encode(tooltip, forKey: .tooltip)
        try container.encode(isMultiline, forKey: .multiline)
        try container.encode(cells, forKey: .cells)
        try container.encode(maximumLength, forKey: .maximumLength)
        try container.encode(fontSize, forKey: .fontSize)
        try container.encode(Self.alignments[alignment.rawValue].name, forKey: .alignment)
        try container.encode(turn, forKey: .turn)
        try container.encode(choice, forKey: .choice)
        try container.encode(choices, forKey: .choices)
        try container.encode(summands, forKey: .sumOf)
    }
}
