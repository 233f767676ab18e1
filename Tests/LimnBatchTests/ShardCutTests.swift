// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

@testable import LimnBatch

@Suite struct ShardCutTests {
    @Test func `The largest tasks go first, each to the shard with the least so far`() {
        let weights: [UInt32] = [4, 7, 3, 5, 3]
        let first = ShardCut(weights, shards: 2, chosen: 1)
        let second = ShardCut(weights, shards: 2, chosen: 2)
        #expect(first.tasks == [1, 2])
        #expect(second.tasks == [3, 0, 4])
        #expect(first.counts == [2, 3])
        #expect(first.weights == [10, 12])
        #expect(second.counts == first.counts)
    }

    @Test func `Every task is in one shard, and no shard has more than the mean and one task`() {
        var generator = SeededGenerator(seed: 18)
        // A fat tail: most tasks are small, a few are large.
        let weights = (0..<5000).map { _ in
            UInt32(1 / Double.random(in: 0.0001...1, using: &generator))
        }
        let shards = (1...7).map { ShardCut(weights, shards: 7, chosen: $0) }
        #expect(shards.flatMap(\.tasks).sorted() == (0..<5000).map { Int32($0) })
        let sum = weights.map { Int($0) }.reduce(0, +)
        // R. L. Graham's bound for every order; tasks of no weight count as 1.
        for load in shards[0].weights { #expect(load <= sum / 7 + Int(weights.max() ?? 0) + 1) }
        for shard in shards {
            let order = shard.tasks.map { weights[Int($0)] }
            #expect(order == order.sorted(by: >))
        }
    }

    @Test func `Tasks without costs spread evenly`() {
        let cut = ShardCut([UInt32](repeating: 0, count: 10), shards: 4, chosen: 1)
        #expect(cut.counts == [3, 3, 2, 2])
        #expect(cut.tasks == [0, 4, 8])
    }

    @Test(arguments: [
        "0/4", "5/4", "1/0", "1", "1/2/3", "-1/4", "+1/4", "a/b", "1/100001", "", "/", "1/99999999999999999999",
    ])
    func `What is no part of a batch is refused`(text: String) { #expect(Shard(text) == nil) }
}
