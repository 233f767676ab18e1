// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads the characters that codes represent from a font's /ToUnicode (ISO 32000-2, 9.10.3).
struct UnicodeMapReader {
    /// The characters by code. Codes that represent several characters are left out.
    private(set) var scalars: [UInt16: Unicode.Scalar] = [:]

    private static let dataLimit = 1 << 22
    /// The remaining number of codes in ranges. A hostile file may repeat a range of all codes many times.
    private var budget = 1_000_000

    /// Reads a map; nil if it has no usable entries.
    ///
    /// - Parameter codeBytes: the length of a code, 1 or 2 bytes. Codes of other lengths are ignored.
    init?(_ stream: PDFObject?, codeBytes: Int) {
        guard let stream, stream.isStream, let data = (try? stream.decodedData()) ?? nil, data.count <= Self.dataLimit
        else { return nil }
        data.withUnsafeBufferPointer { bytes in
            var tokens = ContentTokenizer(bytes)
            var mode: ArraySlice<UInt8>?
            var operands: [[UInt8]] = []
            var list: [[UInt8]]?
            while let token = tokens.next() {
                switch token.kind {
                case .word:
                    let word = Array(bytes[token.start..<token.end])
                    mode = word.starts(with: "beginbf".utf8) ? word.dropFirst(7) : nil
                    operands = []
                case .open: list = []
                case .close:
                    if let items = list, operands.count == 2 { add(items, from: operands[0], codeBytes) }
                    list = nil
                    operands = []
                case .string:
                    guard let mode else { continue }
                    let text = Self.bytes(bytes[token.start..<token.end])
                    if list != nil {
                        list?.append(text)
                    } else {
                        operands.append(text)
                    }
                    if mode.elementsEqual("char".utf8), operands.count == 2 {
                        add([operands[1]], from: operands[0], codeBytes)
                        operands = []
                    } else if operands.count == 3 {
                        add(operands[0], operands[1], operands[2], codeBytes)
                        operands = []
                    }
                default: break
                }
            }
        }
        if scalars.isEmpty { return nil }
    }

    /// Records the texts of successive codes.
    private mutating func add(_ texts: [[UInt8]], from first: [UInt8], _ codeBytes: Int) {
        guard first.count == codeBytes, let code = Self.number(first) else { return }
        for (index, text) in texts.prefix(65_536).enumerated() {
            if let next = UInt16(exactly: code + index), let scalar = Self.scalar(text) { scalars[next] = scalar }
        }
    }

    /// Records a range of codes that represent successive characters.
    private mutating func add(_ first: [UInt8], _ last: [UInt8], _ text: [UInt8], _ codeBytes: Int) {
        guard first.count == codeBytes, let low = Self.number(first), let high = Self.number(last), low <= high,
            low <= 65_535, let start = Self.scalar(text), budget > 0
        else { return }
        budget -= min(high, 65_535) - low + 1
        for code in low...min(high, 65_535) {
            guard let key = UInt16(exactly: code), let scalar = Unicode.Scalar(start.value + UInt32(code - low)) else {
                break
            }
            scalars[key] = scalar
        }
    }

    private static func number(_ bytes: [UInt8]) -> Int? {
        bytes.count <= 4 ? bytes.reduce(0) { $0 << 8 | Int($1) } : nil
    }

    /// Returns the only character of a text in UTF-16; nil if there is not exactly one.
    private static func scalar(_ bytes: [UInt8]) -> Unicode.Scalar? {
        guard bytes.count == 2 || bytes.count == 4 else {
            return bytes.count == 1 ? Unicode.Scalar(bytes[0]) : nil
        }
        let units = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        let text = String(decoding: units, as: UTF16.self).unicodeScalars
        guard text.count == 1, let scalar = text.first, scalar.value >= 32, scalar != "\u{fffd}" else { return nil }
        return scalar
    }

    /// Returns the bytes of a hexadecimal string; empty for a literal string.
    private static func bytes(_ token: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        guard token.first == UInt8(ascii: "<") else { return [] }
        var digits = token.compactMap { UInt8(hexDigit: $0) }
        if digits.count % 2 == 1 { digits.append(0) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

extension UInt8 {
    /// Makes the value of a hexadecimal digit in ASCII; nil for other characters.
    init?(hexDigit byte: UInt8) {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self = byte - 48
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self = byte - 87
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self = byte - 55
        default: return nil
        }
    }
}
