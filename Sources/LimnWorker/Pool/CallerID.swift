// SPDX-License-Identifier: GPL-3.0-or-later

/// Identifies a caller. A pool schedules callers fairly: one with many requests does not delay the others.
public struct CallerID: Hashable, Sendable {
    private static let last = Monitor<UInt64>(0)
    private let number: UInt64
    /// The group of callers that share a limit; nil for a caller with none.
    package let group: CallerGroup?

    /// Makes an id that is unique within this process.
    public init() { self.init(in: nil) }

    /// Makes an id that is unique within this process.
    ///
    /// - Parameter group: The callers that share a limit with this one; nil for none.
    public init(in group: CallerGroup?) {
        number = Self.next()
        self.group = group
    }

    fileprivate static func next() -> UInt64 {
        last.withLock { last in
            last += 1
            return last
        }
    }
}

/// Callers that together hold a limited number of leases, such as all requests of one user of a server. However many
/// requests they make, and however long each takes, the other workers of a pool stay free for others.
public struct CallerGroup: Hashable, Sendable {
    private let number: UInt64
    /// The maximum number of leases at the same time, at least 1.
    public let limit: Int

    /// Makes a group without callers.
    public init(limit: Int) {
        number = CallerID.next()
        self.limit = max(1, limit)
    }
}
