// SPDX-License-Identifier: Apache-2.0

/// A problem with an entry of a row, or a warning about it.
public struct RowProblem: Equatable, Sendable, Codable {
    /// The kind of problem.
    public struct Code: RawRepresentable, Hashable, Sendable, Codable {
        /// The code's name in results.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        // Names of columns.
        /// No field has the name.
        public static let unknownColumn = Code(rawValue: "unknownColumn")
        /// Several fields match the name.
        public static let ambiguousColumn = Code(rawValue: "ambiguousColumn")
        /// Two columns name the same field.
        public static let givenTwice = Code(rawValue: "givenTwice")

        // Values.
        /// The field takes a different kind of value.
        public static let wrongType = Code(rawValue: "wrongType")
        /// The text has more characters than the field allows.
        public static let tooLong = Code(rawValue: "tooLong")
        /// No option has the value.
        public static let noSuchOption = Code(rawValue: "noSuchOption")
        /// Several options match the value.
        public static let ambiguousOption = Code(rawValue: "ambiguousOption")
        /// The text has a control character, which no field can show.
        public static let unwritable = Code(rawValue: "unwritable")
        /// The field's format requires a number.
        public static let notANumber = Code(rawValue: "notANumber")
        /// The field's format requires a date; it shows the text unchanged.
        public static let notADate = Code(rawValue: "notADate")
        /// The field's format shows only part of the value.
        public static let shownInPart = Code(rawValue: "shownInPart")
        /// The number is outside the bounds of the field.
        public static let outOfRange = Code(rawValue: "outOfRange")
        /// Line breaks or tabs became spaces.
        public static let spaces = Code(rawValue: "spaces")
        /// The entry turned off a group of radio buttons of which viewers keep one on.
        public static let turnedOff = Code(rawValue: "turnedOff")

        // Fields.
        /// The field is read-only. If this is a warning, viewers compute the field, and the data override its value.
        public static let readOnly = Code(rawValue: "readOnly")
        /// Password fields, file-select fields and signatures are not filled.
        public static let notFilled = Code(rawValue: "notFilled")
        /// The options do not allow pictures.
        public static let noPictures = Code(rawValue: "noPictures")
        /// An expression of a mapping has no value.
        public static let mapping = Code(rawValue: "mapping")
        /// The form requires a value, and there is none.
        public static let missing = Code(rawValue: "missing")
    }

    /// The kind of problem.
    public var code: Code
    /// The column as written in the data; nil for a field that the data do not name.
    public var column: String?
    /// The field's full name; nil if no field matches.
    public var field: String?
    /// A sentence that describes the problem and, if possible, its solution.
    public var sentence: String

    /// Makes a problem.
    public init(_ code: Code, column: String?, field: String?, _ sentence: String) {
        self.code = code
        self.column = column
        self.field = field
        self.sentence = sentence
    }
}
