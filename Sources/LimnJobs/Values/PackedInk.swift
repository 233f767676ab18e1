// SPDX-License-Identifier: GPL-3.0-or-later

/// The header of a page's native ink in the result of ``ReadPackageJob``.
///
/// It contains the page number and the size of the ink, each as 8 bytes, little-endian.
package struct PackedInk: Hashable, Sendable {
    /// The number of the page, from 1.
    package var page: Int
    /// The size of the ink in bytes.
    package var size: Int

    /// The size of the header in bytes.
    package static let headSize = 16

    package init(page: Int, size: Int) { (self.page, self.size) = (page, size) }

    /// Decodes a header; nil if the bytes are not a header.
    package init?(_ head: [UInt8]) {
        func number(_ bytes: ArraySlice<UInt8>) -> Int? {
            Int(exactly: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
        guard head.count == Self.headSize, let page = number(head[..<8]), let size = number(head[8...]), page >= 1
        else { return nil }
        self.init(page: page, size: size)
    }

    package var head: [UInt8] {
        [page, size].flatMap { number in withUnsafeBytes(of: UInt64(max(0, number)).littleEndian) { Array($0) } }
    }
}
