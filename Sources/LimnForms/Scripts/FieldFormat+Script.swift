// SPDX-License-Identifier: Apache-2.0

extension FieldFormat {
    /// The maximum number of decimal places in a script. Viewers do not show more either.
    static let maximumDecimals = 512

    /// Recognizes a format script (/AA, /F).
    ///
    /// It recognizes a single call of one of Acrobat's built-in format functions with literal arguments. Everything
    /// else is ``custom``. An empty script is nil. Scripts are only read: nothing ever runs them, so a form cannot compute
    /// anything that is not known here.
    ///
    /// - Parameter script: The JavaScript of the action.
    public init?(script: String) {
        guard !script.isBlank else { return nil }
        self = ScriptCall(script).flatMap(Self.init(call:)) ?? .custom
    }

    private init?(call: ScriptCall) {
        switch call.function {
        case "AFNumber_Format":
            guard let decimals = call[0]?.integer(in: 0...Self.maximumDecimals),
                let separators = Self.separators(call[1]),
                let negative = NumberFormat.Negative(rawValue: call[2]?.integer(in: 0...3) ?? 0)
            else { return nil }
            self = .number(
                NumberFormat(
                    decimals: decimals, separators: separators, negative: negative, currency: call[4]?.text ?? "",
                    isSignFirst: call[5]?.isTrue ?? false))
        case "AFPercent_Format":
            guard let decimals = call[0]?.integer(in: 0...Self.maximumDecimals),
                let separators = Self.separators(call[1])
            else { return nil }
            self = .percent(
                NumberFormat(decimals: decimals, separators: separators, isSignFirst: call[2]?.isTrue ?? false))
        case "AFDate_FormatEx":
            guard let pattern = call[0]?.text else { return nil }
            self = .date(pattern)
        case "AFDate_Format":
            guard let index = call[0]?.integer(in: 0...(DatePattern.dates.count - 1)) else { return nil }
            self = .date(DatePattern.dates[index])
        case "AFTime_FormatEx":
            guard let pattern = call[0]?.text else { return nil }
            self = .time(pattern)
        case "AFTime_Format":
            guard let index = call[0]?.integer(in: 0...(DatePattern.times.count - 1)) else { return nil }
            self = .time(DatePattern.times[index])
        case "AFSpecial_Format":
            guard let mask = call[0]?.integer(in: 0...3).flatMap(SpecialFormat.init) else { return nil }
            self = .special(mask)
        default: return nil
        }
    }

    /// Returns the separators. Like viewers, it clamps a number outside 0…4 to this range.
    private static func separators(_ literal: ScriptLiteral?) -> NumberFormat.Separators? {
        guard let literal else { return .commaPoint }
        guard let number = literal.number, !number.isNaN else { return nil }
        return NumberFormat.Separators(rawValue: Int(exactly: max(0, min(4, number.rounded(.down)))) ?? 0)
    }
}
