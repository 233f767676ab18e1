// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// The CRC-32 checksum of gzip, ZIP and PNG (ISO 3309; RFC 1952, section 8).
///
/// The checksum detects accidental changes. It does not protect against tampering, because anyone can make different
/// contents with the same checksum.
public struct CRC32: Hashable, Sendable {
    /// The checksum of all bytes added so far.
    public private(set) var value: UInt32 = 0

    /// Makes the checksum of zero bytes.
    public init() {}

    /// Adds bytes. The size of the pieces in which content is added does not affect the checksum.
    public mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { update($0) }
    }

    /// Adds the bytes of a buffer. An empty buffer changes nothing.
    public mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        // A null pointer would make zlib reset the checksum.
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
        value = UInt32(truncatingIfNeeded: crc32_z(uLong(value), base, bytes.count))
    }

    /// Returns the checksum of bytes in memory; 0 for an empty array.
    public static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var crc = CRC32()
        crc.update(bytes)
        return crc.value
    }
}
