// SPDX-License-Identifier: Apache-2.0

/// What a ZIP archive may contain at most.
public struct ZipLimits: Hashable, Sendable {
    /// The largest number of entries.
    public var maximumEntries: Int
    /// The largest sum of the sizes of all entries, inflated, in bytes.
    public var maximumTotalBytes: Int
    /// The limits for each entry.
    public var entry: InflateLimits

    /// Makes limits.
    public init(maximumEntries: Int, maximumTotalBytes: Int, entry: InflateLimits) {
        self.maximumEntries = maximumEntries
        self.maximumTotalBytes = maximumTotalBytes
        self.entry = entry
    }

    /// 10,000 entries, 1 GiB in all, and ``InflateLimits/standard`` for each entry.
    public static let standard = ZipLimits(
        maximumEntries: 10_000, maximumTotalBytes: 1 << 30, entry: .standard)
}
