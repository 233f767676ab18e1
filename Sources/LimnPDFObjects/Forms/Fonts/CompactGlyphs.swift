// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads the names of the glyphs of a bare `CFF ` table (Adobe Technical Note 5176).
enum CompactGlyphs {
    /// Returns the names; nil if the table is damaged, keyed by character IDs (CIDs), or has a predefined charset.
    static func names(in data: [UInt8]) -> Set<String>? {
        var reader = Reader(data: data)
        guard let header = reader.value(2, 1) else { return nil }
        reader.at = header
        guard reader.index() != nil, let tops = reader.index(), let top = tops.first, let strings = reader.index(),
            let entries = operators(of: data[top]), entries[12 << 8 | 30] == nil, let charset = entries[15],
            charset > 2, let glyphs = entries[17]
        else { return nil }
        guard let count = reader.value(glyphs, 2), let ids = identifiers(reader, charset, count) else { return nil }
        let custom = strings.map { String(decoding: data[$0], as: UTF8.self) }
        let names = ids.compactMap { id -> String? in
            if id < 391 { return id <= standard.count && id > 0 ? standard[id - 1] : nil }
            return id - 391 < custom.count ? custom[id - 391] : nil
        }
        return Set(names)
    }

    /// Returns the string identifiers of all glyphs except the first.
    private static func identifiers(_ reader: Reader, _ charset: Int, _ count: Int) -> [Int]? {
        guard let format = reader.value(charset, 1), format <= 2 else { return nil }
        var ids: [Int] = []
        var at = charset + 1
        while ids.count < count - 1 {
            guard let first = reader.value(at, 2) else { return nil }
            var more = 0
            if format > 0 {
                guard let left = reader.value(at + 2, format) else { return nil }
                more = left
            }
            ids += (first...first + more).prefix(count - 1 - ids.count)
            at += 2 + format
        }
        return ids
    }

    /// Returns the last operand of each operator of a dictionary. The key of a two-byte operator is 12 × 256 plus its
    /// second byte.
    private static func operators(of bytes: ArraySlice<UInt8>) -> [Int: Int]? {
        var found: [Int: Int] = [:]
        var operand = 0
        var rest = bytes
        func number(_ count: Int) -> Int? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        }
        while let byte = rest.popFirst() {
            switch byte {
            case 0...21:
                var key = Int(byte)
                if byte == 12 {
                    guard let second = number(1) else { return nil }
                    key = 12 << 8 | second
                }
                found[key] = operand
            case 28, 29:
                guard let value = number(byte == 28 ? 2 : 4) else { return nil }
                operand = value
            case 30: while let part = rest.popFirst(), part & 0x0f != 0x0f, part >> 4 != 0x0f {}
            case 32...246: operand = Int(byte) - 139
            case 247...250:
                guard let low = number(1) else { return nil }
                operand = (Int(byte) - 247) * 256 + low + 108
            case 251...254:
                guard let low = number(1) else { return nil }
                operand = -(Int(byte) - 251) * 256 - low - 108
            default: break
            }
        }
        return found
    }

    /// The standard strings 1 to 228: the glyphs of the standard encoding in the order of their codes, then others. The
    /// remaining standard strings are glyphs of expert fonts.
    private static let standard: [String] = {
        let names = """
            space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft parenright asterisk plus comma
            hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater
            question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum
            underscore quoteleft a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde
            exclamdown cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft
            guilsinglleft guilsinglright fi fl endash dagger daggerdbl periodcentered paragraph bullet quotesinglbase
            quotedblbase quotedblright guillemotright ellipsis perthousand questiondown grave acute circumflex tilde macron
            breve dotaccent dieresis ring cedilla hungarumlaut ogonek caron emdash AE ordfeminine Lslash Oslash OE
            ordmasculine ae dotlessi lslash oslash oe germandbls onesuperior logicalnot mu trademark Eth onehalf plusminus
            Thorn onequarter divide brokenbar degree thorn threequarters twosuperior registered minus eth multiply
            threesuperior copyright Aacute Acircumflex Adieresis Agrave Aring Atilde Ccedilla Eacute Ecircumflex Edieresis
            Egrave Iacute Icircumflex Idieresis Igrave Ntilde Oacute Ocircumflex Odieresis Ograve Otilde Scaron Uacute
            Ucircumflex Udieresis Ugrave Yacute Ydieresis Zcaron aacute acircumflex adieresis agrave aring atilde ccedilla
            eacute ecircumflex edieresis egrave iacute icircumflex idieresis igrave ntilde oacute ocircumflex odieresis
            ograve otilde scaron uacute ucircumflex udieresis ugrave yacute ydieresis zcaron
            """
        return names.split { $0 == " " || $0 == "\n" }.map(String.init)
    }()

    /// Reads numbers and INDEX structures of a table.
    private struct Reader {
        let data: [UInt8]
        var at = 0

        func value(_ offset: Int, _ size: Int) -> Int? {
            guard offset >= 0, size > 0, offset + size <= data.count else { return nil }
            return data[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
        }

        /// Reads the INDEX at the current position and moves to its end. Returns the byte ranges of the items.
        mutating func index() -> [Range<Int>]? {
            guard let count = value(at, 2) else { return nil }
            guard count > 0 else {
                at += 2
                return []
            }
            guard let size = value(at + 2, 1), (1...4).contains(size) else { return nil }
            let base = at + 2 + (count + 1) * size
            var ranges: [Range<Int>] = []
            var start = 1
            for item in 1...count {
                guard let end = value(at + 3 + item * size, size), start <= end, base + end <= data.count else {
                    return nil
                }
                ranges.append(base + start..<base + end)
                start = end
            }
            at = base + start
            return ranges
        }
    }
}
