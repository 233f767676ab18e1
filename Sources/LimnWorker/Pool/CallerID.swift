// SPDX-License-Identifier: GPL-3.0-or-later

/// Identifies a caller. A pool schedules callers fairly: one with many requests does not delay the others.
public struct CallerID: Hashable, Sendable {
    private static let last = Monitor<UInt64>(0)
    private let number: UInt64

    /// Makes an id that is unique within this process.
    public init() {
        number = Self.last.withLock { last in
            last += 1
            return last
        }
    }
}
