// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// Values as lines of JSON, with sorted keys, so that equal values give equal bytes.
enum JSONLine {
    /// A line with its end.
    static func encode(_ value: some Encodable) throws -> [UInt8] { try compact(value) + [10] }

    /// The value on one line, without an end.
    static func compact(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    /// Reads a line.
    static func decode<Value: Decodable>(_ type: Value.Type, _ line: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(line))
    }
}
