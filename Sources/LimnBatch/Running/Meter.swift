// SPDX-License-Identifier: GPL-3.0-or-later

/// Measures the progress of a run.
final class Meter: Sendable {
    private let shard: Shard
    private let total: Int
    private let doneBefore: Int
    private let start = ContinuousClock.now
    /// The fraction of the estimated work after each 1/1000 of the tasks, in the order in which they are performed. The
    /// largest tasks come first, so an estimate by the number of tasks would be too high.
    private let shares: [Double]

    init(shard: Shard, total: Int, log: ResultLog, list: TaskList, missing: [Int32]) {
        (self.shard, self.total, doneBefore) = (shard, total, log.done.count)
        let weights = missing.map { Double(max(1, list.entries[Int($0)].weight)) }
        let sum = weights.reduce(0, +)
        var shares: [Double] = []
        var soFar = 0.0
        var position = 0
        for step in 0...1000 {
            let end = weights.count * step / 1000
            while position < end {
                soFar += weights[position]
                position += 1
            }
            shares.append(sum > 0 ? soFar / sum : 1)
        }
        self.shares = shares
    }

    func progress(done: Int, failed: Int) -> BatchProgress {
        var progress = BatchProgress(shard: shard)
        (progress.total, progress.done, progress.failed) = (total, done, failed)
        progress.doneNow = done - doneBefore
        let elapsed = ContinuousClock.now - start
        progress.seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
        let missing = max(1, total - doneBefore)
        progress.fraction = shares[min(1000, max(0, progress.doneNow * 1000 / missing))]
        return progress
    }
}
