// SPDX-License-Identifier: GPL-3.0-or-later

/// Resources for the requests of a lease in addition to the pool's limits.
///
/// The kernel's limit for a worker's file size is fixed at its start. If a lease needs a higher limit than any idle
/// worker has, the pool replaces one of them.
public struct LeaseAllowance: Hashable, Sendable {
    /// No additional resources.
    public static let none = LeaseAllowance()

    /// The additional size of a file in MiB, not negative.
    public var fileSize: Int
    /// The additional time for a request in seconds, not negative.
    public var time: Double
    /// The maximum time for a request in seconds if it is lower than the pool's limit; nil for the pool's limit.
    public var atMost: Double?

    /// Makes an allowance.
    public init(fileSize: Int = 0, time: Double = 0) {
        self.fileSize = max(0, fileSize)
        self.time = max(0, time)
    }

    /// Makes an allowance for reading a file of some bytes and writing it again, on a disk with 50 MB a second.
    public init(copyOf bytes: Int) {
        self.init(fileSize: bytes >> 20, time: Double(bytes) / 50e6)
    }

    /// The allowance rounded up, to at most twice as much. So a series of slowly growing files does not replace a
    /// worker for each file.
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
    /// The seconds of processor time that a worker may use beyond its `timeout`. The parent's clock ends it before.
    static let spareTime = 1.0

    /// The limits plus an allowance.
    func adding(_ allowance: LeaseAllowance) -> WorkerLimits {
        var limits = self
        limits.fileSize += allowance.fileSize
        limits.timeout += allowance.time
        return limits
    }

    /// Whether a worker that was started with these limits can be used for other limits.
    func covers(_ others: WorkerLimits) -> Bool {
        memory == others.memory && mayBeUnconfined == others.mayBeUnconfined && fileSize >= others.fileSize
            && timeout + Self.spareTime >= others.timeout
    }
}
