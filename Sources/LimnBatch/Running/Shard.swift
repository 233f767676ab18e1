// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of a batch: `2/4` is the second of four.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
    /// The number, from 1.
    public let number: Int
    /// How many there are.
    public let count: Int

    /// The whole batch.
    public static let whole = Shard(number: 1, count: 1)

    private init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

    /// Reads `I/N`; nil unless 1 ≤ I ≤ N ≤ 100,000.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }),
            let number = Int(parts[0]), let count = Int(parts[1]), number >= 1, number <= count,
            count <= ShardCut.limit
        else { return nil }
        (self.number, self.count) = (number, count)
    }

    /// `I/N`.
    public var description: String { "\(number)/\(count)" }
    /// `I-of-N`, as in the names of files.
    var name: String { "\(number)-of-\(count)" }
}
