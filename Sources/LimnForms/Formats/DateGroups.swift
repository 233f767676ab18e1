// SPDX-License-Identifier: Apache-2.0

/// The numbers and the known words in a value that may be a date.
struct DateGroups {
    private(set) var numbers: [String] = []
    /// The month, 1…12, if the value spells its name.
    private(set) var month: Int?
    private(set) var isAfternoon: Bool?

    /// Splits a value; nil if it has no numbers, too many numbers, or a word that does not occur in dates. “Room 4, 3rd
    /// door, 2 m” is rejected.
    init?(_ text: String) {
        var word = ""
        for scalar in text.lowercased().unicodeScalars {
            let isDigit = ("0"..."9").contains(scalar)
            let wasDigit = word.unicodeScalars.last.map { ("0"..."9").contains($0) }
            if !isDigit && !scalar.properties.isAlphabetic {
                guard take(word) else { return nil }
                word = ""
                continue
            }
            if let wasDigit, wasDigit != isDigit {
                guard take(word) else { return nil }
                word = ""
            }
            word.unicodeScalars.append(scalar)
        }
        guard take(word), !numbers.isEmpty else { return nil }
    }

    private mutating func take(_ word: String) -> Bool {
        guard let first = word.unicodeScalars.first else { return true }
        if ("0"..."9").contains(first) {
            numbers.append(word)
            return numbers.count <= 6
        }
        switch word {
        case "am", "a": return half(isAfternoon: false)
        case "pm", "p": return half(isAfternoon: true)
        case "st", "nd", "rd", "th", "of": return true
        default: break
        }
        // Three letters identify a name, and longer abbreviations such as “Sept” are accepted.
        guard word.count >= 3 else { return false }
        if let index = CalendarDate.months.firstIndex(where: { $0.lowercased().hasPrefix(word) }) {
            guard month == nil else { return false }
            month = index + 1
            return true
        }
        return CalendarDate.weekdays.contains { $0.lowercased().hasPrefix(word) }
    }

    private mutating func half(isAfternoon value: Bool) -> Bool {
        guard isAfternoon == nil else { return false }
        isAfternoon = value
        return true
    }
}
