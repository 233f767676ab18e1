// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnForms
public import LimnGeometry
internal import LimnInk
public import LimnJobs

/// What the ink in the box of a form field may say. It is a guess, and nothing is filled in by itself.
public struct HandwrittenField: Sendable, Encodable {
    /// A value that the ink may say.
    public struct Guess: Hashable, Sendable, Codable {
        /// The value, as data for the field give it.
        public let value: String
        /// How sure it is, 0…1.
        public let certainty: Double

        init(_ value: String, _ certainty: Double) {
            (self.value, self.certainty) = (value, (min(max(certainty, 0), 1) * 1000).rounded(.down) / 1000)
        }
    }

    /// The full name of the field.
    public let name: String
    /// The kind of the field.
    public let kind: FormField.Kind
    /// The page of the ink, from 1.
    public let page: Int
    /// The field's box on the page, in page space.
    public let box: Rect
    /// The values that the ink may say, the surest first; none for ink that is no value.
    public internal(set) var guesses: [Guess]
    /// The value that the form has.
    public let current: [String]
    /// Whose layer the ink stands in.
    var audience = Drawing.Layer.Audience.everyone

    /// The certainty from which on a value counts as certain: it was chosen so that, of measured fields, at most one of a hundred
    /// is certain and wrong. See `Benchmarks/READING.md`.
    public static let leastCertainty = 0.97

    /// The certainty below which a guess is not told.
    private static let leastTold = 0.01
    private var told: [Guess] { guesses.filter { $0.certainty >= Self.leastTold } }

    /// The value that is the surest; nil for ink that is no value.
    public var value: String? { told.first?.value }
    /// How sure it is, 0…1; 0 for ink that is no value.
    public var certainty: Double { told.first?.certainty ?? 0 }
    /// The further values that the ink may say, the surest first.
    public var alternatives: [Guess] { Array(told.dropFirst()) }
    /// Whether the ink stands in a layer for the game master.
    package var isSecret: Bool { audience == .gameMaster }

    private enum Key: String, CodingKey {
        case name, type, page, rect, value, certainty, certain, alternatives, current
    }

    /// Encodes all keys, with null for no value. `rect` has the left, upper, right and lower edge in points, `alternatives` the
    /// further values with their certainties, and `current` the values that the form has.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        try container.encode(kind.rawValue, forKey: .type)
        try container.encode(page, forKey: .page)
        try container.encode(box.roundedEdges, forKey: .rect)
        try container.encode(value, forKey: .value)
        try container.encode(certainty, forKey: .certainty)
        try container.encode(certainty >= Self.leastCertainty, forKey: .certain)
        try container.encode(alternatives, forKey: .alternatives)
        try container.encode(current, forKey: .current)
    }
}

/// What the ink in the fields of a form may say.
public struct HandwrittenForm: Sendable {
    /// The document or the character.
    public let name: String
    /// The form, with the values that it has.
    public let form: Form
    /// The fields with ink in them, in the order of the form.
    public let fields: [HandwrittenField]
    /// Messages for the user.
    public let diagnostics: [Diagnostic]

    /// The status.
    public var status: ResultStatus { diagnostics.status }

    /// Returns it without the values that are less certain.
    ///
    /// - Parameter least: the certainty that each value has at least, 0…1.
    public func values(atLeast least: Double) -> HandwrittenForm {
        HandwrittenForm(
            name: name, form: form, fields: fields.filter { $0.value != nil && $0.certainty >= least },
            diagnostics: diagnostics)
    }

    /// Returns the form with what was read as its values. Of several boxes of a field, the surest counts.
    public var filled: Form {
        var copy = form
        for field in fields.sorted(by: { $0.certainty < $1.certainty }) {
            guard let value = field.value, let index = copy.fields.firstIndex(where: { $0.name == field.name })
            else { continue }
            let check = RowChecker(Form(fields: [copy.fields[index]]), options: .init(allowsPictures: false))
                .check(FormRow(entries: [.init(field.name, .text(value))]))
            if let change = check.changes.first { copy.fields[index].values = change.values }
        }
        return copy
    }
}

extension HandwrittenForm: Encodable {
    /// Encodes `fields`, and the diagnostics as `status`, `messages` and `notes`.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "fields": fields, "status": status, "messages": diagnostics.messages(inputName: name),
            "notes": diagnostics.notes(inputName: name),
        ])
    }
}
