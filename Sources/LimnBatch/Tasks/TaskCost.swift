// SPDX-License-Identifier: GPL-3.0-or-later

/// What a task is expected to take.
public struct TaskCost: Hashable, Sendable, Codable {
    /// The size of the inputs in bytes; nil if it is not known.
    public var bytes: Int?
    /// The number of pages; nil if they were not counted.
    public var pages: Int?
    /// The time of one processor, in milliseconds. Shards are cut by it.
    public var milliseconds: Int?

    /// Makes an estimate.
    public init(bytes: Int? = nil, pages: Int? = nil, milliseconds: Int? = nil) {
        self.bytes = bytes
        self.pages = pages
        self.milliseconds = milliseconds
    }

    /// The largest cost that counts, in milliseconds: ten days.
    static let limit = 864_000_000

    /// What shards are cut by: 0…``limit``. Without an estimate, a megabyte counts like 20 ms.
    var weight: Int {
        if let milliseconds { return min(max(0, milliseconds), Self.limit) }
        return min(Self.limit, 1 + max(0, bytes ?? 0) / 50_000)
    }
}
