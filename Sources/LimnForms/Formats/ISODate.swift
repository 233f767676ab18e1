// SPDX-License-Identifier: Apache-2.0

/// A parser for dates and times in ISO 8601, the format that most programs write.
///
/// It accepts `2024-03-05` and `20240305`, each optionally followed by `T` or a space and a time; `2024-03`; and times
/// alone: `10:30`, `10:30:15.25`, `T1030`. A time zone is allowed and ignored.
enum ISODate {
    static func date(of text: String) -> CalendarDate? {
        var rest = Array(text.utf8)[...]
        var date = CalendarDate()
        if let time = time(rest) { return time }
        guard let year = number(&rest, digits: 4) else { return nil }
        let isExtended = skip(&rest, "-")
        guard let month = number(&rest, digits: 2) else { return nil }
        (date.year, date.month) = (year, month)
        if rest.isEmpty { return isExtended ? date : nil }
        if isExtended { guard skip(&rest, "-") else { return nil } }
        guard let day = number(&rest, digits: 2) else { return nil }
        date.day = day
        if rest.isEmpty { return date }
        guard skip(&rest, "T") || skip(&rest, "t") || skip(&rest, " "), let time = time(rest) else { return nil }
        (date.hour, date.minute, date.second) = (time.hour, time.minute, time.second)
        return date
    }

    private static func time(_ bytes: ArraySlice<UInt8>) -> CalendarDate? {
        var rest = bytes
        let isMarked = skip(&rest, "T")
        guard let hour = number(&rest, digits: 2) else { return nil }
        let isExtended = skip(&rest, ":")
        guard isExtended || isMarked || bytes.startIndex > 0, let minute = number(&rest, digits: 2) else { return nil }
        var time = CalendarDate(hour: hour, minute: minute)
        if isExtended ? skip(&rest, ":") : rest.first.map(isDigit) ?? false {
            guard let second = number(&rest, digits: 2) else { return nil }
            time.second = second
            if skip(&rest, ".") || skip(&rest, ",") {
                guard rest.first.map(isDigit) ?? false else { return nil }
                rest = rest.drop(while: isDigit)
            }
        }
        return isZone(rest) ? time : nil
    }

    private static func isZone(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        if rest.isEmpty { return true }
        if skip(&rest, "Z") || skip(&rest, "z") { return rest.isEmpty }
        guard skip(&rest, "+") || skip(&rest, "-"), number(&rest, digits: 2) != nil else { return false }
        if rest.isEmpty { return true }
        _ = skip(&rest, ":")
        return number(&rest, digits: 2) != nil && rest.isEmpty
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 48...57 ~= byte }

    private static func skip(_ bytes: inout ArraySlice<UInt8>, _ scalar: Unicode.Scalar) -> Bool {
        guard bytes.first == UInt8(ascii: scalar) else { return false }
        bytes = bytes.dropFirst()
        return true
    }

    private static func number(_ bytes: inout ArraySlice<UInt8>, digits: Int) -> Int? {
        let found = bytes.prefix(digits)
        guard found.count == digits, found.allSatisfy(isDigit) else { return nil }
        bytes = bytes.dropFirst(digits)
        return found.reduce(0) { $0 * 10 + Int($1) - 48 }
    }
}
