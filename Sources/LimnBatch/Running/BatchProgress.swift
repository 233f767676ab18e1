// SPDX-License-Identifier: GPL-3.0-or-later

/// The progress of a run. Times are of this run alone; counts of results include earlier runs of the same shard.
public struct BatchProgress: Hashable, Sendable {
    /// The shard.
    public var shard: Shard
    /// The number of tasks of the shard.
    public var total = 0
    /// The number of tasks with a result, including earlier runs.
    public var done = 0
    /// The number of these that failed.
    public var failed = 0
    /// The number of tasks that got a result in this run.
    public var doneNow = 0
    /// The time since this run began to work, in seconds.
    public var seconds = 0.0
    /// The fraction of this run's estimated work that is done, 0…1.
    public var fraction = 0.0

    /// Creates the progress of a run that has done nothing yet.
    public init(shard: Shard) { self.shard = shard }

    /// The number of tasks per second in this run.
    public var rate: Double { seconds > 0 ? Double(doneNow) / seconds : 0 }

    /// The estimated remaining time, in seconds; nil if there is no estimate yet.
    public var left: Double? {
        if done >= total { return 0 }
        guard fraction > 0.001, doneNow > 0 else { return nil }
        return seconds * (1 - min(1, fraction)) / fraction
    }
}
