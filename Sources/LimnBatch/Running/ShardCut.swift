// SPDX-License-Identifier: GPL-3.0-or-later

/// Assigns tasks to shards. Each task, from the largest to the smallest, goes to the shard with the smallest sum so far
/// (R. L. Graham, “Bounds on Multiprocessing Timing Anomalies”, 1969). The same list gives the same result on every
/// machine.
struct ShardCut: Sendable {
    /// The number of shards.
    let shards: Int
    /// The tasks of the chosen shard, in the order in which they are performed.
    let tasks: [Int32]
    /// The number of tasks of each shard.
    let counts: [Int]
    /// The estimated time of each shard, in milliseconds.
    let weights: [Int]

    /// The maximum number of shards of a batch.
    static let limit = 100_000

    /// Assigns the tasks of a list.
    ///
    /// - Parameters:
    ///   - weights: the estimated time of each task, in milliseconds, in the order of the list.
    ///   - chosen: the shard whose tasks are kept, from 1.
    init(_ weights: [UInt32], shards: Int, chosen: Int) {
        self.shards = shards
        // Sorting integers is fast: the upper half is the weight, the lower half the position in the list.
        var order = weights.indices.map { UInt64(UInt32.max - weights[$0]) << 32 | UInt64($0) }
        order.sort()
        var loads = Heap(count: shards)
        var tasks: [Int32] = []
        var counts = [Int](repeating: 0, count: shards)
        var sums = [Int](repeating: 0, count: shards)
        for key in order {
            let index = Int(key & 0xffff_ffff)
            let shard = loads.least
            // A task without a cost counts as 1, so that such tasks are distributed evenly.
            loads.add(max(1, Int(weights[index])))
            counts[shard] += 1
            sums[shard] += Int(weights[index])
            if shard == chosen - 1 { tasks.append(Int32(clamping: index)) }
        }
        (self.tasks, self.counts, self.weights) = (tasks, counts, sums)
    }

    /// A heap of shards, ordered by load and then by number.
    private struct Heap {
        private var loads: [(load: Int, shard: Int)]

        init(count: Int) { loads = (0..<count).map { (0, $0) } }

        var least: Int { loads[0].shard }

        mutating func add(_ weight: Int) {
            loads[0].load += weight
            var at = 0
            while true {
                let (left, right) = (2 * at + 1, 2 * at + 2)
                var smallest = at
                if left < loads.count, loads[left] < loads[smallest] { smallest = left }
                if right < loads.count, loads[right] < loads[smallest] { smallest = right }
                guard smallest != at else { return }
                loads.swapAt(at, smallest)
                at = smallest
            }
        }
    }
}
