// SPDX-License-Identifier: Apache-2.0

/// A date and a time of day, as parsed from a value. Missing components are nil.
struct CalendarDate: Equatable {
    var year: Int?
    var month: Int?
    var day: Int?
    var hour: Int?
    var minute: Int?
    var second: Int?

    /// Whether the date and the time exist. 29 February is valid without a year.
    var isValid: Bool {
        func fits(_ value: Int?, _ range: ClosedRange<Int>) -> Bool { value.map(range.contains) ?? true }
        guard fits(year, 0...9999), fits(month, 1...12), fits(hour, 0...23), fits(minute, 0...59), fits(second, 0...59)
        else { return false }
        return fits(day, 1...Self.days(in: month ?? 1, year: year ?? 2000))
    }

    /// Returns the number of days in a month (1…12) of the Gregorian calendar.
    static func days(in month: Int, year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The day of the week by Sakamoto's algorithm, 0 for Sunday; nil if the date is incomplete.
    var weekday: Int? {
        guard let year, let month, let day, 1...12 ~= month else { return nil }
        let shifts = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
        let y = month < 3 ? year - 1 : year
        // 400 years are a whole number of weeks. Adding them keeps the sum positive.
        let sum = y + 400 + (y + 400) / 4 - (y + 400) / 100 + (y + 400) / 400 + shifts[month - 1] + day
        return sum % 7
    }

    /// Returns the full year for two digits: 00–49 are 2000–2049, 50–99 are 1950–1999.
    static func fullYear(_ twoDigits: Int) -> Int { twoDigits < 50 ? 2000 + twoDigits : 1900 + twoDigits }

    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}
