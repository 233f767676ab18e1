// SPDX-License-Identifier: GPL-3.0-or-later

import LimnInk
import Testing
import TestSupport

@testable import LimnInkFormats

@Suite struct DroppedItemsTests {
    /// Texts and their one-line forms; nil if they are equal.
    private static let lines: [(String, String?)] = {
        func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }
        return [
            ("", ""), ("  \t\n", ""), (" a \r\n b\u{0} ", "a b"), (times(60, "x"), nil),
            (times(61, "x"), times(60, "x") + "…"), (times(200, " ") + "a", "a"), (times(300, " ") + "a", "…"),
            (times(50, "a "), times(30, "a ") + "…"),
        ]
    }()

    @Test(arguments: lines) func `Details are one line of at most 60 characters`(text: String, line: String?) {
        #expect(DroppedItems.oneLine(text) == line ?? text)
        #expect(DroppedItems.oneLine(line ?? text) == line ?? text)
    }

    @Test func `The number of details per page is limited, in any order of pages`() {
        var dropped = DroppedItems()
        for i in 0..<100 { for page in [1, 2] { dropped.note(.attribute, page: page, detail: "\(i)") } }
        #expect(dropped.items.count == 66)
        for page in [1, 2] {
            let details = dropped.items.filter { $0.page == page }
            #expect(details.map(\.detail) == (0..<32).map(String.init) + ["others"])
            #expect(details.map(\.count) == Array(repeating: 1, count: 32) + [68])
        }
    }

    @Test func `The number of items is limited, but the total count is kept`() {
        var dropped = DroppedItems()
        for page in 1...30_000 {
            dropped.note(.text, page: page)
            dropped.note(.image, page: page, detail: "\(page)")
        }
        #expect(dropped.items.count == 10_002)
        #expect(dropped.items.reduce(0) { $0 + $1.count } == 60_000)
        #expect(
            dropped.items.suffix(2).map(\.description) == ["25000 × text (others)", "25000 × image (others)"])
    }

    // Reading the whole text takes some hundredths of a second, so doing it for every stroke would take half an hour.
    @Test(.timeLimit(.minutes(5))) func `Long texts are not read in full for every item`() {
        let blank = String(repeating: " ", count: 4 << 20)
        var dropped = DroppedItems()
        for _ in 0..<50_000 { dropped.note(.hiddenStroke, page: 1, detail: blank) }
        #expect(dropped.items.map(\.description) == ["page 1: 50000 × stroke on a hidden layer (…)"])
    }
}
