// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TestSupport

@testable import LimnInkFormats

@Suite struct NumberListTests {
    @Test func `Numbers in any form are read as the nearest double`() {
        #expect(
            NumberList.values(of: " 1 -2.5\n+3\t.5 5. 0 -0 1e3 2.5E-2 ") == [1, -2.5, 3, 0.5, 5, 0, 0, 1000, 0.025])
        #expect(
            NumberList.values(of: "0.1 0.30000000000000004 9007199254740993 123456789012345678901234567890")
                == [0.1, 0.30000000000000004, 9_007_199_254_740_992, 0x1.8ee90ff6c373ep+96])
        #expect(
            NumberList.values(of: "4.9e-324 1.7976931348623157e308") == [
                .leastNonzeroMagnitude, .greatestFiniteMagnitude,
            ])
        #expect(NumberList.values(of: "1e999") == [.infinity])
        #expect(NumberList.values(of: "  \n ").isEmpty)
    }

    @Test func `Words that are not decimal numbers are NaN and do not affect their neighbors`() {
        for word in ["x", "1x", "0x10", "nan", "inf", "--1", "1.2.3", ".", "-", "1e", "1,5", "é", "1-2", "+-1"] {
            let values = NumberList.values(of: "7 \(word) 8")
            #expect(values.count == 3 && values[0] == 7 && values[1].isNaN && values[2] == 8, "\(word)")
        }
    }

    @Test func `Ten thousand random numbers round-trip exactly`() {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<10_000 {
            let pattern = UInt64.random(in: 0...UInt64.max, using: &generator)
            let value = Double(bitPattern: pattern)
            if value.isFinite { #expect(NumberList.single("\(value)") == value) }
            let coordinate = (Double.random(in: -2000...2000, using: &generator) * 1e5).rounded() / 1e5
            #expect(NumberList.single("\(coordinate)") == coordinate)
            let short = String(format: "%.8g", coordinate)
            #expect(NumberList.single(short) == Double(short))
        }
    }

    @Test func `single accepts exactly one finite number`() {
        #expect(NumberList.single("12") == 12)
        #expect(["", "1 2", "x", "1e999"].allSatisfy { NumberList.single($0) == nil })
    }
}
