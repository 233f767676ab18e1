// SPDX-License-Identifier: GPL-3.0-or-later

/// Which tasks a shard does, and in which order: the largest first, each to the shard with the least so far (R. L. Graham,
/// “Bounds on Multiprocessing Timing Anomalies”, 1969). The same list gives the same cut on every machine.
struct ShardCut: Sendable {
    /// How many shards there are.
    let shards: Int
    /// The tasks of the chosen shard, in the order of their work.
    let tasks: [Int32]
    /// How many tasks each shard has.
    let counts: [Int]
    /// The estimated time of each shard in milliseconds.
    let weights: [Int]

    /// The most shards of a batch.
    static let limit = 100_000

    /// Cuts a list.
    ///
    /// - Parameters:
    ///   - weights: the estimated time of each task in milliseconds, in the order of the list.
    ///   - chosen: the shard whose tasks are kept, from 1.
    init(_ weights: [UInt32], shards: Int, chosen: Int) {
        self.shards = shards
        // Sorting whole numbers is fast: the weight above, the place in the list below, both in one.
        var order = weights.indices.map { UInt64(UInt32.max - weights[$0]) << 32 | UInt64($0) }
        order.sort()
        var loads = Heap(count: shards)
        var tasks: [Int32] = []
        var counts = [Int](repeating: 0, count: shards)
        var sums = [Int](repeating: 0, count: shards)
        for key in order {
            let index = Int(key & 0xffff_ffff)
            let shard = loads.least
            // A task without a cost counts a little, so that such tasks spread.
            loads.add(max(1, Int(weights[index])))
            counts[shard] += 1
            sums[shard] += Int(weights[index])
            if shard == chosen - 1 { tasks.append(Int32(clamping: index)) }
        }
        (self.tasks, self.counts, self.weights) = (tasks, counts, sums)
    }

    /// Shards by their load, the least first; of equal ones, the lowest number.
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
