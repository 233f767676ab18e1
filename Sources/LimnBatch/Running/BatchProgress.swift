// SPDX-License-Identifier: GPL-3.0-or-later

/// How far a run is.
public struct BatchProgress: Hashable, Sendable {
    /// The shard.
    public var shard: Shard
    /// How many tasks the shard has.
    public var total = 0
    /// How many have a result, also from earlier runs.
    public var done = 0
    /// How many of these failed.
    public var failed = 0
    /// How many have got a result in this run.
    public var doneNow = 0
    /// The seconds since this run's work began.
    public var seconds = 0.0
    /// The share of the estimated work of this run that is done, 0…1.
    public var fraction = 0.0

    /// Nothing is done yet.
    public init(shard: Shard) { self.shard = shard }

    /// Tasks a second in this run.
    public var rate: Double { seconds > 0 ? Double(doneNow) / seconds : 0 }

    /// The seconds that are left, by the estimates; nil while nothing can be said.
    public var left: Double? {
        if done >= total { return 0 }
        guard fraction > 0.001, doneNow > 0 else { return nil }
        return seconds * (1 - min(1, fraction)) / fraction
    }
}
