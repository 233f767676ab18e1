// SPDX-License-Identifier: GPL-3.0-or-later

/// The code lengths of a block with dynamic Huffman codes, stored with run-length and Huffman coding (RFC 1951, 3.2.7).
struct CodeLengths {
    private struct Item {
        var symbol: Int
        var extra: UInt64 = 0
        var extraWidth: UInt64 = 0
    }

    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private let literalCount: Int
    private let distanceCount: Int
    private var items: [Item] = []

    init(_ literals: [UInt8], _ distances: [UInt8]) {
        literalCount = max(257, (literals.lastIndex { $0 > 0 } ?? 0) + 1)
        distanceCount = max(1, (distances.lastIndex { $0 > 0 } ?? 0) + 1)
        let lengths = literals[..<literalCount] + distances[..<distanceCount]
        var at = 0
        while at < lengths.count {
            let value = lengths[at]
            var run = 1
            while at + run < lengths.count, lengths[at + run] == value { run += 1 }
            at += run
            append(value, times: run)
        }
    }

    private mutating func append(_ value: UInt8, times: Int) {
        var left = times
        if value == 0 {
            while left >= 3 {
                let part = min(left, 138)
                items.append(
                    part < 11
                        ? Item(symbol: 17, extra: UInt64(part - 3), extraWidth: 3)
                        : Item(symbol: 18, extra: UInt64(part - 11), extraWidth: 7))
                left -= part
            }
        } else {
            items.append(Item(symbol: Int(value)))
            left -= 1
            while left >= 3 {
                let part = min(left, 6)
                items.append(Item(symbol: 16, extra: UInt64(part - 3), extraWidth: 2))
                left -= part
            }
        }
        for _ in 0..<left { items.append(Item(symbol: Int(value))) }
    }

    /// Writes the code lengths. The space must have been reserved.
    func write(to writer: inout BitWriter) {
        var frequencies = [UInt32](repeating: 0, count: 19)
        for item in items { frequencies[item.symbol] += 1 }
        let code = HuffmanCode(frequencies: frequencies, limit: 7)
        let last = Self.order.lastIndex { code.lengths[$0] > 0 } ?? 3
        let orderCount = max(4, last + 1)
        writer.append(UInt64(literalCount - 257), 5)
        writer.append(UInt64(distanceCount - 1), 5)
        writer.append(UInt64(orderCount - 4), 4)
        for symbol in Self.order.prefix(orderCount) { writer.append(UInt64(code.lengths[symbol]), 3) }
        for item in items {
            writer.append(UInt64(code.codes[item.symbol]), UInt64(code.lengths[item.symbol]))
            writer.append(item.extra, item.extraWidth)
        }
    }
}
