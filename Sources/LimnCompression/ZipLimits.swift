// SPDX-License-Identifier: Apache-2.0

/// Limits for ZIP archives.
public struct ZipLimits: Hashable, Sendable {
    /// The maximum number of entries.
    public var maximumEntries: Int
    /// The maximum total uncompressed size of all entries in bytes, according to the directory.
    public var maximumTotalBytes: Int
    /// The limits for each entry.
    public var entry: InflateLimits

    /// Makes limits.
    public init(maximumEntries: Int, maximumTotalBytes: Int, entry: InflateLimits) {
        self.maximumEntries = maximumEntries
        self.maximumTotalBytes = maximumTotalBytes
        self.entry = entry
    }

    /// The default limits: 10,000 entries, 1 GiB in total, and ``InflateLimits/standard`` for each entry.
    public static let standard = ZipLimits(
        maximumEntries: 10_000, maximumTotalBytes: 1 << 30, entry: .standard)
}
