// SPDX-License-Identifier: Apache-2.0

/// Why an entry of a row does not suit its form, or what a person should know about it.
public struct RowProblem: Equatable, Sendable, Codable {
    /// The kind of problem.
    public struct Code: RawRepresentable, Hashable, Sendable, Codable {
        /// The name in results.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        // Names of columns.
        /// No field has the name.
        public static let unknownColumn = Code(rawValue: "unknownColumn")
        /// Several fields could be meant.
        public static let ambiguousColumn = Code(rawValue: "ambiguousColumn")
        /// Two columns name the same field.
        public static let givenTwice = Code(rawValue: "givenTwice")

        // Values.
        /// The field takes another kind of value.
        public static let wrongType = Code(rawValue: "wrongType")
        /// The text has more characters than the field takes.
        public static let tooLong = Code(rawValue: "tooLong")
        /// No option has the value.
        public static let noSuchOption = Code(rawValue: "noSuchOption")
        /// Several options could be meant.
        public static let ambiguousOption = Code(rawValue: "ambiguousOption")
        /// The text has a character that no field shows.
        public static let unwritable = Code(rawValue: "unwritable")
        /// The field's format wants a number.
        public static let notANumber = Code(rawValue: "notANumber")
        /// The field's format wants a date, and shows the text as it is.
        public static let notADate = Code(rawValue: "notADate")
        /// The field's format shows only a part of the value.
        public static let shownInPart = Code(rawValue: "shownInPart")
        /// The number is outside the bounds of the field.
        public static let outOfRange = Code(rawValue: "outOfRange")
        /// Line breaks or tabs became spaces.
        public static let spaces = Code(rawValue: "spaces")
        /// A group of radio buttons of which viewers keep one on was turned off.
        public static let turnedOff = Code(rawValue: "turnedOff")

        // Fields.
        /// The form does not let people change the field.
        public static let readOnly = Code(rawValue: "readOnly")
        /// Passwords, paths of files and signatures are not filled.
        public static let notFilled = Code(rawValue: "notFilled")
        /// Pictures are not allowed here.
        public static let noPictures = Code(rawValue: "noPictures")
        /// An expression of a mapping has no value.
        public static let mapping = Code(rawValue: "mapping")
        /// The form demands a value, and there is none.
        public static let missing = Code(rawValue: "missing")
    }

    /// The kind of problem.
    public var code: Code
    /// The column as the data write it; nil for a field that the data do not name.
    public var column: String?
    /// The field's full name; nil if no field is found.
    public var field: String?
    /// A sentence that names the column and says what to do.
    public var sentence: String

    /// Makes a problem.
    public init(_ code: Code, column: String?, field: String?, _ sentence: String) {
        self.code = code
        self.column = column
        self.field = field
        self.sentence = sentence
    }
}
