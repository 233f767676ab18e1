// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Formats a number for PDF, with at most six decimal places and no exponent. Equal numbers give equal text.
///
/// Three places suffice for coordinates in points. Six places keep a matrix with entries near 1 accurate to 0.01 pt
/// across the largest page. Numbers are clamped to ±1e12; NaN becomes 0.
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

/// Formats numbers for PDF.
public enum PDFNumber {
    /// Formats a number with at most six decimal places and no exponent, clamped to ±1e12; NaN becomes 0.
    public static func text(_ value: Double) -> String { decimal(value) }

    /// Formats a 16-bit number as four hexadecimal digits.
    public static func hexadecimal(_ number: UInt16) -> String {
        let digits = [12, 8, 4, 0].map { (shift: Int) -> UInt8 in hexDigits[Int(number >> shift & 15)] }
        return String(decoding: digits, as: UTF8.self)
    }
}
