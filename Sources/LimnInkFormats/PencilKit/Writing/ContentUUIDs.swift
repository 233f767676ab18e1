// SPDX-License-Identifier: Apache-2.0

/// Derives UUIDs from content, so that equal ink gives equal bytes.
///
/// Two 64-bit FNV-1a hashes (Fowler, Noll, Vo) with different initial values are followed by the finalizer of
/// SplitMix64. This is not a cryptographic hash.
struct ContentUUIDs {
    private var lanes: (UInt64, UInt64) = (0xcbf2_9ce4_8422_2325, 0x8422_2325_cbf2_9ce4)

    /// Adds content to the hash.
    mutating func add(_ bytes: [UInt8]) {
        for byte in bytes {
            lanes.0 = (lanes.0 ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
            lanes.1 = (lanes.1 ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
    }

    /// Returns the UUID of an object in the content: version 8, for custom UUIDs (RFC 9562).
    func uuid(_ what: String, _ number: Int = 0) -> [UInt8] {
        var copy = self
        copy.add(Array("\(what) \(number)".utf8))
        var bytes: [UInt8] = []
        bytes.appendLittleEndian(Self.mixed(copy.lanes.0))
        bytes.appendLittleEndian(Self.mixed(copy.lanes.1))
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
