// SPDX-License-Identifier: Apache-2.0

public import LimnForms
public import LimnGeometry

/// A place where people are meant to write, found on a page.
public struct DetectedField: Hashable, Sendable, Codable {
    /// The name of the field; empty until ``FieldNaming`` has given it one.
    public var name: String
    /// The kind: text, check, radio, push for a picture, or signature.
    public var kind: FormField.Kind
    /// The page, from 1.
    public var page: Int
    /// The place in page space, in points.
    public var rect: Rect
    /// How certain it is that people write there, from 0 to 1.
    public var certainty: Double
    /// The printed words that say what belongs there; empty if there are none.
    public var label: String
    /// The words that name its row; nil if it is not in a table with such words.
    public var row: String?
    /// The number of its row, from 1; nil if it is not in a table, or if words name its row.
    public var number: Int?
    /// Whether a text may have several lines.
    public var isMultiline = false
    /// The number of cells of a comb, one for each character; nil for other fields.
    public var cells: Int?
    /// For a radio button, the number of its group on its page. Buttons of one group get the same name.
    public var group: Int?
    /// For a radio button, the words that all choices of its group answer; nil if there are none.
    public var question: String?
    /// For a radio button, the name of its choice.
    public var choice: String?
    /// Whether a text is centered.
    public var isCentered = false
    /// By how many degrees the text is turned clockwise: 0, 90, 180 or 270.
    public var turn = 0

    /// Makes a field without a name.
    public init(_ kind: FormField.Kind, page: Int, rect: Rect, certainty: Double, label: String = "") {
        name = ""
        self.kind = kind
        self.page = page
        self.rect = rect
        self.certainty = certainty
        self.label = label
    }

    /// The field to make of the place.
    public var design: FieldDesign {
        var design = FieldDesign(kind, name: name, page: page, rect: rect)
        let words = kind == .radio ? question ?? label : label
        design.tooltip = words.isEmpty ? nil : words
        design.alignment = isCentered ? .center : .left
        design.turn = turn
        design.choice = choice
        guard kind == .text else { return design }
        design.cells = cells
        design.isMultiline = isMultiline
        // Text that is fitted to a high line would be too large.
        let (width, height) = turn % 180 == 0 ? (rect.width, rect.height) : (rect.height, rect.width)
        if !isMultiline, cells == nil, height > 20, width > 3 * height { design.fontSize = 12 }
        return design
    }

    /// The certainty from which on fields are made unless all are wanted.
    public static let threshold = 0.5

    /// The maximum length of each text, in bytes of UTF-8.
    public static let textLimit = 400
    /// The maximum number of cells of a comb.
    public static let cellLimit = 1000

    /// The field with its texts cut to ``textLimit``, and without cells where there are too many.
    var bounded: DetectedField {
        var field = self
        field.label = Self.cut(label)
        field.row = row.map(Self.cut)
        field.question = question.map(Self.cut)
        field.choice = choice.map(Self.cut)
        if let cells, cells > Self.cellLimit { field.cells = nil }
        return field
    }

    private static func cut(_ words: String) -> String {
        let text =
            words.unicodeScalars.contains { $0.properties.generalCategory == .control }
            ? String(
                String.UnicodeScalarView(words.unicodeScalars.filter { $0.properties.generalCategory != .control }))
            : words
        guard text.utf8.count > textLimit else { return text }
        var short = ""
        for character in text {
            guard short.utf8.count + character.utf8.count <= textLimit else { break }
            short.append(character)
        }
        return short
    }
}
