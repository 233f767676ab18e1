// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Builds the content of an appearance. Numbers have at most four decimals, as in Acrobat's appearances.
struct FieldWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes operands and their operator on a separate line.
    mutating func emit(_ numbers: Double..., name: String) {
        for number in numbers { bytes += Array((Self.text(number) + " ").utf8) }
        line(name)
    }

    /// Writes a line.
    mutating func line(_ text: String) { bytes += Array(text.utf8) + [10] }

    /// Appends bytes unchanged.
    mutating func append(_ more: [UInt8]) { bytes += more }

    /// Sets the fill color. Does nothing unless there are 1, 3 or 4 components.
    mutating func fill(_ color: [Double]) { set(color, ["g", "rg", "k"]) }

    /// Sets the stroke color. Does nothing unless there are 1, 3 or 4 components.
    mutating func stroke(_ color: [Double]) { set(color, ["G", "RG", "K"]) }

    private mutating func set(_ color: [Double], _ names: [String]) {
        let name: String
        switch color.count {
        case 1: name = names[0]
        case 3: name = names[1]
        case 4: name = names[2]
        default: return
        }
        line(color.map { Self.text($0) + " " }.joined() + name)
    }

    /// Writes the operator that shows a string.
    mutating func show(_ string: [UInt8]) {
        bytes.append(UInt8(ascii: "("))
        for byte in string {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            // Readers would convert a raw carriage return in a string to a line feed.
            case 13: bytes += Array("\\r".utf8)
            default: bytes.append(byte)
            }
        }
        line(") Tj")
    }

    /// Returns a number with at most four decimals; 0 if it is not finite.
    static func text(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let scaled = Int64(clamping: (min(max(value, -1e9), 1e9) * 10_000).rounded())
        let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: 10_000)
        let sign = scaled < 0 ? "-" : ""
        if rest == 0 { return sign + String(whole) }
        var digits = String(rest)
        digits = String(repeating: "0", count: 4 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}
