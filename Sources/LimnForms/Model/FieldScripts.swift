// SPDX-License-Identifier: Apache-2.0

/// How viewers show a value: the format functions that Acrobat has built in. Scripts are never run.
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
    /// A script that Limn does not know.
    case custom
}

/// How a number is shown (AFNumber_Format).
public struct NumberFormat: Equatable, Sendable, Codable {
    /// What stands between groups of digits and before the decimals: the values of `sepStyle`.
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

    /// How a negative number is shown: the values of `negStyle`.
    public enum Negative: Int, Sendable, Codable {
        /// With a minus sign in front of everything.
        case minus = 0
        /// In red, without a sign.
        case red = 1
        /// In parentheses.
        case parentheses = 2
        /// In red parentheses.
        case redParentheses = 3
    }

    /// The number of decimals.
    public var decimals: Int
    /// What stands between digits.
    public var separators: Separators
    /// How a negative number is shown.
    public var negative: Negative
    /// The sign of the currency; empty for none.
    public var currency: String
    /// Whether the sign stands before the number; for percentages, whether the per cent sign does.
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

/// Masks into which digits are poured: the values of AFSpecial_Format.
public enum SpecialFormat: Int, Sendable, Codable {
    /// 99999
    case zip = 0
    /// 99999-9999
    case zipPlusFour = 1
    /// (999) 999-9999, or 999-9999 with under ten digits
    case phone = 2
    /// 999-99-9999
    case socialSecurity = 3
}

/// How viewers compute a value.
public enum FieldCalculation: Equatable, Sendable, Codable {
    /// AFSimple_Calculate: a function over fields. A name may be that of a group, which stands for all below it.
    case simple(Function, [String])
    /// Simplified field notation, as it stands between `BVCALC` and `EVCALC`.
    case notation(String)
    /// A script that Limn does not know.
    case custom

    /// The functions of AFSimple_Calculate.
    public enum Function: String, Sendable, Codable {
        case sum = "SUM"
        case average = "AVG"
        case product = "PRD"
        case minimum = "MIN"
        case maximum = "MAX"
    }
}

/// Which values viewers accept.
public enum FieldValidation: Equatable, Sendable, Codable {
    /// AFRange_Validate: bounds, which are themselves allowed; nil for none.
    case range(minimum: Double?, maximum: Double?)
    /// A script that Limn does not know.
    case custom
}
