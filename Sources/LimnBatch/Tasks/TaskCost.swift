// SPDX-License-Identifier: GPL-3.0-or-later

/// The estimated cost of a task. It affects only how tasks are assigned to shards and in which order they are done, never
/// a result; it is not part of the task's id.
public struct TaskCost: Hashable, Sendable, Codable {
    /// The size of the inputs, in bytes; nil if unknown.
    public var bytes: Int?
    /// The number of pages; nil if they were not counted.
    public var pages: Int?
    /// The processor time, in milliseconds; nil if unknown. Tasks are assigned to shards by it.
    public var milliseconds: Int?

    /// Creates an estimate.
    public init(bytes: Int? = nil, pages: Int? = nil, milliseconds: Int? = nil) {
        self.bytes = bytes
        self.pages = pages
        self.milliseconds = milliseconds
    }

    /// The maximum cost, in milliseconds: ten days.
    static let limit = 864_000_000

    /// The cost for assigning tasks to shards, 0…``limit``. Without an estimate, a megabyte counts as 20 ms.
    var weight: Int {
        if let milliseconds { return min(max(0, milliseconds), Self.limit) }
        return min(Self.limit, 1 + max(0, bytes ?? 0) / 50_000)
    }
}
