// SPDX-License-Identifier: Apache-2.0

/// A field of a form. Nodes of the document with the same full name are one field.
public struct FormField: Equatable, Sendable, Codable {
    /// What a field takes.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// Typed text.
        case text
        /// A check box.
        case check
        /// Radio buttons, at most one of which is on.
        case radio
        /// A list, of which one or several rows are chosen.
        case list
        /// A list that drops down; some take typed text, too.
        case combo
        /// A button without a value; it may show a picture.
        case push
        /// A signature.
        case signature
    }

    /// How a text stands in its box: the values of /Q.
    public enum Alignment: Int, Sendable, Codable {
        /// At the left edge.
        case left = 0
        /// In the middle.
        case center = 1
        /// At the right edge.
        case right = 2
    }

    /// The full name: the names from the root of the form, joined by periods. It may begin or end in spaces.
    public var name: String
    /// What it takes.
    public var kind: Kind
    /// What the form demands of it (/Ff).
    public var flags: FieldFlags
    /// The value: one text, the exported values of a list's chosen rows, or the state that is on of buttons; empty where
    /// there is none.
    public var values: [String]
    /// The value that a reset gives it.
    public var defaultValues: [String]
    /// The rows of a list, or the states of buttons.
    public var options: [FieldOption]
    /// The largest number of characters of a text; nil for any.
    public var maximumLength: Int?
    /// What a viewer tells about it (/TU).
    public var tooltip: String?
    /// How viewers show its value, by a script that Limn knows; nil where there is no such script.
    public var format: FieldFormat?
    /// How viewers compute its value; nil where they do not.
    public var calculation: FieldCalculation?
    /// Which values viewers accept; nil for any.
    public var validation: FieldValidation?
    /// Where it shows, in the order of the document.
    public var widgets: [FieldWidget]
    /// How its text is aligned.
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
    /// The value that is exported: of a list's row, or of a button by /Opt, else its state's name.
    public var value: String
    /// What a person sees; the same as the value where the form tells nothing else.
    public var label: String
    /// The name of a button's state in the document; nil for rows of lists.
    public var state: String?

    /// Makes an option.
    public init(value: String, label: String? = nil, state: String? = nil) {
        self.value = value
        self.label = label ?? value
        self.state = state
    }
}
