// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

/// A strict JSON parser (RFC 8259) with limits.
///
/// A text that no form can store becomes ``DataValue/invalid(_:)``, so that it affects only its own field.
struct JSONParser {
    private let bytes: [UInt8]
    private let limits: FormDataLimits
    private let format: FormDataFormat
    private(set) var at: Int
    private let end: Int
    /// The number of further values that the limits allow.
    private var budget: Int

    init(_ bytes: [UInt8], in range: Range<Int>? = nil, budget: Int, limits: FormDataLimits, as format: FormDataFormat)
    {
        self.bytes = bytes
        self.limits = limits
        self.format = format
        self.budget = budget
        (at, end) = (range?.lowerBound ?? 0, range?.upperBound ?? bytes.count)
    }

    /// Parses one value; throws if anything but white space follows.
    mutating func whole() throws(FormDataError) -> DataValue {
        let value = try value(depth: 0)
        skipSpace()
        guard at == end else { throw damaged("something follows the end of the value") }
        return value
    }

    /// The number of further values that the limits allow.
    var restOfBudget: Int { budget }

    private mutating func skipSpace() {
        while at < end, bytes[at] == 32 || bytes[at] == 10 || bytes[at] == 13 || bytes[at] == 9 { at += 1 }
    }

    private func damaged(_ detail: String) -> FormDataError { error(.damaged, detail) }

    private func error(_ code: FormDataError.Code, _ detail: String) -> FormDataError {
        let line = bytes[..<min(at, bytes.count)].reduce(1) { $1 == 10 ? $0 + 1 : $0 }
        return FormDataError(code, format: format, at: .init(line: line, byte: at), detail)
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard at < end, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    private mutating func value(depth: Int) throws(FormDataError) -> DataValue {
        guard depth < limits.depth else {
            throw error(.tooLarge, "its values are nested deeper than \(limits.depth) levels")
        }
        budget -= 1
        guard budget >= 0 else { throw error(.tooLarge, "it has more than \(limits.values) values") }
        skipSpace()
        guard at < end else { throw damaged("it ends where a value is expected") }
        switch bytes[at] {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try list(depth: depth)
        case UInt8(ascii: "\""):
            let text = try string()
            if let problem = UTF8Bytes.problem(text, limit: limits.valueBytes) { return .invalid(problem) }
            return .text(String(decoding: text, as: UTF8.self))
        case UInt8(ascii: "t"): return try word("true", .flag(true))
        case UInt8(ascii: "f"): return try word("false", .flag(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: DataValue) throws(FormDataError) -> DataValue {
        let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[at..<end].starts(with: wanted) else { throw damaged("a value cannot be read") }
        at += wanted.count
        return value
    }

    private mutating func number() throws(FormDataError) -> DataValue {
        let start = at
        func isDigit() -> Bool { at < end && 48...57 ~= bytes[at] }
        if at < end, bytes[at] == UInt8(ascii: "-") { at += 1 }
        guard isDigit() else { throw damaged("a value cannot be read") }
        let isZero = bytes[at] == 48
        at += 1
        if isZero, isDigit() { throw damaged("a number starts with a zero; a text would need quotation marks") }
        while isDigit() { at += 1 }
        if at < end, bytes[at] == UInt8(ascii: ".") {
            at += 1
            guard isDigit() else { throw damaged("a number ends with its decimal point") }
            while isDigit() { at += 1 }
        }
        if at < end, bytes[at] | 32 == UInt8(ascii: "e") {
            at += 1
            if at < end, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") { at += 1 }
            guard isDigit() else { throw damaged("a number has no digits behind its e") }
            while isDigit() { at += 1 }
        }
        guard at - start <= limits.valueBytes else {
            return .invalid(UTF8Bytes.tooLong(at - start, limits.valueBytes))
        }
        return .number(String(decoding: bytes[start..<at], as: UTF8.self))
    }

    private mutating func list(depth: Int) throws(FormDataError) -> DataValue {
        at += 1
        var values: [DataValue] = []
        if take(UInt8(ascii: "]")) { return .list(values) }
        while true {
            values.append(try value(depth: depth + 1))
            if take(UInt8(ascii: "]")) { return .list(values) }
            guard take(UInt8(ascii: ",")) else { throw damaged("an array lacks a comma or its end") }
        }
    }

    private mutating func object(depth: Int) throws(FormDataError) -> DataValue {
        at += 1
        var members: [DataValue.Member] = []
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard at < end, bytes[at] == UInt8(ascii: "\"") else { throw damaged("an object lacks a name or its end") }
            let key = try string()
            if let problem = UTF8Bytes.problem(key, limit: limits.nameBytes) { throw damaged("a name \(problem)") }
            guard take(UInt8(ascii: ":")) else {
                throw damaged("the name \(Quotation.of(String(decoding: key, as: UTF8.self))) has no value")
            }
            members.append(.init(String(decoding: key, as: UTF8.self), try value(depth: depth + 1)))
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw damaged("an object lacks a comma or its end") }
        }
    }

    /// Reads a string as UTF-8, preserving lone surrogates.
    private mutating func string() throws(FormDataError) -> [UInt8] {
        let opening = at
        at += 1
        var text: [UInt8] = []
        while at < end {
            let start = at
            while at < end, bytes[at] >= 32, bytes[at] != UInt8(ascii: "\""), bytes[at] != UInt8(ascii: "\\") {
                at += 1
            }
            text.append(contentsOf: bytes[start..<at])
            guard at < end else { break }
            switch bytes[at] {
            case UInt8(ascii: "\""):
                at += 1
                return text
            case UInt8(ascii: "\\"):
                at += 1
                try escape(&text)
            default: throw damaged("a text holds a control character or a line break that is not written as an escape")
            }
        }
        at = opening
        throw damaged("the quotation mark of a text is never closed")
    }

    private mutating func escape(_ text: inout [UInt8]) throws(FormDataError) {
        guard at < end else { return }
        let letter = bytes[at]
        at += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "u"):
            var code = try unit()
            if 0xd800...0xdbff ~= code, at + 1 < end, bytes[at] == UInt8(ascii: "\\"),
                bytes[at + 1] == UInt8(ascii: "u")
            {
                let mark = at
                at += 2
                let low = try unit()
                if 0xdc00...0xdfff ~= low { code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00) } else { at = mark }
            }
            UTF8Bytes.append(code, to: &text)
        default: throw damaged("a text has an unknown escape")
        }
    }

    /// Reads four hexadecimal digits.
    private mutating func unit() throws(FormDataError) -> UInt32 {
        var value: UInt32 = 0
        guard at + 4 <= end else { throw damaged("a text has an unknown escape") }
        for byte in bytes[at..<(at + 4)] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw damaged("a text has an unknown escape")
            }
            value = value << 4 | UInt32(digit)
        }
        at += 4
        return value
    }
}
