// SPDX-License-Identifier: Apache-2.0

extension FieldFormat {
    /// A value as viewers show it.
    ///
    /// The rules are those of pdf.js, where viewers differ. A value that does not suit the format gives a text, too; see
    /// ``ShownValue/Problem``. An empty value is shown as an empty text, except by ``percent(_:)``, which viewers show as
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
