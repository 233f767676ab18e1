// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

/// A parser for the objects of an FDF file (ISO 32000-2, 7.3).
struct FDFParser {
    private let bytes: [UInt8]
    private let limits: FormDataLimits
    private(set) var at = 0
    private var budget: Int

    init(_ bytes: [UInt8], limits: FormDataLimits) {
        self.bytes = bytes
        self.limits = limits
        budget = limits.values
    }

    var isAtEnd: Bool { at >= bytes.count }

    private func error(_ code: FormDataError.Code, _ detail: String) -> FormDataError {
        FormDataError(code, format: .fdf, at: .init(byte: at), detail)
    }

    private func damaged(_ detail: String) -> FormDataError { error(.damaged, detail) }

    private static func isSpace(_ byte: UInt8) -> Bool { [0, 9, 10, 12, 13, 32].contains(byte) }

    private static func isDelimiter(_ byte: UInt8) -> Bool { "()<>[]{}/%".utf8.contains(byte) }

    /// Skips white space and comments.
    mutating func skipSpace() {
        while at < bytes.count {
            if Self.isSpace(bytes[at]) {
                at += 1
            } else if bytes[at] == UInt8(ascii: "%") {
                while at < bytes.count, bytes[at] != 10, bytes[at] != 13 { at += 1 }
            } else {
                return
            }
        }
    }

    /// Reads a number or a word of regular characters; empty if a delimiter comes next.
    mutating func word() -> ArraySlice<UInt8> {
        let start = at
        while at < bytes.count, !Self.isSpace(bytes[at]), !Self.isDelimiter(bytes[at]) { at += 1 }
        return bytes[start..<at]
    }

    /// Skips one byte.
    mutating func skipByte() { at = min(at + 1, bytes.count) }

    /// Moves to a byte offset, clamped to the file.
    mutating func move(to place: Int) { at = max(0, min(place, bytes.count)) }

    private func isNext(_ text: StaticString) -> Bool {
        bytes[min(at, bytes.count)...].starts(
            with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Reads an object.
    mutating func object(depth: Int = 0) throws(FormDataError) -> FDFObject {
        guard depth < limits.depth else {
            throw error(.tooLarge, "its objects are nested deeper than \(limits.depth) levels")
        }
        budget -= 1
        guard budget >= 0 else { throw error(.tooLarge, "it has more than \(limits.values) objects") }
        skipSpace()
        guard at < bytes.count else { throw damaged("it ends where an object is expected") }
        switch bytes[at] {
        case UInt8(ascii: "("): return .string(try literal())
        case UInt8(ascii: "/"): return .name(name())
        case UInt8(ascii: "["):
            at += 1
            var values: [FDFObject] = []
            while true {
                skipSpace()
                guard at < bytes.count else { throw damaged("an array is never closed") }
                if bytes[at] == UInt8(ascii: "]") { break }
                values.append(try object(depth: depth + 1))
            }
            at += 1
            return .array(values)
        case UInt8(ascii: "<"):
            if isNext("<<") { return try dictionary(depth: depth) }
            return .string(try hexadecimal())
        default: return try atom()
        }
    }

    private mutating func atom() throws(FormDataError) -> FDFObject {
        let text = String(decoding: word(), as: UTF8.self)
        switch text {
        case "true": return .flag(true)
        case "false": return .flag(false)
        case "null": return .null
        default: break
        }
        guard let first = text.utf8.first, "+-.0123456789".utf8.contains(first) else {
            throw damaged("an object cannot be read")
        }
        // Two integers and `R` form a reference.
        if let number = Int(text), number >= 0 {
            let mark = at
            skipSpace()
            if Int(String(decoding: word(), as: UTF8.self)) != nil {
                skipSpace()
                if word().elementsEqual("R".utf8) { return .reference(number) }
            }
            at = mark
        }
        return .number(text)
    }

    private mutating func dictionary(depth: Int) throws(FormDataError) -> FDFObject {
        at += 2
        var pairs: [(key: [UInt8], value: FDFObject)] = []
        while true {
            skipSpace()
            guard at < bytes.count else { throw damaged("a dictionary is never closed") }
            if isNext(">>") { break }
            guard bytes[at] == UInt8(ascii: "/") else { throw damaged("a key of a dictionary is missing") }
            let key = name()
            pairs.append((key, try object(depth: depth + 1)))
        }
        at += 2
        let dictionary = FDFObject.dictionary(pairs)
        let mark = at
        skipSpace()
        guard isNext("stream") else {
            at = mark
            return dictionary
        }
        return try stream(of: dictionary)
    }

    private mutating func stream(of dictionary: FDFObject) throws(FormDataError) -> FDFObject {
        at += 6
        if isNext("\r\n") { at += 2 } else if isNext("\n") || isNext("\r") { at += 1 }
        let start = at
        var end: Int?
        if case .number(let text) = dictionary["Length"], let length = Int(text), length >= 0,
            length <= bytes.count - at
        {
            // The length is wrong unless `endstream` follows.
            move(to: start + length)
            skipSpace()
            if isNext("endstream") { end = start + length }
        }
        if end == nil {
            guard let found = bytes[start...].firstRange(of: "endstream") else {
                throw damaged("a stream is never closed")
            }
            at = found.lowerBound
            end = found.lowerBound
        }
        at += 9
        return .stream(dictionary["Filter"] == nil ? Array(bytes[start..<(end ?? start)]) : nil)
    }

    private mutating func name() -> [UInt8] {
        at += 1
        let raw = Array(word())
        guard raw.contains(UInt8(ascii: "#")) else { return raw }
        var name: [UInt8] = []
        var index = 0
        while index < raw.count {
            if raw[index] == UInt8(ascii: "#"), index + 2 < raw.count, let high = Self.digit(raw[index + 1]),
                let low = Self.digit(raw[index + 2])
            {
                name.append(high << 4 | low)
                index += 3
            } else {
                name.append(raw[index])
                index += 1
            }
        }
        return name
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8(truncatingIfNeeded: $0) }
    }

    private mutating func hexadecimal() throws(FormDataError) -> [UInt8] {
        at += 1
        var text: [UInt8] = []
        var high: UInt8?
        while at < bytes.count, bytes[at] != UInt8(ascii: ">") {
            if let digit = Self.digit(bytes[at]) {
                if let first = high {
                    text.append(first << 4 | digit)
                    high = nil
                } else {
                    high = digit
                }
            } else if !Self.isSpace(bytes[at]) {
                throw damaged("a string has a character that is not a hexadecimal digit")
            }
            at += 1
        }
        guard at < bytes.count else { throw damaged("a string is never closed") }
        at += 1
        // A missing last digit counts as zero.
        if let high { text.append(high << 4) }
        return text
    }

    private mutating func literal() throws(FormDataError) -> [UInt8] {
        let opening = at
        at += 1
        var text: [UInt8] = []
        var depth = 1
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 { return text }
            case UInt8(ascii: "\\"):
                escape(&text)
                continue
            case 13:
                // CR and CR LF become LF.
                if at < bytes.count, bytes[at] == 10 { at += 1 }
                text.append(10)
                continue
            default: break
            }
            text.append(byte)
        }
        at = opening
        throw damaged("a string is never closed")
    }

    private mutating func escape(_ text: inout [UInt8]) {
        guard at < bytes.count else { return }
        let letter = bytes[at]
        at += 1
        switch letter {
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case 10: break
        case 13: if at < bytes.count, bytes[at] == 10 { at += 1 }
        case 48...55:
            var code = UInt(letter - 48)
            for _ in 0..<2 where at < bytes.count && 48...55 ~= bytes[at] {
                code = code * 8 + UInt(bytes[at] - 48)
                at += 1
            }
            text.append(UInt8(truncatingIfNeeded: code))
        default: text.append(letter)
        }
    }
}
