// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import Testing

struct BoundedIntegerTests {
    @Test(arguments: [
        (0.0, 0), (1.9, 1), (-1.9, -1), (1e20, Int.max), (-1e20, .min), (1e300, .max), (.infinity, .max),
        (-.infinity, .min), (.nan, 0), (9_223_372_036_854_775_807, .max),
        (9_007_199_254_740_993, 9_007_199_254_740_992),
        (-0.5, 0), (.leastNonzeroMagnitude, 0),
    ])
    func `A number becomes its integer part, or the nearest integer that there is`(_ value: Double, _ expected: Int) {
        #expect(Int(clamping: value) == expected)
    }

    @Test func `Narrow and unsigned integers have their own bounds`() {
        #expect(UInt8(clamping: 255.9) == 255)
        #expect(UInt8(clamping: 256.0) == 255)
        #expect(UInt8(clamping: -1.0) == 0)
        #expect(Int32(clamping: 1e10) == .max)
        #expect(UInt64(clamping: 1e30) == .max)
    }
}
