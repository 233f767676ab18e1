// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Derives UUIDs from content, so that equal ink gives equal bytes.
///
/// Two 64-bit FNV-1a hashes with different initial values are followed by the finalizer of
/// SplitMix64. This is not a cryptographic hash.
struct ContentUUIDs {
    private var lanes: (FNVHash, FNVHash) = (FNVHash(), FNVHash(start: 0x8422_2325_cbf2_9ce4))

    /// Adds content to the hash.
    mutating func add(_ bytes: [UInt8]) {
        lanes.0.add(bytes)
        lanes.1.add(bytes)
    }

    /// Returns the UUID of an object in the content: version 8, for custom UUIDs (RFC 9562).
    func uuid(_ what: String, _ number: Int = 0) -> [UInt8] {
        var copy = self
        copy.add(Array("\(what) \(number)".utf8))
        var bytes: [UInt8] = []
        bytes.appendLittleEndian(Self.mixed(copy.lanes.0.value))
        bytes.appendLittleEndian(Self.mixed(copy.lanes.1.value))
        bytes[6] = bytes[6] & 0x0f | 0x80
        bytes[8] = bytes[8] & 0x3f | 0x80
        return bytes
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
