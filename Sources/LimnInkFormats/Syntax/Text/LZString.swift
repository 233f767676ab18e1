// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Decompresses text that the JavaScript library lz-string compressed to Base64 (`compressToBase64`).
///
/// It is a variant of LZ78 on UTF-16 units. Codes have a growing number of bits, the first bit lowest. Code 0 introduces
/// a new unit of 8 bits and code 1 one of 16 bits, and code 2 ends the text.
struct LZString {
    /// A phrase of the dictionary, as a part of the output.
    private struct Phrase {
        var start: Int
        var count: Int
    }

    private let values: [UInt8]
    private var place = 0
    private var bit: UInt8 = 32

    /// Decompresses a text. Characters that are not of Base64, such as line feeds, are ignored.
    ///
    /// - Parameter limit: the maximum number of UTF-16 units.
    /// - Returns: the text; nil if the data is damaged.
    /// - Throws: `tooLarge`.
    static func decompress(
        base64 text: some Sequence<UInt8>, limit: Int, as format: InkFormat
    ) throws(InkFormatError) -> String? {
        var stream = LZString(values: text.compactMap(value))
        return try stream.run(limit, format).map { String(decoding: $0, as: UTF16.self) }
    }

    private init(values: [UInt8]) { self.values = values }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x41...0x5a: byte - 0x41
        case 0x61...0x7a: byte - 0x61 + 26
        case 0x30...0x39: byte - 0x30 + 52
        case 0x2b: 62
        case 0x2f: 63
        default: nil
        }
    }

    /// Reads a number; nil at the end of the data.
    private mutating func bits(_ count: Int) -> Int? {
        var number = 0
        for power in 0..<count {
            guard place < values.count else { return nil }
            if values[place] & bit != 0 { number |= 1 << power }
            bit >>= 1
            if bit == 0 { (bit, place) = (32, place + 1) }
        }
        return number
    }

    private mutating func run(_ limit: Int, _ format: InkFormat) throws(InkFormatError) -> [UInt16]? {
        guard let kind = bits(2) else { return nil }
        if kind == 2 { return [] }
        guard kind < 2, let first = bits(kind == 0 ? 8 : 16) else { return nil }
        var output = [UInt16(truncatingIfNeeded: first)]
        // The first three codes have no phrase.
        var phrases = Array(repeating: Phrase(start: 0, count: 0), count: 3) + [Phrase(start: 0, count: 1)]
        var last = phrases[3]
        var (width, left) = (3, 4)
        func grow() {
            guard left == 0 else { return }
            left = 1 << width
            width += 1
        }
        while true {
            guard width < 48, var code = bits(width) else { return nil }
            if code == 2 { return output }
            if code < 2 {
                guard let unit = bits(code == 0 ? 8 : 16) else { return nil }
                code = phrases.count
                // The new phrase is the next output.
                phrases.append(Phrase(start: output.count, count: 1))
                output.append(UInt16(truncatingIfNeeded: unit))
                left -= 1
                grow()
            } else {
                let phrase: Phrase
                if code < phrases.count {
                    phrase = phrases[code]
                } else if code == phrases.count {
                    phrase = Phrase(start: last.start, count: last.count + 1)
                } else {
                    return nil
                }
                guard phrase.count <= limit - output.count else {
                    throw InkFormatError(.tooLarge, format: format, "its text has more than \(limit) characters")
                }
                // The phrase may reach into what it adds.
                for offset in 0..<phrase.count { output.append(output[phrase.start + offset]) }
            }
            let count = code < phrases.count ? phrases[code].count : last.count + 1
            phrases.append(Phrase(start: last.start, count: last.count + 1))
            last = Phrase(start: output.count - count, count: count)
            left -= 1
            grow()
        }
    }
}
