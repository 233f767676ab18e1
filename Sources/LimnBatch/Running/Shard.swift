// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of a batch: `2/4` is the second of four.
///
/// Tasks are assigned to shards by their estimated costs, largest first, so that all shards take about the same time.
/// The same list and number of shards always give the same parts, so that several machines need no coordinator.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
    /// The number of the shard, from 1.
    public let number: Int
    /// The number of shards.
    public let count: Int

    /// The whole batch.
    public static let whole = Shard(number: 1, count: 1)

    private init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

    /// Parses `I/N`; nil unless 1 ≤ I ≤ N ≤ 100,000.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }),
            let number = Int(parts[0]), let count = Int(parts[1]), number >= 1, number <= count,
            count <= ShardCut.limit
        else { return nil }
        (self.number, self.count) = (number, count)
    }

    /// The shard as `I/N`.
    public var description: String { "\(number)/\(count)" }
    /// The shard as `I-of-N`, for file names.
    var name: String { "\(number)-of-\(count)" }
}
