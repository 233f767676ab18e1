// SPDX-License-Identifier: Apache-2.0

/// A field of a form. Nodes of the document with the same full name are one field.
public struct FormField: Equatable, Sendable, Codable {
    /// The kind of a field.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// Typed text.
        case text
        /// A check box.
        case check
        /// A group of radio buttons, at most one of which is on.
        case radio
        /// A list box, in which the user selects one or several rows.
        case list
        /// A combo box; some accept typed text.
        case combo
        /// A push button. It has no value but may show a picture.
        case push
        /// A signature.
        case signature
    }

    /// The alignment of text in its box: the values of /Q.
    public enum Alignment: Int, Sendable, Codable {
        /// At the left edge.
        case left = 0
        /// In the middle.
        case center = 1
        /// At the right edge.
        case right = 2
    }

    /// The full name: the names from the root of the form, joined by periods. It may start or end with spaces.
    public var name: String
    /// The kind of field.
    public var kind: Kind
    /// The field's flags (/Ff).
    public var flags: FieldFlags
    /// The value: one text, the export values of a list's selected rows, or the on state of buttons; empty if there is
    /// no value.
    public var values: [String]
    /// The value after a reset, in the format of ``values``.
    public var defaultValues: [String]
    /// The rows of a list, or the states of buttons.
    public var options: [FieldOption]
    /// The maximum number of characters of a text; nil if unlimited.
    public var maximumLength: Int?
    /// The tooltip that viewers show (/TU).
    public var tooltip: String?
    /// The format of the displayed value; nil if the field has no format script.
    public var format: FieldFormat?
    /// The calculation of the value; nil if the field has none.
    public var calculation: FieldCalculation?
    /// The validation of values; nil if all are accepted.
    public var validation: FieldValidation?
    /// The field's widgets, in the order of the document.
    public var widgets: [FieldWidget]
    /// The alignment of the text.
    public var alignment: Alignment

    /// Makes a field.
    public init(
        name: String, kind: Kind, flags: FieldFlags = [], values: [String] = [], defaultValues: [String] = [],
        options: [FieldOption] = [], maximumLength: Int? = nil, tooltip: String? = nil, format: FieldFormat? = nil,
        calculation: FieldCalculation? = nil, validation: FieldValidation? = nil, widgets: [FieldWidget] = [],
        alignment: Alignment = .left
    ) {
        self.name = name
        self.kind = kind
        self.flags = flags
        self.values = values
        self.defaultValues = defaultValues
        self.options = options
        self.maximumLength = maximumLength
        self.tooltip = tooltip
        self.format = format
        self.calculation = calculation
        self.validation = validation
        self.widgets = widgets
        self.alignment = alignment
    }
}

/// A row of a list, or a state of check boxes and radio buttons.
public struct FieldOption: Equatable, Hashable, Sendable, Codable {
    /// The export value of a list row; for a button, the value in /Opt, else the state's name.
    public var value: String
    /// The displayed text; equals the value unless the form defines a different text.
    public var label: String
    /// The name of a button's state in the document; nil for list rows.
    public var state: String?

    /// Makes an option.
    public init(value: String, label: String? = nil, state: String? = nil) {
        self.value = value
        self.label = label ?? value
        self.state = state
    }
}
