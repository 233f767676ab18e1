// SPDX-License-Identifier: Apache-2.0

extension FieldFormat {
    /// Returns a value as viewers display it.
    ///
    /// Where viewers differ, the rules are those of pdf.js. A value that does not suit the format also produces a text;
    /// see ``ShownValue/Problem``. An empty value produces an empty text, except with ``percent(_:)``, which produces
    /// `%`.
    public func shown(_ value: String) -> ShownValue {
        switch self {
        case .number(let format): format.shown(value)
        case .percent(let format): format.shownAsPercentage(value)
        case .date(let pattern), .time(let pattern): DatePattern(pattern).shown(value)
        case .special(let mask): mask.shown(value)
        case .custom: ShownValue(text: value, problem: value.isEmpty ? nil : .unknownFormat)
        }
    }
}
