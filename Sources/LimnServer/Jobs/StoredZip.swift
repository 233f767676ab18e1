// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompression
internal import LimnFiles
internal import SystemPackage

/// Writes files without compression into a ZIP archive (PKWARE APPNOTE 6.3). All files have the same date, so equal
/// files give equal archives.
struct StoredZip {
    private let descriptor: FileDescriptor
    private var offset = 0
    private var directory: [UInt8] = []
    private var count = 0

    /// The largest size of an archive with 32-bit offsets, in bytes.
    private static let byteLimit = Int(UInt32.max)
    /// The maximum number of files.
    static let fileLimit = 65_534

    /// Creates an archive without files.
    ///
    /// - Parameter descriptor: a descriptor of an empty file. The caller must close it.
    init(into descriptor: FileDescriptor) { self.descriptor = descriptor }

    /// Adds a file.
    ///
    /// - Parameter name: the name in the archive, in ASCII.
    /// - Throws: ``Problem`` with status 422 if the archive would be too large; `Errno` if writing fails.
    mutating func add(_ bytes: [UInt8], named name: String) throws {
        guard count < Self.fileLimit, offset + bytes.count + directory.count < Self.byteLimit - (1 << 20) else {
            throw Problem.refused("The pictures do not fit in one archive of 4 GiB; ask for fewer pages.")
        }
        let crc = CRC32.checksum(bytes)
        let start = offset
        // Version 2.0, no flags, method “stored”, 1 January 1980.
        var head = Self.number(20, 2) + Self.number(0, 2) + Self.number(0, 2) + Self.number(0, 2) + Self.number(0x21, 2)
        head += Self.number(Int(crc), 4) + Self.number(bytes.count, 4) + Self.number(bytes.count, 4)
        head += Self.number(name.utf8.count, 2) + Self.number(0, 2)
        try write(Self.number(0x0403_4b50, 4) + head + Array(name.utf8))
        try write(bytes)
        directory += Self.number(0x0201_4b50, 4) + Self.number(20, 2) + head
        directory += [UInt8](repeating: 0, count: 10) + Self.number(start, 4) + Array(name.utf8)
        count += 1
    }

    /// Writes the central directory after the files.
    mutating func finish() throws {
        let start = offset
        try write(directory)
        var end = Self.number(0x0605_4b50, 4) + Self.number(0, 4) + Self.number(count, 2) + Self.number(count, 2)
        end += Self.number(directory.count, 4) + Self.number(start, 4) + Self.number(0, 2)
        try write(end)
    }

    private mutating func write(_ bytes: [UInt8]) throws {
        _ = try descriptor.writeAll(bytes)
        offset += bytes.count
    }

    /// Returns the `count` lowest bytes of a number in little-endian order.
    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
