// SPDX-License-Identifier: GPL-3.0-or-later

/// Limits for data files, so that a small file cannot fill the memory.
public struct FormDataLimits: Hashable, Sendable {
    /// The most bytes of a file.
    public var bytes: Int
    /// The most bytes of one value, as UTF-8.
    public var valueBytes: Int
    /// The most bytes of a field's full name, as UTF-8.
    public var nameBytes: Int
    /// The most rows.
    public var rows: Int
    /// The most values, and lists and objects of them.
    public var values: Int
    /// How deep lists, objects, fields or elements may stand inside one another.
    public var depth: Int

    /// Makes limits.
    public init(
        bytes: Int = 64 << 20, valueBytes: Int = 1 << 20, nameBytes: Int = 4096, rows: Int = 100_000,
        values: Int = 1_000_000, depth: Int = 64
    ) {
        self.bytes = bytes
        self.valueBytes = valueBytes
        self.nameBytes = nameBytes
        self.rows = rows
        self.values = values
        self.depth = depth
    }

    /// 64 MiB, 1 MiB a value, 4 KiB a name, 100,000 rows, 1,000,000 values, 64 levels.
    public static let standard = FormDataLimits()
}
