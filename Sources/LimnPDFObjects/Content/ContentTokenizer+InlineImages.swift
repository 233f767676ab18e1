// SPDX-License-Identifier: GPL-3.0-or-later

extension ContentTokenizer {
    /// Moves from after `BI` to after the matching `EI`. If there is none, moves to the end and returns false.
    mutating func skipInlineImage() -> Bool {
        guard let image = readInlineImageDictionary() else {
            at = bytes.count
            return false
        }
        // One white-space byte follows ID. CR LF counts as one, because some writers write both.
        if at < bytes.count, ByteClass(bytes[at]) == .space {
            at += bytes[at] == 13 && at + 1 < bytes.count && bytes[at + 1] == 10 ? 2 : 1
        }
        if let length = image.length, let end = end(ofImageFrom: at, length: length) {
            at = end
            return true
        }
        guard let end = searchImageEnd(from: at) else {
            at = bytes.count
            return false
        }
        at = end
        return true
    }

    /// The entries of an inline image that determine the length of its data.
    private struct ImageDictionary {
        var width: Int?
        var height: Int?
        var bits: Int?
        var components: Int?
        var isMask = false
        var isFiltered = false

        /// The number of data bytes of an image without filters in a device color space; nil for other images.
        var length: Int? {
            guard !isFiltered, let width, let height, width > 0, height > 0, width < 1 << 20, height < 1 << 20,
                let components = isMask ? 1 : components
            else { return nil }
            let bits = isMask ? 1 : bits ?? 8
            guard (1...16).contains(bits) else { return nil }
            return (width * components * bits + 7) / 8 * height
        }
    }

    /// Reads keys and values up to and including `ID`; nil if there is no `ID`.
    private mutating func readInlineImageDictionary() -> ImageDictionary? {
        var image = ImageDictionary()
        var key: StaticWord?
        var depth = 0
        while let token = next() {
            switch token.kind {
            case .open:
                depth += 1
                if let key, depth == 1 { take(key, nil, into: &image) }
            case .close: depth = max(0, depth - 1)
            case .word where Self.isID(word(token)): return image
            default: break
            }
            guard depth == 0 else { continue }
            if token.kind == .name, key == nil {
                key = shortened(token)
            } else if let named = key {
                if token.kind != .close { take(named, token, into: &image) }
                key = nil
            }
        }
        return nil
    }

    private static func isID(_ word: StaticWord) -> Bool { "ID" ~= word }

    /// Returns the abbreviated form of a key (ISO 32000-2, tables 91 and 92); `?` for keys that do not matter here.
    private func shortened(_ token: Token) -> StaticWord {
        switch String(decoding: bytes[(token.start + 1)..<token.end], as: UTF8.self) {
        case "Width", "W": "W"
        case "Height", "H": "H"
        case "BitsPerComponent", "BPC": "BPC"
        case "ColorSpace", "CS": "CS"
        case "ImageMask", "IM": "IM"
        case "Filter", "F": "F"
        default: "?"
        }
    }

    private func take(_ key: StaticWord, _ value: Token?, into image: inout ImageDictionary) {
        let text = value.map { String(decoding: bytes[$0.start..<$0.end].prefix(16), as: UTF8.self) } ?? ""
        switch key {
        case "W": image.width = Int(text)
        case "H": image.height = Int(text)
        case "BPC": image.bits = Int(text)
        case "IM": image.isMask = text == "true"
        case "F": image.isFiltered = true
        case "CS":
            image.components =
                switch text {
                case "/G", "/DeviceGray", "/CalGray": 1
                case "/RGB", "/DeviceRGB", "/CalRGB": 3
                case "/CMYK", "/DeviceCMYK": 4
                default: value == nil ? 1 : nil  // an array is an indexed space
                }
        default: break
        }
    }

    /// Returns the end of the `EI` that follows `length` bytes of data, possibly after white space; nil if there is
    /// none.
    private func end(ofImageFrom start: Int, length: Int) -> Int? {
        guard length <= bytes.count - start else { return nil }
        var p = start + length
        while p < bytes.count, ByteClass(bytes[p]) == .space, p < start + length + 4 { p += 1 }
        return isEI(p) ? p + 2 : nil
    }

    private func isEI(_ p: Int) -> Bool {
        p + 2 <= bytes.count && bytes[p] == UInt8(ascii: "E") && bytes[p + 1] == UInt8(ascii: "I")
            && (p + 2 == bytes.count || ByteClass(bytes[p + 2]) == .space)
    }

    /// Returns the end of the first `EI` that content seems to follow; nil if there is none. Used if the data's length
    /// is unknown.
    private func searchImageEnd(from start: Int) -> Int? {
        var p = start
        while p + 2 <= bytes.count {
            if bytes[p] == UInt8(ascii: "E"), isEI(p), looksLikeContent(from: p + 2) { return p + 2 }
            p += 1
        }
        return nil
    }

    /// Returns whether the next bytes look like content: text that begins with an operand or an operator. About one in
    /// a million positions in image data passes this test.
    private func looksLikeContent(from start: Int) -> Bool {
        let window = bytes[start..<min(start + 16, bytes.count)]
        guard window.allSatisfy({ ($0 >= 32 && $0 < 127) || [9, 10, 12, 13].contains($0) }) else { return false }
        var probe = ContentTokenizer(UnsafeBufferPointer(rebasing: bytes[start..<min(start + 64, bytes.count)]))
        // A Q is ignored, because overwriting it with a space must not change the result.
        var next = probe.next()
        while let token = next, token.kind == .word, "Q" ~= probe.word(token) { next = probe.next() }
        guard let token = next, token.kind == .word else { return true }
        let word = bytes[(start + token.start)..<(start + token.end)]
        return word.count <= 3 && Self.operators.contains(String(decoding: word, as: UTF8.self))
    }

    /// The operators of ISO 32000-2, annex A, except `'` and `"`.
    private static let operators = Set(
        """
        b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re \
        RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y
        """.split(separator: " ").map(String.init))
}
