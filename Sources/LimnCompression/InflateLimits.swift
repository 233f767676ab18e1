// SPDX-License-Identifier: Apache-2.0

/// Limits for the size of decompressed data. They protect against decompression bombs, because deflate can expand one
/// byte to 1,032.
public struct InflateLimits: Hashable, Sendable {
    /// The maximum output, in bytes.
    public var maximumBytes: Int
    /// The maximum ratio of output to input, for outputs larger than ``exemptBytes``.
    public var maximumRatio: Int
    /// Outputs up to this size, in bytes, are exempt from the ratio.
    public var exemptBytes: Int

    /// Makes limits. Negative numbers count as 0; ``allowance(forInput:)`` tells how the three work together.
    public init(maximumBytes: Int, maximumRatio: Int = 200, exemptBytes: Int = 16 << 20) {
        self.maximumBytes = max(0, maximumBytes)
        self.maximumRatio = max(0, maximumRatio)
        self.exemptBytes = max(0, exemptBytes)
    }

    /// At most 512 MiB and, above 16 MiB, at most 200 times the input.
    public static let standard = InflateLimits(maximumBytes: 512 << 20)

    /// The maximum output, in bytes, for a compressed input of `count` bytes: ``maximumRatio`` times the input, or
    /// ``exemptBytes`` if that is more, and at most ``maximumBytes``.
    public func allowance(forInput count: Int) -> Int {
        let (product, overflow) = count.multipliedReportingOverflow(by: maximumRatio)
        return min(maximumBytes, max(exemptBytes, overflow ? .max : product))
    }
}
