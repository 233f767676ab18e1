// SPDX-License-Identifier: GPL-3.0-or-later

extension Encoder {
    /// Encodes an object of these members. What is nil is written as null, where synthesized code leaves the key out.
    ///
    /// - Parameter members: the keys and their values; keys that an earlier call of the same encoder wrote stay.
    /// - Throws: what the encoder or a value throws.
    package func encodeMembers(_ members: KeyValuePairs<String, any Encodable>) throws {
        var container = container(keyedBy: MemberKey.self)
        for (key, value) in members { try container.encode(value, forKey: MemberKey(stringValue: key)) }
    }
}

/// A key that is its name.
private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
