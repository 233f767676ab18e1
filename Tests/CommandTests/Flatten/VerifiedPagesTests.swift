// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Which pages of an export are drawn to be compared, and which ones its bytes prove.
struct VerifiedPagesTests {
    private func shell(page: String = "", pages: Int = 30) throws -> Shell {
        let strokes = (1...pages).map { number in
            let points = (0...number).map { "\(10 + 5 * $0),\(20 + ($0 % 2) * 30)" }.joined(separator: ",")
            return
                #"{"size":[200,100],"strokes":[{"brush":{"kind":"pen","color":{"red":0,"green":0,"blue":1,"alpha":1},"#
                + #""width":2,"cap":"round","dash":[]},"xy":[\#(points)],"width":2}]}"#
        }
        return try Shell([
            "a.pdf": Documents.pdf(Array(repeating: (200, 100), count: pages), page: page),
            "ink.json": Array(#"{"limnInk":4,"pages":[\#(strokes.joined(separator: ","))]}"#.utf8),
        ])
    }

    private func verification(_ shell: Shell, _ options: String) throws -> (drawn: Int, proven: [Int]) {
        let told = try #require(try shell.json("flatten a.pdf ink.json -o out.pdf --json \(options)").first)
        let found = try #require(told["verification"] as? [String: Any], "\(told)")
        return (try #require(found["pages"] as? Int), try #require(found["proven"] as? [Int]))
    }

    @Test func `A sample of all weights is drawn, and the rest is proven`() throws {
        let shell = try shell()
        let (drawn, proven) = try verification(shell, "--verify sample")
        #expect(drawn == 6 && proven.count == 24)
        // The pages with most and least ink are in the sample.
        #expect(!proven.contains(1) && !proven.contains(30))
        #expect(try verification(shell, "") == (30, []))
    }

    @Test(arguments: [
        "--verify all", "--verify sample --save rewrite", "--verify sample --mode annotate",
        "--verify sample --optional-content",
    ])
    func `All pages are drawn where that is asked for, or where the bytes prove nothing`(options: String) throws {
        let (drawn, proven) = try verification(try shell(pages: 9), options)
        #expect(drawn == 9 && proven == [])
    }

    @Test(arguments: [
        "/Annots[<</Type/Annot/Subtype/Square/Rect[10 10 90 90]/AP<</N 3 0 R>>>>]", "/Group<</S/Transparency/K true>>",
    ])
    func `Pages on which something lies above the ink are drawn`(page: String) throws {
        #expect(try verification(try shell(page: page, pages: 9), "--verify sample") == (9, []))
    }

    @Test func `Few pages are all drawn`() throws {
        #expect(try verification(try shell(pages: 4), "--verify sample") == (4, []))
        let wrong = try shell(pages: 1).limn("flatten a.pdf ink.json -o out.pdf --verify some")
        #expect(wrong.contains("[64]"), "\(wrong)")
    }
}
