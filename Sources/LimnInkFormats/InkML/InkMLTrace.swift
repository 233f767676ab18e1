// SPDX-License-Identifier: Apache-2.0

/// Parses the text of a trace, such as `x y, x y, …`, into columns by channel.
///
/// A prefix before a value sets the mode of its channel until the next prefix. `!` marks an explicit value, which is
/// the initial mode. `'` marks a first difference and `"` a second difference. `*` repeats the previous value, `?`
/// marks a missing value, `T` and `F` are booleans, and `#` starts a hexadecimal number. White space is optional before
/// a prefix or a sign.
struct InkMLTrace {
    /// The values of every channel, one per point; NaN if a value is missing.
    private(set) var columns: [[Double]]
    /// The number of points.
    private(set) var count = 0
    /// The number of points that cannot be parsed or lack a value of a regular channel.
    private(set) var malformed = 0
    /// The number of values for which there is no channel.
    private(set) var surplus = 0
    /// The limit that was exceeded; nil if the trace was read to its end.
    private(set) var excess: Excess?

    /// A limit that a trace can exceed.
    enum Excess { case points, omissions }
    /// The number of values that a trace may omit, in addition to one for each byte. An omitted value takes as much
    /// memory as any other.
    private static let maximumOmissions = 1 << 20

    private enum Mode { case explicit, first, second }

    private struct State {
        var mode = Mode.explicit
        var last = Double.nan
        var speed = 0.0

        /// Decodes the next number of the channel.
        mutating func decode(_ number: Double) -> Double {
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

    /// Parses a trace.
    ///
    /// - Parameters:
    ///   - regular: the number of values that every point has.
    ///   - optional: the number of further values that a point may have.
    ///   - maximumPoints: the maximum number of points.
    init(_ text: [UInt8], regular: Int, optional: Int, maximumPoints: Int = .max) {
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
                if count == maximumPoints { excess = .points }
                if omissions > Self.maximumOmissions + bytes.count { excess = .omissions }
                guard excess == nil else { return }
                for i in row.indices { columns[i].append(i < filled ? row[i] : .nan) }
                count += 1
            }
        }
    }

    private static func skipSpace(_ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) {
        while at < bytes.count, XMLCursor.isSpace(bytes[at]) { at += 1 }
    }

    /// Parses a value and its prefix; nil if there is no valid value.
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
            // The difference becomes zero. This interpretation is inferred.
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
            return hexadecimal(bytes, &at).map { state.decode($0) }
        default: return decimal(bytes, &at).map { state.decode($0) }
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

    /// Parses a decimal number with an optional sign, fraction and exponent. A second sign ends the number.
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
