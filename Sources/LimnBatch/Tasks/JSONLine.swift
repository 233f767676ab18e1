// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry

/// Encodes values as lines of JSON. Keys are sorted, so equal values give equal bytes.
enum JSONLine {
    /// Returns the value on one line, including its end.
    static func encode(_ value: some Encodable) throws -> [UInt8] { try compact(value) + [10] }

    /// Returns the value on one line, without its end.
    static func compact(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    /// Decodes a line.
    static func decode<Value: Decodable>(_ type: Value.Type, _ line: [UInt8]) throws -> Value {
        try BoundedJSON.decode(type, from: Data(line))
    }
}
