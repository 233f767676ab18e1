// SPDX-License-Identifier: Apache-2.0

/// The format in which viewers show a value: one of Acrobat's built-in format functions. Scripts are never run.
public enum FieldFormat: Equatable, Sendable, Codable {
    /// AFNumber_Format.
    case number(NumberFormat)
    /// AFPercent_Format.
    case percent(NumberFormat)
    /// AFDate_FormatEx and AFDate_Format: a pattern such as `mm/dd/yyyy`.
    case date(String)
    /// AFTime_FormatEx and AFTime_Format: a pattern such as `HH:MM`.
    case time(String)
    /// AFSpecial_Format.
    case special(SpecialFormat)
    /// An unknown script.
    case custom
}

/// A number format (AFNumber_Format).
public struct NumberFormat: Equatable, Sendable, Codable {
    /// The thousands and decimal separators: the values of `sepStyle`.
    public enum Separators: Int, Sendable, Codable {
        /// 1,234.56
        case commaPoint = 0
        /// 1234.56
        case point = 1
        /// 1.234,56
        case pointComma = 2
        /// 1234,56
        case comma = 3
        /// 1'234.56
        case apostrophePoint = 4
    }

    /// The display of negative numbers: the values of `negStyle`.
    public enum Negative: Int, Sendable, Codable {
        /// A minus sign before everything else.
        case minus = 0
        /// Red text without a sign.
        case red = 1
        /// Parentheses.
        case parentheses = 2
        /// Red text in parentheses.
        case redParentheses = 3
    }

    /// The number of decimal places.
    public var decimals: Int
    /// The thousands and decimal separators.
    public var separators: Separators
    /// The display of negative numbers.
    public var negative: Negative
    /// The currency symbol; empty for none.
    public var currency: String
    /// Whether the currency symbol or percent sign precedes the number.
    public var isSignFirst: Bool

    /// Makes a format.
    public init(
        decimals: Int, separators: Separators = .commaPoint, negative: Negative = .minus, currency: String = "",
        isSignFirst: Bool = false
    ) {
        self.decimals = decimals
        self.separators = separators
        self.negative = negative
        self.currency = currency
        self.isSignFirst = isSignFirst
    }
}

/// A mask for digits: the values of AFSpecial_Format.
public enum SpecialFormat: Int, Sendable, Codable {
    /// 99999
    case zip = 0
    /// 99999-9999
    case zipPlusFour = 1
    /// (999) 999-9999; with fewer than ten digits, 999-9999
    case phone = 2
    /// 999-99-9999
    case socialSecurity = 3
}

/// The calculation that viewers perform for a field's value.
public enum FieldCalculation: Equatable, Sendable, Codable {
    /// AFSimple_Calculate: a function of fields. The name of a group means all fields below it.
    case simple(Function, [String])
    /// Simplified field notation: the text between `BVCALC` and `EVCALC`.
    case notation(String)
    /// An unknown script.
    case custom

    /// The functions of AFSimple_Calculate.
    public enum Function: String, Sendable, Codable {
        /// All values added.
        case sum = "SUM"
        /// The sum divided by the number of fields.
        case average = "AVG"
        /// All values multiplied.
        case product = "PRD"
        /// The smallest value.
        case minimum = "MIN"
        /// The largest value.
        case maximum = "MAX"
    }
}

/// The rule that decides which values viewers accept.
public enum FieldValidation: Equatable, Sendable, Codable {
    /// AFRange_Validate: inclusive bounds; nil for none.
    case range(minimum: Double?, maximum: Double?)
    /// An unknown script.
    case custom
}
