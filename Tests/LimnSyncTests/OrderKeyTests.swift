// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import LimnSync

@Suite struct OrderKeyTests {
    @Test func `Places are between their neighbors, wherever something is inserted`() throws {
        var random = SeededGenerator(seed: 7)
        var list: [String] = []
        for _ in 0..<4000 {
            let index =
                [0, list.count, Int.random(in: 0...list.count, using: &random)].randomElement(using: &random) ?? 0
            let count = Int.random(in: 1...5, using: &random)
            let low = index > 0 ? list[index - 1] : nil
            let high = index < list.count ? list[index] : nil
            let places = OrderKey.places(count, between: low, and: high)
            try #require(places.count == count && places.allSatisfy(OrderKey.isValid))
            list.insert(contentsOf: places, at: index)
        }
        #expect(zip(list, list.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `Places at the end stay short`() {
        let places = OrderKey.places(20_000, between: nil, and: nil)
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
        #expect((places.last?.count ?? 0) <= 4)
    }

    @Test(arguments: ["", "a", "b0", "a0x0", "ä0", "a0\u{0}", "!0"]) func `What is no place is refused`(text: String) {
        #expect(!OrderKey.isValid(text))
    }
}
