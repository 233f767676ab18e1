// SPDX-License-Identifier: GPL-3.0-or-later

/// Limits for data files. They keep a small file from exhausting memory.
public struct FormDataLimits: Hashable, Sendable {
    /// The maximum file size in bytes.
    public var bytes: Int
    /// The maximum size of one value in UTF-8 bytes.
    public var valueBytes: Int
    /// The maximum length of a full field name in UTF-8 bytes.
    public var nameBytes: Int
    /// The maximum number of rows.
    public var rows: Int
    /// The maximum number of values, including lists and objects.
    public var values: Int
    /// The maximum nesting depth of lists, objects, fields or elements.
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

    /// The default limits: 64 MiB per file, 1 MiB per value, 4 KiB per name, 100,000 rows, 1,000,000 values, 64 levels.
    public static let standard = FormDataLimits()
}
