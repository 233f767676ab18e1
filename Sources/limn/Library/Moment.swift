// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation

/// A time on the command line: a day, or a time of a day, in the local zone unless it names another, or a time ago.
struct Moment: ExpressibleByArgument {
    /// The time, or the beginning of the day.
    let date: Date
    /// The same time, or the end of the day.
    let end: Date

    init?(argument: String) { self.init(argument, now: Date(), calendar: Self.calendar) }

    /// Parses a time.
    ///
    /// - Parameters:
    ///   - now: the time from which `yesterday` and `2h` are counted.
    ///   - calendar: the calendar with the local zone.
    init?(_ argument: String, now: Date, calendar: Calendar) {
        let text = argument.lowercased().trimmingCharacters(in: .whitespaces)
        if let day = Self.day(text, now, calendar) {
            (date, end) = (day, calendar.date(byAdding: .day, value: 1, to: day) ?? day)
        } else if let time = Self.ago(text, now, calendar) ?? Self.timeOfDay(text, now, calendar)
            ?? Self.written(text, calendar)
        {
            (date, end) = (time, time)
        } else {
            return nil
        }
    }

    private static var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        return calendar
    }

    /// Returns the beginning of a day: a date, today, yesterday, or the last day of the week with that name.
    private static func day(_ text: String, _ now: Date, _ calendar: Calendar) -> Date? {
        let today = calendar.startOfDay(for: now)
        if text.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil { return written(text, calendar) }
        switch text {
        case "today": return today
        case "yesterday": return calendar.date(byAdding: .day, value: -1, to: today)
        default: break
        }
        let days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
        let name = text.hasPrefix("last ") ? String(text.dropFirst(5)) : text
        guard name.count >= 3,
            let index = days.firstIndex(where: { $0 == name || name.count == 3 && $0.hasPrefix(name) })
        else { return nil }
        let back = (calendar.component(.weekday, from: now) - 1 - index + 7) % 7
        return calendar.date(byAdding: .day, value: back == 0 ? -7 : -back, to: today)
    }

    /// Returns a time of a day, such as `yesterday 18:00` and `noon`, which is today's.
    private static func timeOfDay(_ text: String, _ now: Date, _ calendar: Calendar) -> Date? {
        guard let match = text.wholeMatch(of: /(?:(.+?)(?: at)? )?(?:(\d\d?):(\d\d)(?::(\d\d))?|(noon|midnight))/)
        else {
            return nil
        }
        let hour = match.2.flatMap { Int($0) } ?? (match.5 == "noon" ? 12 : 0)
        let (minute, second) = (match.3.flatMap { Int($0) } ?? 0, match.4.flatMap { Int($0) } ?? 0)
        guard hour < 24, minute < 60, second < 60, let day = day(match.1.map(String.init) ?? "today", now, calendar)
        else { return nil }
        return calendar.date(bySettingHour: hour, minute: minute, second: second, of: day)
    }

    /// Returns the present, or a time ago, such as `2h` or `3 days ago`.
    private static func ago(_ text: String, _ now: Date, _ calendar: Calendar) -> Date? {
        if text == "now" { return now }
        guard let match = text.wholeMatch(of: /(\d{1,6}) ?([a-z]+)(?: ago)?/), let count = Int(match.1) else {
            return nil
        }
        let unit: (Calendar.Component, Int)
        switch match.2 {
        case "s", "sec", "second", "seconds": unit = (.second, 1)
        case "m", "min", "minute", "minutes": unit = (.minute, 1)
        case "h", "hour", "hours": unit = (.hour, 1)
        case "d", "day", "days": unit = (.day, 1)
        case "w", "week", "weeks": unit = (.day, 7)
        case "month", "months": unit = (.month, 1)
        case "y", "year", "years": unit = (.year, 1)
        default: return nil
        }
        return calendar.date(byAdding: unit.0, value: -count * unit.1, to: now)
    }

    /// Returns a time that is written as a date, with or without a time of day and a zone.
    private static func written(_ text: String, _ calendar: Calendar) -> Date? {
        let pattern =
            /(\d{4})-(\d\d)-(\d\d)(?:[t ]+(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?(?: ?(z|utc|[+-]\d\d:?(?:\d\d)?))?/
        guard let match = text.wholeMatch(of: pattern) else { return nil }
        var parts = DateComponents()
        (parts.year, parts.month, parts.day) = (Int(match.1), Int(match.2), Int(match.3))
        (parts.hour, parts.minute) = (match.4.flatMap { Int($0) } ?? 0, match.5.flatMap { Int($0) } ?? 0)
        parts.second = match.6.flatMap { Int($0) } ?? 0
        var calendar = calendar
        if let zone = match.7 {
            guard let seconds = offset(String(zone)), let found = TimeZone(secondsFromGMT: seconds) else { return nil }
            calendar.timeZone = found
        }
        parts.calendar = calendar
        parts.timeZone = calendar.timeZone
        guard parts.isValidDate(in: calendar) else { return nil }
        return calendar.date(from: parts)
    }

    /// Returns the offset of a zone in seconds.
    private static func offset(_ zone: String) -> Int? {
        if zone == "z" || zone == "utc" { return 0 }
        let digits = zone.filter(\.isNumber)
        guard let hours = Int(digits.prefix(2)),
            let minutes = Int(digits.dropFirst(2).isEmpty ? "0" : digits.dropFirst(2)),
            hours < 24, minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (zone.hasPrefix("-") ? -1 : 1)
    }
}
