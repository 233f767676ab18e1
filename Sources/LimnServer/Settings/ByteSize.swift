// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// A number of bytes in human-readable form: `500000`, `500kB`, `2MB`, `512MiB`.
struct ByteSize {
    let bytes: Int

    private static let units: [String: Double] = [
        "": 1, "b": 1, "k": 1e3, "kb": 1e3, "kib": 1024, "m": 1e6, "mb": 1e6, "mib": 1_048_576, "g": 1e9, "gb": 1e9,
        "gib": 1_073_741_824, "t": 1e12, "tb": 1e12, "tib": 1_099_511_627_776,
    ]

    /// Parses a number of bytes, with an optional unit in any case.
    ///
    /// - Returns: nil if the text is not a size from 1 byte to 1 PB.
    init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = Double(digits), let unit = Self.units[text.dropFirst(digits.count).lowercased()],
            (1...1e15).contains(number * unit)
        else { return nil }
        bytes = Int(clamping: number * unit)
    }

    /// Formats a number of bytes in the largest unit that gives a whole number.
    static func text(_ bytes: Int) -> String {
        for (shift, unit) in [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")] where bytes % (1 << shift) == 0 {
            return "\(bytes >> shift)\(unit)"
        }
        return "\(bytes)"
    }
}
