// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnGeometry

/// A number of bytes in human-readable form: `500000`, `500kB`, `2MB`, `1.5MiB`.
struct ByteCount: ExpressibleByArgument {
    let bytes: Int

    private static let units: [String: Double] = [
        "": 1, "b": 1, "k": 1e3, "kb": 1e3, "kib": 1024, "m": 1e6, "mb": 1e6, "mib": 1_048_576, "g": 1e9, "gb": 1e9,
        "gib": 1_073_741_824,
    ]

    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = Double(digits), let unit = Self.units[argument.dropFirst(digits.count).lowercased()],
            (1...1e15).contains(number * unit)
        else { return nil }
        bytes = Int(clamping: number * unit)
    }
}
