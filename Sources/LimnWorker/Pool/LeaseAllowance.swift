// SPDX-License-Identifier: GPL-3.0-or-later

/// What the requests of one lease may use beyond the limits of the pool.
///
/// The kernel keeps a worker's limit on file sizes from its start on. So a lease that needs more than any idle worker may
/// use has one of them replaced.
public struct LeaseAllowance: Hashable, Sendable {
    /// Nothing more than the pool's limits.
    public static let none = LeaseAllowance()

    /// How much larger a file may be, in MiB; not negative.
    public var fileSize: Int
    /// How much longer a request may take, in seconds; not negative.
    public var time: Double
    /// The longest time for a request, in seconds, where it is shorter than the pool's limit; nil for that limit.
    public var atMost: Double?

    /// Makes an allowance.
    public init(fileSize: Int = 0, time: Double = 0) {
        self.fileSize = max(0, fileSize)
        self.time = max(0, time)
    }

    /// Room and time to read a file of some bytes and to write it out again, on a disk that does 50 MB a second.
    public init(copyOf bytes: Int) {
        self.init(fileSize: bytes >> 20, time: Double(bytes) / 50e6)
    }

    /// The same or up to twice as much, so that a series of slowly growing files does not replace a worker for each.
    var rounded: LeaseAllowance {
        func power(atLeast value: Int) -> Int {
            var power = 1
            while power < min(value, 1 << 40) { power *= 2 }
            return max(power, value)
        }
        return LeaseAllowance(
            fileSize: fileSize == 0 ? 0 : power(atLeast: fileSize),
            time: time <= WorkerLimits.spareTime
                ? 0 : Double(power(atLeast: Int(exactly: min(time, 1e9).rounded(.up)) ?? .max)))
    }
}

extension WorkerLimits {
    /// A worker may compute so many seconds longer than its `timeout`, as the parent's clock ends it before.
    static let spareTime = 1.0

    /// The limits with an allowance added.
    func adding(_ allowance: LeaseAllowance) -> WorkerLimits {
        var limits = self
        limits.fileSize += allowance.fileSize
        limits.timeout += allowance.time
        return limits
    }

    /// Whether a worker that was started with these limits can keep what others allow.
    func covers(_ others: WorkerLimits) -> Bool {
        memory == others.memory && mayBeUnconfined == others.mayBeUnconfined && fileSize >= others.fileSize
            && timeout + Self.spareTime >= others.timeout
    }
}
