// SPDX-License-Identifier: Apache-2.0

/// Collects the parts of a stroke's text. A number may be split between two parts.
struct CoordinateText {
    private var utf8: [UInt8] = []

    /// Removes all text, but keeps the memory for reuse.
    mutating func removeAll() { utf8.removeAll(keepingCapacity: true) }

    mutating func append(_ piece: UnsafeBufferPointer<UInt8>) { utf8.append(contentsOf: piece) }

    /// Parses all numbers as ``NumberList/parse(_:into:)`` does.
    func finish() -> [Double] {
        utf8.withUnsafeBufferPointer { text in
            var values: [Double] = []
            values.reserveCapacity(text.count / 8)
            NumberList.parse(text, into: &values)
            return values
        }
    }
}
