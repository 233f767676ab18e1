// SPDX-License-Identifier: GPL-3.0-or-later

/// Numbers in sentences.
enum ShortNumber {
    /// A number to a tenth, without a fraction where it has none: `595.3`, `612`. Any number can be shown.
    static func text(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return Int(exactly: tenths).map { "\($0)" } ?? "\(tenths)"
    }
}
