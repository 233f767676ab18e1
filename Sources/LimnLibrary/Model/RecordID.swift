// SPDX-License-Identifier: GPL-3.0-or-later

/// The permanent id of a template or a character: 60 random bits, written as twelve digits and letters.
///
/// The text form is Crockford's Base32, which ignores case and omits the letters i, l, o and u. The type parameter only
/// keeps the ids of templates and characters apart.
public struct RecordID<Record>: Hashable, Comparable, Sendable, LosslessStringConvertible {
    /// The number, at least 0 and below 2^60.
    public let value: Int64

    static var bits: Int { 60 }
    private static var digitCount: Int { bits / 5 }

    /// Creates an id from the lowest 60 bits of a random number. The upper four bits are ignored.
    public init(bits: UInt64) { value = Int64(bits & (1 << 60 - 1)) }

    /// Makes an id from a database. The value is not checked: a damaged database may have any number.
    init(stored value: Int64) { self.value = value }

    /// Parses an id as ``description`` writes it, in upper or lower case; nil for any other text.
    ///
    /// The letters i, l, o and u are refused. Crockford's rule, which reads i and l as 1 and o as 0, does not apply.
    public init?(_ description: String) {
        guard description.utf8.count == Self.digitCount, let range = Self.range(withPrefix: description) else {
            return nil
        }
        value = range.lowerBound
    }

    /// Returns the range of ids whose text form starts with a text; nil if there are none.
    ///
    /// - Parameter text: 1 to 12 digits and letters, in upper or lower case. Any other text gives nil.
    static func range(withPrefix text: String) -> ClosedRange<Int64>? {
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

    /// Compares ids in the order of their text form. Ids are random, so this order says nothing about their age.
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
