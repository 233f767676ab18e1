// SPDX-License-Identifier: GPL-3.0-or-later

/// A place in a list as a text. Between any two different places there is another one, so that an insertion moves nothing.
///
/// The first character tells how many digits the whole part has (`a` one, `b` two …; `Z` one below `a0`), and digits of a
/// fraction follow. The method is that of David Greenspan, “Implementing fractional indexing” (2020). Texts are compared by
/// their bytes.
enum OrderKey {
    private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    private static let zero = digits[0]

    /// Whether a text is such a place.
    static func isValid(_ key: String) -> Bool {
        let bytes = Array(key.utf8)
        guard let head = bytes.first, let count = wholeCount(head), bytes.count > count, bytes.count <= 4096,
            bytes.dropFirst().allSatisfy({ digits.contains($0) })
        else { return false }
        // There is no place below the lowest one. A fraction that ends in 0 has an equal, shorter one.
        if head == UInt8(ascii: "A"), bytes.dropFirst().allSatisfy({ $0 == zero }) { return false }
        return bytes.count == count + 1 || bytes.last != zero
    }

    /// Returns places between two others, in order.
    ///
    /// - Parameters:
    ///   - low: the place before; nil for the beginning of the list.
    ///   - high: the place after, which is higher; nil for the end of the list.
    static func places(_ count: Int, between low: String?, and high: String?) -> [String] {
        guard count > 0 else { return [] }
        guard high != nil else {
            var (last, places) = (low, [String]())
            for _ in 0..<count {
                let next = place(between: last, and: nil)
                places.append(next)
                last = next
            }
            return places
        }
        let middle = place(between: low, and: high)
        let before = (count - 1) / 2
        return places(before, between: low, and: middle) + [middle]
            + places(count - 1 - before, between: middle, and: high)
    }

    private static func place(between low: String?, and high: String?) -> String {
        let low = low.map { Array($0.utf8) }
        let high = high.map { Array($0.utf8) }
        return String(decoding: place(low, high), as: UTF8.self)
    }

    private static func place(_ low: [UInt8]?, _ high: [UInt8]?) -> [UInt8] {
        switch (low, high) {
        case (nil, nil): return [UInt8(ascii: "a"), zero]
        case (nil, let high?):
            let (whole, fraction) = parts(high)
            if !fraction.isEmpty { return whole }
            return decremented(whole) ?? whole + middle([], fraction)
        case (let low?, nil):
            let (whole, fraction) = parts(low)
            return incremented(whole) ?? whole + middle(fraction, nil)
        case (let low?, let high?):
            let (before, after) = (parts(low), parts(high))
            if before.whole == after.whole { return before.whole + middle(before.fraction, after.fraction) }
            if let next = incremented(before.whole), next.lexicographicallyPrecedes(high) { return next }
            return before.whole + middle(before.fraction, nil)
        }
    }

    private static func wholeCount(_ head: UInt8) -> Int? {
        switch head {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(head - UInt8(ascii: "a")) + 1
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(UInt8(ascii: "Z") - head) + 1
        default: nil
        }
    }

    private static func parts(_ key: [UInt8]) -> (whole: [UInt8], fraction: [UInt8]) {
        let end = min((wholeCount(key[0]) ?? 1) + 1, key.count)
        return (Array(key[..<end]), Array(key[end...]))
    }

    private static func incremented(_ whole: [UInt8]) -> [UInt8]? {
        var whole = whole
        for index in whole.indices.dropFirst().reversed() {
            let digit = value(whole[index])
            if digit + 1 < digits.count {
                whole[index] = digits[digit + 1]
                return whole
            }
            whole[index] = zero
        }
        switch whole[0] {
        case UInt8(ascii: "Z"): return [UInt8(ascii: "a"), zero]
        case UInt8(ascii: "z"): return nil
        default:
            let head = whole[0] + 1
            let digitsOfWhole = whole.dropFirst()
            return [head] + (head > UInt8(ascii: "a") ? digitsOfWhole + [zero] : digitsOfWhole.dropLast())
        }
    }

    private static func decremented(_ whole: [UInt8]) -> [UInt8]? {
        var whole = whole
        let highest = digits[digits.count - 1]
        for index in whole.indices.dropFirst().reversed() {
            let digit = value(whole[index])
            if digit > 0 {
                whole[index] = digits[digit - 1]
                return whole
            }
            whole[index] = highest
        }
        switch whole[0] {
        case UInt8(ascii: "a"): return [UInt8(ascii: "Z"), highest]
        case UInt8(ascii: "A"): return nil
        default:
            let head = whole[0] - 1
            let digitsOfWhole = whole.dropFirst()
            return [head] + (head < UInt8(ascii: "Z") ? digitsOfWhole + [highest] : digitsOfWhole.dropLast())
        }
    }

    /// Returns a fraction between two others, of which nil stands for 1. The result does not end in 0.
    private static func middle(_ low: [UInt8], _ high: [UInt8]?) -> [UInt8] {
        if let high {
            // Keep what both begin with, with zeros behind the end of the lower one.
            var count = 0
            while count < high.count, (count < low.count ? low[count] : zero) == high[count] { count += 1 }
            if count > 0 { return high[..<count] + middle(Array(low.dropFirst(count)), Array(high[count...])) }
        }
        let (lowDigit, highDigit) = (low.first.map(value) ?? 0, high?.first.map(value) ?? digits.count)
        if highDigit - lowDigit > 1 { return [digits[(lowDigit + highDigit + 1) / 2]] }
        if let high, high.count > 1 { return [high[0]] }
        return [digits[lowDigit]] + middle(Array(low.dropFirst()), nil)
    }

    private static func value(_ digit: UInt8) -> Int { digits.firstIndex(of: digit) ?? 0 }
}
