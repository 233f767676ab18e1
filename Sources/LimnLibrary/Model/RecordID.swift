// SPDX-License-Identifier: GPL-3.0-or-later

/// What names a template or a character for good: 60 random bits, shown as twelve digits and letters.
///
/// Letters that are easily mistaken (i, l, o, u) do not occur, and case does not matter (Crockford's base 32).
public struct RecordID<Record>: Hashable, Comparable, Sendable, LosslessStringConvertible {
    /// The number, from 0 to below 2^60.
    public let value: Int64

    static var bits: Int { 60 }
    private static var digitCount: Int { bits / 5 }

    /// Makes an id from random bits; the lowest 60 count.
    public init(bits: UInt64) { value = Int64(bits & (1 << 60 - 1)) }

    init(stored value: Int64) { self.value = value }

    /// Reads an id as ``description`` writes it; nil where it is none.
    public init?(_ description: String) {
        guard description.utf8.count == Self.digitCount, let range = Self.range(beginning: description) else {
            return nil
        }
        value = range.lowerBound
    }

    /// The ids whose text begins with some digits; nil where no id does.
    static func range(beginning text: String) -> ClosedRange<Int64>? {
        var (low, count): (Int64, Int) = (0, 0)
        for byte in text.utf8 {
            guard count < digitCount, let digit = RecordDigits.value(of: byte) else { return nil }
            low = low << 5 | digit
            count += 1
        }
        guard count > 0 else { return nil }
        let free = Int64(5 * (digitCount - count))
        return (low << free)...(low << free | (1 << free - 1))
    }

    /// Twelve digits and lower-case letters.
    public var description: String {
        String(
            decoding: (0..<Self.digitCount).reversed().map { RecordDigits.all[Int(value >> Int64(5 * $0)) & 31] },
            as: UTF8.self)
    }

    /// Orders ids as their texts are ordered.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// The id of a template.
public typealias TemplateID = RecordID<TemplateRecord>
/// The id of a character.
public typealias CharacterID = RecordID<CharacterRecord>

private enum RecordDigits {
    static let all = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    static func value(of byte: UInt8) -> Int64? {
        let lower = (65...90).contains(byte) ? byte + 32 : byte
        return all.firstIndex(of: lower).map { Int64($0) }
    }
}
