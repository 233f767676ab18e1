// SPDX-License-Identifier: Apache-2.0

/// The new value of a field.
public struct FieldChange: Equatable, Sendable, Codable {
    /// The field's full name, as the form has it.
    public var name: String
    /// The new value, as in ``FormField/values``: a text, the exported values of a list's rows, or the name of a button's
    /// state. Empty to clear the field, or to turn buttons off.
    public var values: [String]
    /// The path of the picture for a push button, as the data write it; nil for other fields.
    public var picture: String?
    /// Whether the field has this value already.
    public var isUnchanged: Bool

    /// Makes a change.
    public init(name: String, values: [String] = [], picture: String? = nil, isUnchanged: Bool = false) {
        self.name = name
        self.values = values
        self.picture = picture
        self.isUnchanged = isUnchanged
    }
}
