// SPDX-License-Identifier: GPL-3.0-or-later

extension Encoder {
    /// Encodes an object with these members. Nil is written as null; synthesized code would omit the key.
    ///
    /// - Parameter members: The keys and their values. Keys from an earlier call with the same encoder are kept.
    /// - Throws: Errors of the encoder or of a value.
    package func encodeMembers(_ members: KeyValuePairs<String, any Encodable>) throws {
        var container = container(keyedBy: MemberKey.self)
        for (key, value) in members { try container.encode(value, forKey: MemberKey(stringValue: key)) }
    }
}

/// A coding key with any name.
private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
