// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

/// Where a library takes the time and its ids from, so that tests can have the same on every run.
public struct LibrarySources: Sendable {
    /// The time.
    public var now: @Sendable () -> Date
    /// 64 bits, other ones each time.
    public var randomBits: @Sendable () -> UInt64

    /// Makes sources; without arguments the system's.
    public init(
        now: @escaping @Sendable () -> Date = { Date() },
        randomBits: @escaping @Sendable () -> UInt64 = { UInt64.random(in: 0...(.max)) }
    ) {
        self.now = now
        self.randomBits = randomBits
    }

    /// The time in the library's own unit: milliseconds since 1970.
    func milliseconds() -> Int64 { Int64(milliseconds: now()) }
}

extension Int64 {
    init(milliseconds date: Date) {
        let value = (date.timeIntervalSince1970 * 1000).rounded()
        // Years beyond 9999 are no times at which somebody draws.
        self = Int64(Swift.min(Swift.max(value.isFinite ? value : 0, 0), 253_402_300_799_999))
    }
}

extension Date {
    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
