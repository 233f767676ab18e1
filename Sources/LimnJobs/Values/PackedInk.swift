// SPDX-License-Identifier: GPL-3.0-or-later

/// What stands before the native ink of a page in the result of ``ReadPackageJob``: the number of the page and the size of the
/// ink, as 8 bytes each, little-endian.
package struct PackedInk: Hashable, Sendable {
    /// The number of the page, from 1.
    package var page: Int
    /// The size of the ink in bytes.
    package var size: Int

    /// The size of what stands before the ink, in bytes.
    package static let headSize = 16

    package init(page: Int, size: Int) { (self.page, self.size) = (page, size) }

    /// Reads what ``head`` makes; nil for anything else.
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
