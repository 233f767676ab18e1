// SPDX-License-Identifier: Apache-2.0

/// The flags of a field: /Ff (ISO 32000-2, tables 227, 229, 231 and 233).
public struct FieldFlags: OptionSet, Hashable, Sendable, Codable {
    /// The bits of /Ff.
    public let rawValue: UInt32

    /// Makes flags from the bits of /Ff.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(bit: UInt32) { rawValue = 1 << (bit - 1) }

    // Every field.
    /// Viewers do not let the user change the value.
    public static let readOnly = FieldFlags(bit: 1)
    /// The field must have a value.
    public static let required = FieldFlags(bit: 2)
    /// The value is omitted when the form is submitted.
    public static let noExport = FieldFlags(bit: 3)

    // Text.
    /// The text may have several lines.
    public static let multiline = FieldFlags(bit: 13)
    /// The text is a password.
    public static let password = FieldFlags(bit: 14)
    /// The text is the path of a file.
    public static let fileSelect = FieldFlags(bit: 21)
    /// The field does not scroll: viewers accept no more text than fits into its box.
    public static let doNotScroll = FieldFlags(bit: 24)
    /// The field is divided into equal cells, one per character.
    public static let comb = FieldFlags(bit: 25)
    /// The text may be rich text.
    public static let richText = FieldFlags(bit: 26)

    // Buttons.
    /// Exactly one of the radio buttons is on; a click cannot turn it off.
    public static let noToggleToOff = FieldFlags(bit: 15)
    /// The field is a group of radio buttons.
    public static let radio = FieldFlags(bit: 16)
    /// The field is a push button, which has no value.
    public static let pushButton = FieldFlags(bit: 17)
    /// Radio buttons with the same state turn on and off together.
    public static let radiosInUnison = FieldFlags(bit: 26)

    // Lists.
    /// The field is a combo box.
    public static let combo = FieldFlags(bit: 18)
    /// The user may type text that is not in the list.
    public static let edit = FieldFlags(bit: 19)
    /// The rows are sorted.
    public static let sort = FieldFlags(bit: 20)
    /// The user may select several rows.
    public static let multiSelect = FieldFlags(bit: 22)
}
