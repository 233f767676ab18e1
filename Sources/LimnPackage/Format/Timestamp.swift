// SPDX-License-Identifier: GPL-3.0-or-later

package import Foundation

/// A time in the manifest, such as `2026-01-31T09:05:00.123Z`: always UTC with milliseconds.
package struct Timestamp: Codable, Hashable {
    /// Milliseconds since 1970.
    package let milliseconds: Int64

    /// From 1970 to 9999.
    private static let range: ClosedRange<Int64> = 0...253_402_300_799_999

    /// Rounds a time to milliseconds; nil if it is before 1970 or after 9999.
    package init?(_ date: Date) {
        let value = (date.timeIntervalSince1970 * 1000).rounded()
        guard value.isFinite, let milliseconds = Int64(exactly: value), Self.range.contains(milliseconds) else {
            return nil
        }
        self.milliseconds = milliseconds
    }

    /// Parses a time; nil unless it is exactly in the form of ``text``.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 24, bytes[19] == UInt8(ascii: "."),
            let fraction = Int64(String(decoding: bytes[20..<23], as: UTF8.self)),
            let seconds = try? Self.style.parse(String(decoding: bytes[..<19], as: UTF8.self) + "Z"),
            let whole = Int64(exactly: seconds.timeIntervalSince1970), Self.range.contains(whole * 1000)
        else { return nil }
        milliseconds = whole * 1000 + fraction
        guard self.text == text else { return nil }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let time = Timestamp(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a valid time")
        }
        self = time
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    package var text: String {
        let seconds = Date(timeIntervalSince1970: Double(milliseconds / 1000)).formatted(Self.style)
        let fraction = String(milliseconds % 1000)
        return seconds.dropLast() + "." + String(repeating: "0", count: 3 - fraction.count) + fraction + "Z"
    }

    private static let style = Date.ISO8601FormatStyle()
}
