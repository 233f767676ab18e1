// SPDX-License-Identifier: GPL-3.0-or-later

/// Formats numbers for sentences.
enum ShortNumber {
    /// Returns a number rounded to a tenth, without the fraction if it is 0: `595.3`, `612`. Any number can be
    /// formatted.
    static func text(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return Int(exactly: tenths).map { "\($0)" } ?? "\(tenths)"
    }
}
