// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles

/// A code or a token: 130 random bits in Crockford's base 32, 26 digits and letters.
///
/// There are too many of them to be guessed, so a plain hash is enough to store them.
public enum AccessSecret {
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// The length of a secret.
    public static let length = 26

    /// Makes a secret.
    public static func make() -> String {
        var random = SystemRandomNumberGenerator()
        return String(decoding: (0..<length).map { _ in digits[Int(random.next() & 31 as UInt64)] }, as: UTF8.self)
    }

    /// The SHA-256 of a secret, as 64 hexadecimal digits; nil if the text is not a well-formed secret.
    public static func hash(_ secret: String) -> String? {
        let bytes = Array(secret.utf8)
        guard bytes.count == length, bytes.allSatisfy(digits.contains) else { return nil }
        return ContentHash(bytes).description
    }
}
