// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// The CRC-32 checksum of gzip, ZIP and PNG (ISO 3309).
public struct CRC32: Hashable, Sendable {
    /// The checksum of all bytes added so far.
    public private(set) var value: UInt32 = 0

    /// Makes the checksum of zero bytes.
    public init() {}

    /// Adds bytes.
    public mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { update($0) }
    }

    /// Adds bytes.
    public mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        // zlib resets the checksum if it gets a null pointer.
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
        value = UInt32(truncatingIfNeeded: crc32_z(uLong(value), base, bytes.count))
    }

    /// The checksum of some bytes.
    public static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var crc = CRC32()
        crc.update(bytes)
        return crc.value
    }
}
