// SPDX-License-Identifier: Apache-2.0

/// The text of a stroke as it arrives in pieces; numbers may be cut between two of them.
struct CoordinateText {
    private var utf8: [UInt8] = []

    /// Starts anew and keeps the memory.
    mutating func removeAll() { utf8.removeAll(keepingCapacity: true) }

    mutating func append(_ piece: UnsafeBufferPointer<UInt8>) { utf8.append(contentsOf: piece) }

    /// All numbers; see ``NumberList/parse(_:into:)``.
    func finish() -> [Double] {
        utf8.withUnsafeBufferPointer { text in
            var values: [Double] = []
            values.reserveCapacity(text.count / 8)
            NumberList.parse(text, into: &values)
            return values
        }
    }
}
