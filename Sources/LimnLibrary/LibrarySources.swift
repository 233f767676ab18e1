// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
internal import LimnGeometry

/// The clock and the random number generator of a library. Tests replace them to get reproducible times and ids.
///
/// A library calls both closures from any thread.
public struct LibrarySources: Sendable {
    /// Returns the current time. Libraries round it to milliseconds and limit it to the years 1970 to 9999.
    public var now: @Sendable () -> Date
    /// Returns 64 random bits. The lowest 60 become a ``RecordID``.
    ///
    /// A ``Library`` asks again while an id is in use, so a generator must not return the same bits forever. A
    /// ``MemoryLibrary`` does not ask again: there, a repeated id replaces the older record.
    public var randomBits: @Sendable () -> UInt64

    /// Creates sources. The default values use the system's clock and random number generator.
    public init(
        now: @escaping @Sendable () -> Date = { Date() },
        randomBits: @escaping @Sendable () -> UInt64 = { UInt64.random(in: 0...(.max)) }
    ) {
        self.now = now
        self.randomBits = randomBits
    }

    /// The current time in milliseconds since 1970.
    func milliseconds() -> Int64 { Int64(milliseconds: now()) }
}

extension Int64 {
    /// Makes the stored form of a time: milliseconds since 1970, rounded. An infinite time, or one that is not a
    /// number, becomes 0.
    init(milliseconds date: Date) {
        let value = (date.timeIntervalSince1970 * 1000).rounded()
        // Clamp to the years 1970…9999, which the package format can also hold.
        self = Int64(clamping: Swift.min(Swift.max(value.isFinite ? value : 0, 0), 253_402_300_799_999))
    }
}

extension Date {
    /// Makes a date from a stored time. Times outside the range that libraries write are clamped.
    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(Swift.min(Swift.max(milliseconds, 0), 253_402_300_799_999)) / 1000)
    }
}
