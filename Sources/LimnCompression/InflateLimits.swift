// SPDX-License-Identifier: Apache-2.0

/// Limits for the size of decompressed data. They protect against decompression bombs: deflate can expand data by a
/// factor of 1,032.
public struct InflateLimits: Hashable, Sendable {
    /// The maximum output, in bytes.
    public var maximumBytes: Int
    /// The maximum ratio of output to input, for outputs larger than ``exemptBytes``.
    public var maximumRatio: Int
    /// The maximum size, in bytes, of outputs that are exempt from the ratio.
    public var exemptBytes: Int

    /// Makes limits. Negative numbers become 0. ``allowance(forInput:)`` combines all three.
    public init(maximumBytes: Int, maximumRatio: Int = 200, exemptBytes: Int = 16 << 20) {
        self.maximumBytes = max(0, maximumBytes)
        self.maximumRatio = max(0, maximumRatio)
        self.exemptBytes = max(0, exemptBytes)
    }

    /// The default limits: at most 512 MiB and, above 16 MiB, at most 200 times the input.
    public static let standard = InflateLimits(maximumBytes: 512 << 20)

    /// Returns the maximum output, in bytes, for a compressed input of `count` bytes.
    ///
    /// This is the larger of ``maximumRatio`` times the input and ``exemptBytes``, but at most ``maximumBytes``.
    public func allowance(forInput count: Int) -> Int {
        let (product, overflow) = count.multipliedReportingOverflow(by: maximumRatio)
        return min(maximumBytes, max(exemptBytes, overflow ? .max : product))
    }
}
