// SPDX-License-Identifier: Apache-2.0

/// The values of a trace, channel by channel: `x y, x y, …` with InkML's prefixes.
///
/// `!` before a value: it is the value itself, as at a trace's beginning; `'`: the difference to the value before; `"`:
/// the difference to the difference before. A prefix holds for its channel until another comes. `*` repeats the value,
/// `?` says that there is none, `T` and `F` are truth values, `#` precedes hexadecimal digits. Values need no white
/// space between them where a prefix or a sign tells them apart.
struct InkMLTrace {
    /// The values of every channel, as many as there are points; NaN where there is none.
    private(set) var columns: [[Double]]
    /// The number of points.
    private(set) var count = 0
    /// The number of points that could not be read, or lack a regular channel.
    private(set) var malformed = 0
    /// The number of values beyond the last channel.
    private(set) var surplus = 0
    /// Why the trace was not read to its end.
    private(set) var excess: Excess?

    /// What there may be too many of.
    enum Excess { case points, omissions }
    /// So many values may be left out in a trace, besides one for every byte: each takes the memory of one that is there.
    private static let mostOmissions = 1 << 20

    private enum Mode { case explicit, first, second }

    private struct State {
        var mode = Mode.explicit
        var last = Double.nan
        var speed = 0.0

        /// The value that a number stands for.
        mutating func take(_ number: Double) -> Double {
            let before = last
            switch mode {
            case .explicit: last = number
            case .first: last += number
            case .second: last += speed + number
            }
            speed = before.isNaN ? 0 : last - before
            return last
        }
    }

    /// Reads the text of a trace.
    ///
    /// - Parameters:
    ///   - regular: how many values every point has.
    ///   - optional: how many more it may have.
    ///   - most: how many points there may be.
    init(_ text: [UInt8], regular: Int, optional: Int, most: Int = .max) {
        columns = Array(repeating: [], count: regular + optional)
        var omissions = 0
        var states = Array(repeating: State(), count: regular + optional)
        var row = Array(repeating: Double.nan, count: regular + optional)
        text.withUnsafeBufferPointer { bytes in
            var at = 0
            while at < bytes.count {
                var (filled, isBroken) = (0, false)
                while true {
                    Self.skipSpace(bytes, &at)
                    guard at < bytes.count, bytes[at] != UInt8(ascii: ",") else { break }
                    guard filled < row.count else {
                        var extra = State()
                        if Self.value(bytes, &at, &extra) == nil { isBroken = true }
                        surplus += 1
                        if isBroken { break }
                        continue
                    }
                    guard let value = Self.value(bytes, &at, &states[filled]) else {
                        isBroken = true
                        break
                    }
                    row[filled] = value
                    filled += 1
                }
                while at < bytes.count, bytes[at] != UInt8(ascii: ",") { at += 1 }
                at += 1
                if filled == 0, !isBroken { continue }
                guard filled >= regular, !isBroken else {
                    malformed += 1
                    continue
                }
                omissions += row.count - filled
                if count == most { excess = .points }
                if omissions > Self.mostOmissions + bytes.count { excess = .omissions }
                guard excess == nil else { return }
                for i in row.indices { columns[i].append(i < filled ? row[i] : .nan) }
                count += 1
            }
        }
    }

    private static func skipSpace(_ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) {
        while at < bytes.count, XMLCursor.isSpace(bytes[at]) { at += 1 }
    }

    /// One value with its prefix; nil when there is none.
    private static func value(
        _ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int, _ state: inout State
    ) -> Double? {
        switch bytes[at] {
        case UInt8(ascii: "!"): state.mode = .explicit
        case UInt8(ascii: "'"): state.mode = .first
        case UInt8(ascii: "\""): state.mode = .second
        default: at -= 1
        }
        at += 1
        skipSpace(bytes, &at)
        guard at < bytes.count else { return nil }
        switch bytes[at] {
        case UInt8(ascii: "*"):
            at += 1
            // That the difference is zero from here on is inferred.
            state.speed = 0
            return state.last
        case UInt8(ascii: "?"):
            at += 1
            return .nan
        case UInt8(ascii: "T"), UInt8(ascii: "F"):
            at += 1
            state.last = bytes[at - 1] == UInt8(ascii: "T") ? 1 : 0
            return state.last
        case UInt8(ascii: "#"):
            at += 1
            return hexadecimal(bytes, &at).map { state.take($0) }
        default: return decimal(bytes, &at).map { state.take($0) }
        }
    }

    private static func hexadecimal(_ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> Double? {
        let start = at
        var value = 0.0
        while at < bytes.count, let digit = Character(UnicodeScalar(bytes[at])).hexDigitValue {
            value = value * 16 + Double(digit)
            at += 1
        }
        return at > start ? value : nil
    }

    /// Digits with a sign in front, a point and an exponent; another sign ends the number.
    private static func decimal(_ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> Double? {
        func isDigit(_ i: Int) -> Bool { i < bytes.count && bytes[i] &- 48 <= 9 }
        func isSign(_ i: Int) -> Bool { i < bytes.count && (bytes[i] == 43 || bytes[i] == 45) }
        let start = at
        if isSign(at) { at += 1 }
        while isDigit(at) { at += 1 }
        if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
            at += 1
            while isDigit(at) { at += 1 }
        }
        if at > start, at < bytes.count, bytes[at] | 32 == UInt8(ascii: "e"),
            isDigit(at + 1) || (isSign(at + 1) && isDigit(at + 2))
        {
            at += 2
            while isDigit(at) { at += 1 }
        }
        var values: [Double] = []
        NumberList.parse(UnsafeBufferPointer(rebasing: bytes[start..<at]), into: &values)
        guard values.count == 1, values[0].isFinite else { return nil }
        return values[0]
    }
}
