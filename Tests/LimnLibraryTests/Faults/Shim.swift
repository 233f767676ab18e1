// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport

/// The effort of the fault tests: with `LIMN_LIBRARY_FAULTS` they try everything, otherwise a sample.
enum Thoroughness {
    static let isFull = ProcessInfo.processInfo.environment["LIMN_LIBRARY_FAULTS"] != nil

    /// A sample of a range in order: one number from each of `count` equal parts.
    static func sample(_ range: ClosedRange<Int>, _ count: Int, seed: UInt64) -> [Int] {
        guard !isFull, count < range.count else { return Array(range) }
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { part in
            let ends = (range.count * part / count, range.count * (part + 1) / count - 1)
            return range.lowerBound + Int.random(in: ends.0...max(ends.0, ends.1), using: &generator)
        }
    }
}
