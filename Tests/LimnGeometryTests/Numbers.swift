// SPDX-License-Identifier: Apache-2.0

import TestSupport

extension SeededGenerator {
    /// A number with an even distribution.
    mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

    /// A whole number as a double, so that sums and products of some of them are exact.
    mutating func whole(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &self)) }
}
