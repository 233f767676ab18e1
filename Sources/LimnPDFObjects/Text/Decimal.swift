// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// A number as PDF writes it: decimal, with at most six places and no exponent. The same value always gives the same
/// text.
///
/// A coordinate in points needs three places. Six keep a matrix with entries near 1 exact to 0.01 pt across the largest
/// page. Numbers beyond ±1e12 are clamped to it.
func decimal(_ value: Double) -> String {
    guard !value.isNaN else { return "0" }
    let scaled = Int64(clamping: (max(-1e12, min(1e12, value)) * 1e6).rounded())
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    var text = (scaled < 0 ? "-" : "") + String(whole)
    if rest != 0 {
        let digits = String(rest)
        text += "." + String(repeating: "0", count: 6 - digits.count) + digits
        while text.last == "0" { text.removeLast() }
    }
    return text
}

/// Writes numbers as PDF does.
public enum PDFNumber {
    /// A number as ``decimal(_:)`` writes it: at most six places, no exponent, within ±1e12; 0 for NaN.
    public static func text(_ value: Double) -> String { decimal(value) }

    /// A number of 16 bits as four hexadecimal digits.
    public static func hexadecimal(_ number: UInt16) -> String {
        String(decoding: (0..<4).map { hexDigits[Int(number >> (12 - 4 * $0) & 15)] }, as: UTF8.self)
    }
}
