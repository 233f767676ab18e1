// SPDX-License-Identifier: GPL-3.0-or-later

/// Who asks. A pool is fair between callers: one with many requests does not make the others wait.
public struct CallerID: Hashable, Sendable {
    private static let last = Monitor<UInt64>(0)
    private let number: UInt64

    /// Makes an ID that is equal to no other of this process.
    public init() {
        number = Self.last.withLock { last in
            last += 1
            return last
        }
    }
}
