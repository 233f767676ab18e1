// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// A Type 3 font with colored glyphs, such as emoji. Cairo draws its glyphs in the color of the text, and pictures in them
/// not at all.
final class ColorGlyphFont {
    /// Maps glyph space to text space of size 1.
    let matrix: AffineTransform
    private let font: PDFObject
    private let firstCode: Int
    private let widths: [Double]
    private let names: [Int: String]
    private let box: Rect
    private var forms: [Int: String?] = [:]

    /// Reads a font; nil if it is no such font.
    init?(_ font: PDFObject) {
        guard font["/Subtype"]?.isName("/Type3") == true, let glyphs = font["/CharProcs"], glyphs.isDictionary,
            Self.hasColors(glyphs), let numbers = font["/FontMatrix"]?.numbers(6)
        else { return nil }
        self.font = font
        matrix = AffineTransform(
            a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
        firstCode = font["/FirstChar"]?.int ?? 0
        widths = (font["/Widths"]?.items ?? []).prefix(256).map { $0.number ?? 0 }
        var names: [Int: String] = [:]
        var code = 0
        for item in font["/Encoding"]?["/Differences"]?.items.prefix(1024) ?? [] {
            if let number = item.int {
                code = number
            } else if let name = item.name {
                names[code] = name
                code &+= 1
            }
        }
        self.names = names
        let box = font["/FontBBox"]?.rect
        self.box = box.flatMap { $0.isEmpty ? nil : $0 } ?? Rect(x0: -1e5, y0: -1e5, x1: 1e5, y1: 1e5)
    }

    /// The maximum number of glyphs that are looked at.
    private static let glyphLimit = 512

    /// Returns whether a glyph sets colors or paints a picture.
    private static func hasColors(_ glyphs: PDFObject) -> Bool {
        for key in glyphs.keys.prefix(glyphLimit) {
            guard let data = (try? glyphs[key]?.decodedData()) ?? nil else { continue }
            let isColored = data.withUnsafeBufferPointer { bytes in
                var tokens = ContentTokenizer(bytes)
                var isColored = false
                while let token = tokens.next() {
                    guard token.kind == .word else { continue }
                    switch tokens.word(token) {
                    case "d1": return false
                    case "d0": isColored = true
                    case "rg", "k", "g", "scn", "sc", "RG", "K", "G", "SCN", "SC", "sh", "Do", "BI":
                        if isColored { return true }
                    default: break
                    }
                }
                return false
            }
            if isColored { return true }
        }
        return false
    }

    /// The width of a glyph in text space of size 1.
    func width(_ code: UInt8) -> Double {
        let index = Int(code) - firstCode
        return widths.indices.contains(index) ? widths[index] * matrix.a : 0
    }

    /// Returns the resource name of a form that paints a glyph; nil if there is no such glyph.
    func form(_ code: UInt8, in mending: PageMending, for resources: PDFObject?) -> String? {
        if let known = forms[Int(code)] { return known }
        guard let name = names[Int(code)], let glyph = font["/CharProcs"]?["/" + name], glyph.isStream else {
            return nil
        }
        let made = mending.addResource(to: resources, kind: "/XObject") { () throws(PDFObjectsError) in
            try newForm(glyph, resources)
        }
        forms[Int(code)] = made
        return made
    }

    private func newForm(_ glyph: PDFObject, _ resources: PDFObject?) throws(PDFObjectsError) -> PDFObject? {
        guard let data = try glyph.decodedData() else { return nil }
        let form = try font.file.newStream(StreamData(Self.withoutWidth(data), level: 1))
        try form.set("/Type", try font.file.newName("/XObject"))
        try form.set("/Subtype", try font.file.newName("/Form"))
        let corners = [box.minX, box.minY, box.maxX, box.maxY].map { decimal($0) }.joined(separator: " ")
        try form.set("/BBox", try font.file.parsed(PDFText("[\(corners)]".utf8)))
        if let own = font["/Resources"] ?? resources { try form.set("/Resources", own) }
        return form
    }

    /// Removes the operator `d0` and its operands, which stand at the beginning.
    private static func withoutWidth(_ data: [UInt8]) -> [UInt8] {
        data.withUnsafeBufferPointer { bytes in
            var tokens = ContentTokenizer(bytes)
            while let token = tokens.next() {
                guard token.kind == .word else { continue }
                if case "d0" = tokens.word(token) { return Array(bytes[token.end...]) }
                break
            }
            return data
        }
    }
}

extension ContentMender {
    /// Follows the operators of text, and replaces glyphs of colored fonts by forms.
    mutating func operateOnText(_ word: StaticWord, _ range: Range<Int>) {
        switch word {
        case "BT":
            line = .identity
            text = .identity
        case "Tf":
            state.size = number(last: 0) ?? 0
            state.font = name(last: 1).flatMap { resource("/Font", $0) }.flatMap { mending.colorFont($0) }
        case "Tc": state.characterSpace = number(last: 0) ?? 0
        case "Tw": state.wordSpace = number(last: 0) ?? 0
        case "Tz": state.scale = (number(last: 0) ?? 100) / 100
        case "TL": state.leading = number(last: 0) ?? 0
        case "Ts": state.rise = number(last: 0) ?? 0
        case "Tm":
            if let m = matrix() { (line, text) = (m, m) }
        case "Td": move(number(last: 1) ?? 0, number(last: 0) ?? 0)
        case "TD":
            state.leading = -(number(last: 0) ?? 0)
            move(number(last: 1) ?? 0, number(last: 0) ?? 0)
        case "T*": move(0, -state.leading)
        case "Tj", "TJ": show(range, prefix: "")
        case "'":
            move(0, -state.leading)
            show(range, prefix: "T* ")
        case "\"":
            state.wordSpace = number(last: 2) ?? 0
            state.characterSpace = number(last: 1) ?? 0
            move(0, -state.leading)
            show(range, prefix: "\(decimal(state.wordSpace)) Tw \(decimal(state.characterSpace)) Tc T* ")
        default: break
        }
    }

    private mutating func move(_ x: Double, _ y: Double) {
        line = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y).then(line)
        text = line
    }

    private mutating func show(_ range: Range<Int>, prefix: String) {
        guard let font = state.font, let shown = operands.last, shown.kind == .string || shown.kind == .open else {
            // Only a font's widths tell where the next glyph is.
            text = nil
            return
        }
        guard var place = text else { return }
        var painted = PDFText(prefix.utf8)
        var isPainted = false
        var advance = 0.0
        func step(_ distance: Double) {
            advance += distance
            place = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: distance, ty: 0).then(place)
        }
        var tokens = ContentTokenizer(UnsafeBufferPointer(rebasing: bytes[shown.range]))
        while let token = tokens.next() {
            if token.kind == .number, let number = Self.number(tokens.bytes[token.start..<token.end]) {
                step(-number / 1000 * state.size * state.scale)
            }
            guard token.kind == .string else { continue }
            for code in Self.string(Array(tokens.bytes[token.start..<token.end])) {
                if state.mode != 3, let form = font.form(code, in: mending, for: resources) {
                    let scaled = AffineTransform(
                        a: state.size * state.scale, b: 0, c: 0, d: state.size, tx: 0, ty: state.rise)
                    painted += Self.painting(form, font.matrix.then(scaled).then(place)) + [10]
                    isPainted = true
                }
                let space = state.characterSpace + (code == 32 ? state.wordSpace : 0)
                step((font.width(code) * state.size + space) * state.scale)
            }
        }
        text = place
        guard isPainted, state.size * state.scale != 0 else { return }
        painted += PDFText("[\(decimal(-advance * 1000 / (state.size * state.scale)))] TJ".utf8)
        edits.append((shown.range.lowerBound..<range.upperBound, painted))
    }

    /// Returns the bytes of a literal or hexadecimal string.
    private static func string(_ token: [UInt8]) -> [UInt8] {
        if token.first == UInt8(ascii: "<") {
            var digits = token.compactMap { byte in hexDigits.firstIndex(of: byte | 0x20).map { UInt8($0) } }
            if digits.count % 2 == 1 { digits.append(0) }
            return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        }
        var result: [UInt8] = []
        var rest = token.dropFirst().dropLast()[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                result.append(byte)
                continue
            }
            switch escaped {
            case UInt8(ascii: "n"): result.append(10)
            case UInt8(ascii: "r"): result.append(13)
            case UInt8(ascii: "t"): result.append(9)
            case UInt8(ascii: "b"): result.append(8)
            case UInt8(ascii: "f"): result.append(12)
            case 10: break
            case 13: if rest.first == 10 { rest.removeFirst() }
            case 48...55:
                var value = Int(escaped - 48)
                for _ in 0..<2 {
                    guard let digit = rest.first, (48...55).contains(digit) else { break }
                    value = value * 8 + Int(digit - 48)
                    rest.removeFirst()
                }
                result.append(UInt8(truncatingIfNeeded: value))
            default: result.append(escaped)
            }
        }
        return result
    }
}
