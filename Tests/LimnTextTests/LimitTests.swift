// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnText
import Testing

@Suite struct LimitTests {
    private func code(_ text: String, _ change: (inout TextItem) -> Void = { _ in }) throws -> TextError.Code? {
        do {
            _ = try Fonts.set(text, family: Fonts.latin, size: 12, width: nil, change)
            return nil
        } catch let error as TextError {
            #expect(error.description.hasSuffix("."))
            return error.code
        }
    }

    @Test func `A text of ten megabytes fails at once`() throws {
        let text = String(repeating: "word ", count: 2_000_000)
        let start = ContinuousClock.now
        #expect(try code(text) == .tooLarge)
        #expect(ContinuousClock.now - start < .seconds(120))
    }

    @Test func `Too many characters, marks and runs fail, and so does a text that would be too wide`() throws {
        #expect(try code(String(repeating: "x", count: TextLimits.glyphs + 1)) == .tooLarge)
        #expect(try code("a" + String(repeating: "\u{301}", count: TextLimits.marks)) == .tooLarge)
        #expect(try code("a" + String(repeating: "\u{301}", count: 100)) == nil)
        #expect(try code(String(repeating: "x", count: 2_000)) { $0.runs[0].style.size = 2_000 } == .tooLarge)
        let run = TextItem.Run("x")
        #expect(try code("") { $0.runs = Array(repeating: run, count: TextLimits.runs + 1) } == .tooLarge)
    }

    @Test func `The longest paragraph is set in seconds`() throws {
        let text = String(repeating: "lorem ipsu ", count: 9_090)
        let duration = try ContinuousClock().measure { _ = try Fonts.set(text, width: 400) }
        #expect(duration < .seconds(120))
    }

    @Test func `A setter gives the same after it has forgotten its fonts`() throws {
        try Fonts.require()
        let setter = try TextSetter()
        var item = TextItem("abc", TextItem.Style(family: Fonts.latin), at: .zero)
        let first = try setter.set(item)
        for size in 1...600 {
            item.runs[0].style.size = Double(size)
            _ = try setter.set(item)
        }
        item.runs[0].style.size = 12
        #expect(try setter.set(item) == first)
    }

    @Test(arguments: [0, -1, 0.05, 2_001, 1e300, .infinity, .nan])
    func `Font sizes out of range fail`(size: Double) throws {
        #expect(try code("a") { $0.runs[0].style.size = size } == .invalidStyle)
    }

    @Test(arguments: [-1, .infinity, .nan, 1e9])
    func `Widths and line heights out of range fail`(value: Double) throws {
        #expect(try code("a") { $0.width = value } == .invalidStyle)
        #expect(try code("a") { $0.lineHeight = value } == .invalidStyle)
    }

    @Test func `The smallest and largest sizes, and no width at all, can be set`() throws {
        #expect(try Fonts.set("Ag", size: 0.1).size.height > 0.1)
        #expect(try Fonts.set("Ag", size: 2_000).size.height > 2_000)
        #expect(try Fonts.set("abc", width: 0).lines.count == 3)
    }
}
