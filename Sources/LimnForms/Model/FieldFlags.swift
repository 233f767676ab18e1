// SPDX-License-Identifier: Apache-2.0

/// What a form demands of a field: /Ff (ISO 32000-2, tables 227, 229, 231 and 233).
public struct FieldFlags: OptionSet, Hashable, Sendable, Codable {
    /// The bits of /Ff.
    public let rawValue: UInt32

    /// Makes flags from the bits of /Ff.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(bit: UInt32) { rawValue = 1 << (bit - 1) }

    // Every field.
    /// Viewers do not let a person change the value.
    public static let readOnly = FieldFlags(bit: 1)
    /// A value must be given.
    public static let required = FieldFlags(bit: 2)
    /// The value is not sent.
    public static let noExport = FieldFlags(bit: 3)

    // Text.
    /// The text may have several lines.
    public static let multiline = FieldFlags(bit: 13)
    /// The text is a password.
    public static let password = FieldFlags(bit: 14)
    /// The text is the path of a file.
    public static let fileSelect = FieldFlags(bit: 21)
    /// The text must fit into its box.
    public static let doNotScroll = FieldFlags(bit: 24)
    /// Each character has a cell of its own.
    public static let comb = FieldFlags(bit: 25)
    /// The text may have styles.
    public static let richText = FieldFlags(bit: 26)

    // Buttons.
    /// One of the radio buttons is always on.
    public static let noToggleToOff = FieldFlags(bit: 15)
    /// Buttons are radio buttons.
    public static let radio = FieldFlags(bit: 16)
    /// The button has no value.
    public static let pushButton = FieldFlags(bit: 17)
    /// Radio buttons with the same state go on together.
    public static let radiosInUnison = FieldFlags(bit: 26)

    // Lists.
    /// The list drops down.
    public static let combo = FieldFlags(bit: 18)
    /// Text may be typed that is no row of the list.
    public static let edit = FieldFlags(bit: 19)
    /// Rows are sorted.
    public static let sort = FieldFlags(bit: 20)
    /// Several rows may be chosen.
    public static let multiSelect = FieldFlags(bit: 22)
}
