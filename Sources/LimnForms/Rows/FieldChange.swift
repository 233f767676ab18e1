// SPDX-License-Identifier: Apache-2.0

/// The new value of a field.
public struct FieldChange: Equatable, Sendable, Codable {
    /// The field's full name in the form.
    public var name: String
    /// The new value in the format of ``FormField/values``: a text, the export values of list rows, or the name of a
    /// button's state. Empty to clear the field or turn buttons off.
    public var values: [String]
    /// The path of a push button's picture, as written in the data; nil for other fields.
    public var picture: String?
    /// Whether the field already has this value.
    public var isUnchanged: Bool

    /// Makes a change.
    public init(name: String, values: [String] = [], picture: String? = nil, isUnchanged: Bool = false) {
        self.name = name
        self.values = values
        self.picture = picture
        self.isUnchanged = isUnchanged
    }
}
