// SPDX-License-Identifier: Apache-2.0

/// How much data may grow when they are inflated. The limits hold back "bombs": deflate can pack 1,032 bytes
/// into one.
public struct InflateLimits: Hashable, Sendable {
    /// The largest output in bytes.
    public var maximumBytes: Int
    /// The largest number of output bytes for every input byte, counted beyond ``freeBytes``.
    public var maximumRatio: Int
    /// An output up to this size in bytes is allowed at any ratio.
    public var exemptBytes: Int

    /// Makes limits; negative numbers count as 0.
    public init(maximumBytes: Int, maximumRatio: Int = 200, exemptBytes: Int = 16 << 20) {
        self.maximumBytes = max(0, maximumBytes)
        self.maximumRatio = max(0, maximumRatio)
        self.freeBytes = max(0, freeBytes)
    }

    /// 512 MiB, and beyond 16 MiB at most 200 times the input.
    public static let standard = InflateLimits(maximumBytes: 512 << 20)

    /// The largest output in bytes that is allowed for an input of `count` bytes.
    public func allowance(forInput count: Int) -> Int {
        let (product, overflow) = count.multipliedReportingOverflow(by: maximumRatio)
        return min(maximumBytes, max(freeBytes, overflow ? .max : product))
    }
}
