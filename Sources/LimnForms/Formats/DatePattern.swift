// SPDX-License-Identifier: Apache-2.0

/// A parsed pattern of AFDate_FormatEx or AFTime_FormatEx, such as `d-mmm-yyyy` or `h:MM tt`.
///
/// The pattern is split once, since replacing its letters one after another would also replace letters of month names.
struct DatePattern: Equatable {
    enum Part: Equatable {
        case day(digits: Int)
        case weekday(isAbbreviated: Bool)
        case month(digits: Int)
        case monthName(isAbbreviated: Bool)
        /// A year with four digits, or its last two digits.
        case year(digits: Int)
        case hour24(digits: Int)
        case hour12(digits: Int)
        case minute(digits: Int)
        case second(digits: Int)
        /// `a` or `am`, `p` or `pm`.
        case halfDay(isAbbreviated: Bool)
        case literal(Unicode.Scalar)
    }

    /// The patterns of AFDate_Format, indexed by its argument.
    static let dates = [
        "m/d", "m/d/yy", "mm/dd/yy", "mm/yy", "d-mmm", "d-mmm-yy", "dd-mmm-yy", "yy-mm-dd", "mmm-yy", "mmmm-yy",
        "mmm d, yyyy", "mmmm d, yyyy", "m/d/yy h:MM tt", "m/d/yy HH:MM",
    ]
    /// The patterns of AFTime_Format, indexed by its argument.
    static let times = ["HH:MM", "h:MM tt", "HH:MM:ss", "h:MM:ss tt"]

    private static let words: [(text: String, part: Part)] = [
        ("mmmm", .monthName(isAbbreviated: false)), ("mmm", .monthName(isAbbreviated: true)),
        ("mm", .month(digits: 2)), ("m", .month(digits: 1)),
        ("dddd", .weekday(isAbbreviated: false)), ("ddd", .weekday(isAbbreviated: true)),
        ("dd", .day(digits: 2)), ("d", .day(digits: 1)),
        ("yyyy", .year(digits: 4)), ("yy", .year(digits: 2)),
        ("HH", .hour24(digits: 2)), ("H", .hour24(digits: 1)), ("hh", .hour12(digits: 2)), ("h", .hour12(digits: 1)),
        ("MM", .minute(digits: 2)), ("M", .minute(digits: 1)), ("ss", .second(digits: 2)), ("s", .second(digits: 1)),
        ("tt", .halfDay(isAbbreviated: false)), ("t", .halfDay(isAbbreviated: true)),
    ]

    private(set) var parts: [Part] = []

    /// Splits a pattern. Letters without a meaning are literal, as is a character after a backslash.
    init(_ pattern: String) {
        // Real patterns have a few characters; longer ones are truncated.
        var rest = Array(pattern.unicodeScalars.prefix(1000))[...]
        while let next = rest.first {
            if next == "\\", rest.count > 1 {
                parts.append(.literal(rest[rest.startIndex + 1]))
                rest = rest.dropFirst(2)
            } else if let word = Self.words.first(where: { rest.starts(with: $0.text.unicodeScalars) }) {
                parts.append(word.part)
                rest = rest.dropFirst(word.text.count)
            } else {
                parts.append(.literal(next))
                rest = rest.dropFirst()
            }
        }
    }

    /// Formats a value with the pattern.
    func shown(_ value: String) -> ShownValue {
        if value.isBlank { return ShownValue(text: "") }
        guard let date = date(of: value), let text = text(of: date) else {
            return ShownValue(text: value, problem: .notADate)
        }
        return ShownValue(text: text)
    }

    /// Formats a date; nil if it lacks a component that the pattern shows. A missing time is midnight, and a missing
    /// day is the first.
    func text(of date: CalendarDate) -> String? {
        func padded(_ number: Int, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        var text = ""
        for part in parts {
            switch part {
            case .day(let digits):
                guard date.month != nil || date.day != nil else { return nil }
                text += padded(date.day ?? 1, digits)
            case .month(let digits):
                guard let month = date.month else { return nil }
                text += padded(month, digits)
            case .monthName(let isAbbreviated):
                guard let month = date.month, 1...12 ~= month else { return nil }
                let name = CalendarDate.months[month - 1]
                text += isAbbreviated ? String(name.prefix(3)) : name
            case .weekday(let isAbbreviated):
                guard let weekday = date.weekday else { return nil }
                let name = CalendarDate.weekdays[weekday]
                text += isAbbreviated ? String(name.prefix(3)) : name
            case .year(let digits):
                guard let year = date.year else { return nil }
                text += digits == 2 ? padded(year % 100, 2) : padded(year, 4)
            case .hour24(let digits): text += padded(date.hour ?? 0, digits)
            case .hour12(let digits): text += padded(((date.hour ?? 0) + 11) % 12 + 1, digits)
            case .minute(let digits): text += padded(date.minute ?? 0, digits)
            case .second(let digits): text += padded(date.second ?? 0, digits)
            case .halfDay(let isAbbreviated):
                let name = (date.hour ?? 0) < 12 ? "am" : "pm"
                text += isAbbreviated ? String(name.prefix(1)) : name
            case .literal(let scalar): text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
