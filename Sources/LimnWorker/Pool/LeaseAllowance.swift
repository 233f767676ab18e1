// SPDX-License-Identifier: GPL-3.0-or-later

/// Resources for the requests of a lease in addition to the pool's limits.
///
/// The kernel's file size limit for a worker is fixed when the worker starts. If a lease needs a higher limit than any
/// idle worker has, the pool replaces one of them.
public struct LeaseAllowance: Hashable, Sendable {
    /// No additional resources.
    public static let none = LeaseAllowance()

    /// The additional maximum file size in MiB, not negative.
    public var fileSize: Int
    /// The additional time for a request in seconds, not negative.
    public var time: Double
    /// A lower maximum time for a request than the pool's limit, in seconds; nil for the pool's limit.
    public var atMost: Double?
    /// The path of a shared library that the worker has loaded; nil if it needs none.
    public var library: String?

    /// Makes an allowance.
    public init(fileSize: Int = 0, time: Double = 0) {
        self.fileSize = max(0, fileSize)
        self.time = max(0, time)
    }

    /// Makes an allowance for reading and rewriting a file of `bytes` bytes, on a disk with 50 MB/s.
    public init(copyOf bytes: Int) {
        self.init(fileSize: bytes >> 20, time: Double(bytes) / 50e6)
    }

    /// The allowance rounded up to powers of two, so that a series of slowly growing files does not replace a worker
    /// for each file.
    var rounded: LeaseAllowance {
        func power(atLeast value: Int) -> Int {
            var power = 1
            while power < min(value, 1 << 40) { power *= 2 }
            return max(power, value)
        }
        var rounded = LeaseAllowance(
            fileSize: fileSize == 0 ? 0 : power(atLeast: fileSize),
            time: time <= WorkerLimits.spareTime
                ? 0 : Double(power(atLeast: Int(exactly: min(time, 1e9).rounded(.up)) ?? .max)))
        rounded.library = library
        return rounded
    }
}

extension WorkerLimits {
    /// The processor time in seconds that a worker may use beyond its `timeout`. The parent ends the worker earlier by
    /// its own clock.
    static let spareTime = 1.0

    /// Returns the limits plus an allowance.
    func adding(_ allowance: LeaseAllowance) -> WorkerLimits {
        var limits = self
        limits.fileSize += allowance.fileSize
        limits.timeout += allowance.time
        if let library = allowance.library { limits.library = library }
        return limits
    }

    /// Whether a worker that was started with these limits also satisfies `others`.
    func covers(_ others: WorkerLimits) -> Bool {
        memory == others.memory && mayBeUnconfined == others.mayBeUnconfined && fileSize >= others.fileSize
            && timeout + Self.spareTime >= others.timeout && (others.library == nil || library == others.library)
    }
}
