// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// The CRC-32 checksum of gzip, ZIP and PNG (ISO 3309; RFC 1952, section 8).
///
/// It detects accidental changes. Anyone can make two contents with the same checksum, so it proves nothing about who
/// wrote them.
public struct CRC32: Hashable, Sendable {
    /// The checksum of all bytes added so far.
    public private(set) var value: UInt32 = 0

    /// Makes the checksum of zero bytes.
    public init() {}

    /// Adds bytes. Adding content in pieces of any size gives the same checksum as adding it at once.
    public mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { update($0) }
    }

    /// Adds the bytes of a buffer. An empty buffer changes nothing.
    public mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        // zlib resets the checksum if it gets a null pointer.
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
        value = UInt32(truncatingIfNeeded: crc32_z(uLong(value), base, bytes.count))
    }

    /// The checksum of bytes in memory; 0 for an empty array.
    public static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var crc = CRC32()
        crc.update(bytes)
        return crc.value
    }
}
