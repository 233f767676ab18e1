// SPDX-License-Identifier: Apache-2.0

import Foundation
import LimnGeometry
import Testing

@Suite struct BoundedJSONTests {
    private func refusal(_ text: String, _ limits: BoundedJSON.Limits = .options) -> String? {
        do {
            try Array(text.utf8).withUnsafeBytes { try BoundedJSON.check($0, limits) }
            return nil
        } catch { return "\(error)" }
    }

    @Test(arguments: [
        "9007199254740993000", "-9223372036854775808", "9223372036854775807", "[18446744073709551615]", "{\"a\":1e308}",
        "1e999", "-1E16", "1000000000000000.1e9", "0.1e17",
    ])
    func `a number that later code could not add to is refused`(text: String) {
        #expect(refusal(text)?.hasSuffix("is too large") == true)
    }

    @Test(arguments: [
        "0", "-9007199254740992", "1e15", "-0.0000000000000000000001", "1.7976931348623157e-308",
        "\"9223372036854775807\"",
        "{\"a\":[1,2.5,{\"b\":\"\\\"[[[[\"}]}", "\"\\\\\"", "", "\"unfinished", "nonsense",
    ])
    func `other texts pass to the decoder`(text: String) { #expect(refusal(text) == nil) }

    @Test func `depth, the number of values and the length of a number have limits`() {
        let limits = BoundedJSON.Limits(depth: 3, values: 8)
        #expect(refusal("[[[1]]]", limits) == nil)
        #expect(refusal("[[[[1]]]]", limits) == "it nests deeper than 3 levels")
        #expect(refusal("[1,2,3,4,5,6]", limits) == nil)
        #expect(refusal("[1,2,3,4,5,6,7,8,9]", limits) == "it has more than 8 values")
        #expect(refusal("0." + String(repeating: "1", count: 200)) == "a number has more than 100 characters")
    }

    @Test func `UTF-16 does not pass unseen`() {
        let bytes = Array("[9223372036854775807]".data(using: .utf16LittleEndian) ?? Data())
        #expect(throws: BoundedJSON.Refusal.self) { try BoundedJSON.decode([Int].self, from: bytes) }
    }

    @Test func `seven megabytes are checked in linear time`() throws {
        func seconds(_ count: Int) throws -> Double {
            let bytes =
                Array(String(repeating: "[", count: 90).utf8)
                + Array(String(repeating: "{\"a\":0.5},", count: count).utf8)
            let clock = ContinuousClock()
            let time = try clock.measure { try bytes.withUnsafeBytes { try BoundedJSON.check($0, .file) } }
            return time / .seconds(1)
        }
        // A quadratic check would take sixteen times as long for four times the bytes.
        let (one, four) = (try seconds(175_000), try seconds(700_000))
        #expect(four < max(10 * one, 0.5))
    }

    @Test func `the number that people count with never overflows`() {
        #expect(0.ordinal == 1 && 41.ordinal == 42 && Int.max.ordinal == Int.max && (-1).ordinal == 0)
    }
}
