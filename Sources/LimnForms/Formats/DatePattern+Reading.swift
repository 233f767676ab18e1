// SPDX-License-Identifier: Apache-2.0

extension DatePattern {
    /// Parses a date or time; nil if the value is not one or does not exist.
    ///
    /// It tries the exact pattern first, then the numbers in the value in the order of the pattern, then ISO 8601.
    func date(of value: String) -> CalendarDate? {
        // No date is this long.
        guard value.utf8.count <= 200 else { return nil }
        let text = value.trimmed
        if let date = exact(text) { return date.isValid ? date : nil }
        if let date = byGroups(text), date.isValid { return date }
        return ISODate.date(of: text).flatMap { $0.isValid ? $0 : nil }
    }

    /// Parses a value that follows the pattern exactly.
    private func exact(_ text: String) -> CalendarDate? {
        var scanner = DateScanner(text)
        var date = CalendarDate()
        var half: Bool?
        for part in parts {
            switch part {
            case .day(let digits): date.day = scanner.number(digits: digits, or: 2)
            case .month(let digits): date.month = scanner.number(digits: digits, or: 2)
            case .year(let digits):
                date.year = scanner.number(digits: digits, or: digits)
                if digits == 2 { date.year = date.year.map(CalendarDate.fullYear) }
            case .hour24(let digits), .hour12(let digits): date.hour = scanner.number(digits: digits, or: 2)
            case .minute(let digits): date.minute = scanner.number(digits: digits, or: 2)
            case .second(let digits): date.second = scanner.number(digits: digits, or: 2)
            case .monthName(let isAbbreviated):
                date.month = scanner.name(CalendarDate.months, isAbbreviated: isAbbreviated).map { $0 + 1 }
            case .weekday(let isAbbreviated):
                _ = scanner.name(CalendarDate.weekdays, isAbbreviated: isAbbreviated)
            case .halfDay(let isAbbreviated):
                half = scanner.name(["am", "pm"], isAbbreviated: isAbbreviated, letters: 1).map { $0 == 1 }
            case .literal(let scalar): scanner.literal(scalar)
            }
            if scanner.hasFailed { return nil }
        }
        guard scanner.isAtEnd else { return nil }
        return Self.with(date, half)
    }

    /// Applies AM or PM to a date's hour; nil if the hour is not 1…12.
    static func with(_ date: CalendarDate, _ isAfternoon: Bool?) -> CalendarDate? {
        guard let isAfternoon, let hour = date.hour else { return date }
        guard 1...12 ~= hour else { return nil }
        var date = date
        date.hour = hour % 12 + (isAfternoon ? 12 : 0)
        return date
    }

    /// Assigns the numbers of a value in the order of the pattern. A month name may be anywhere.
    private func byGroups(_ text: String) -> CalendarDate? {
        guard let groups = DateGroups(text) else { return nil }
        var date = CalendarDate(month: groups.month)
        var rest = groups.numbers[...]
        for part in parts {
            let isTime =
                switch part {
                case .hour24, .hour12, .minute, .second: true
                default: false
                }
            if case .literal = part { continue }
            if case .weekday = part { continue }
            if case .halfDay = part { continue }
            if groups.month != nil {
                if case .month = part { continue }
                if case .monthName = part { continue }
            }
            // The last parts of a time may be missing.
            guard let digits = rest.popFirst() else { if isTime && date.hour != nil { continue } else { return nil } }
            guard digits.count <= 4, let number = Int(digits) else { return nil }
            switch part {
            case .day: date.day = number
            case .month, .monthName: date.month = number
            case .year: date.year = digits.count <= 2 ? CalendarDate.fullYear(number) : number
            case .hour24, .hour12: date.hour = number
            case .minute: date.minute = number
            case .second: date.second = number
            case .weekday, .halfDay, .literal: break
            }
        }
        return rest.isEmpty ? Self.with(date, groups.isAfternoon) : nil
    }
}

/// A scanner for a value that follows a pattern.
private struct DateScanner {
    private let scalars: [Unicode.Scalar]
    private var at = 0
    private(set) var hasFailed = false

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    var isAtEnd: Bool { at == scalars.count }

    /// Scans a number of `minimum` to `maximum` digits.
    mutating func number(digits minimum: Int, or maximum: Int) -> Int? {
        let digits = scalars[at...].prefix(maximum).prefix { ("0"..."9").contains($0) }
        at += digits.count
        hasFailed = digits.count < minimum
        return digits.reduce(0) { $0 * 10 + Int($1.value) - 48 }
    }

    /// Scans one of the names, ignoring case, and returns its index.
    mutating func name(_ names: [String], isAbbreviated: Bool, letters: Int = 3) -> Int? {
        for (index, name) in names.enumerated() {
            let wanted = Array((isAbbreviated ? String(name.prefix(letters)) : name).lowercased().unicodeScalars)
            let found = scalars[at...].prefix(wanted.count).map { $0.properties.lowercaseMapping }
            if found == wanted.map(String.init) {
                at += wanted.count
                return index
            }
        }
        hasFailed = true
        return nil
    }

    mutating func literal(_ scalar: Unicode.Scalar) {
        hasFailed = at >= scalars.count || scalars[at] != scalar
        at += 1
    }
}
