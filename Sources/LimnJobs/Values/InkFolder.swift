// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry

/// Several files packed into one: the length of the index (8 bytes, little-endian), the index as JSON, and the
/// contents.
package struct InkFolder: Sendable {
    private struct Entry: Codable {
        var name: String
        var count: Int
    }

    /// The files by name.
    package var files: [String: [UInt8]] = [:]

    package init() {}

    /// Decodes the result of ``encoded()``; nil for any other bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 8 else { return nil }
        let length = bytes[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length <= UInt64(bytes.count - 8) else { return nil }
        var place = 8 + Int(length)
        guard let entries = try? BoundedJSON.decode([Entry].self, from: Data(bytes[8..<place])) else { return nil }
        for entry in entries {
            guard entry.count >= 0, entry.count <= bytes.count - place else { return nil }
            files[entry.name] = Array(bytes[place..<place + entry.count])
            place += entry.count
        }
    }

    /// Returns the length, the index and the contents, sorted by name.
    package func encoded() throws -> [UInt8] {
        let sorted = files.sorted { $0.key < $1.key }
        let index = try JSONEncoder().encode(sorted.map { Entry(name: $0.key, count: $0.value.count) })
        var bytes = withUnsafeBytes(of: UInt64(index.count).littleEndian) { Array($0) }
        bytes += index
        for (_, contents) in sorted { bytes += contents }
        return bytes
    }
}
