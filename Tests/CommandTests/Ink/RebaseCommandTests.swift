// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// `limn rebase`.
struct RebaseCommandTests {
    /// The sample's ink on another document, with the result as JSON.
    private func rebase(_ shell: Shell, to sample: String) throws -> [String: Any] {
        try shell.write("old.pdf", try Project.sample("character-sheet.pdf"))
        try shell.write("new.pdf", try Project.sample(sample))
        try shell.write("a.xopp", try Project.sample("character-sheet.xopp"))
        _ = try shell.sh("limn ink convert a.xopp a.limn --lossless --quiet")
        return try #require(try shell.json("rebase old.pdf new.pdf a.limn -o moved.limn --json").first)
    }

    @Test func `Ink on the same document stays the same`() throws {
        let shell = try Shell()
        let result = try rebase(shell, to: "character-sheet.pdf")
        #expect(result["relation"] as? String == "edition")
        #expect(result["likely"] as? Int == 0 && result["leftOver"] as? Int == 0)
        let points = #"grep -o '"\(positions\|widths\|points\)":[^]]*]'"#
        let same = try shell.sh(
            "limn ink convert a.limn a.json --quiet; limn ink convert moved.limn b.json --quiet; "
                + "\(points) a.json >a.txt; \(points) b.json >b.txt; cmp a.txt b.txt && test -s a.txt")
        #expect(same.contains("[0]"), "\(same)")
    }

    @Test(arguments: [90, 180, 270]) func `Ink on a turned sheet turns with it`(degrees: Int) throws {
        let result = try rebase(try Shell(), to: "character-sheet-rotated-\(degrees).pdf")
        let pages = try #require(result["pages"] as? [[String: Any]])
        #expect(pages.map { $0["turn"] as? Int } == [degrees, degrees])
        #expect(pages.map { $0["new"] as? Int } == [1, 2])
        let items = try #require(result["items"] as? [[String: Any]])
        let turns = items.filter { $0["certainty"] as? String == "certain" }.compactMap { $0["transform"] as? [Double] }
        let sine: Double = degrees == 90 ? 1 : degrees == 270 ? -1 : 0
        #expect(!turns.isEmpty && turns.allSatisfy { abs($0[1] - sine) < 0.01 })
    }

    @Test func `Another document is told as such and nothing is written`() throws {
        let shell = try Shell()
        let result = try rebase(shell, to: "map-landscape.pdf")
        #expect(result["relation"] as? String == "unrelated")
        #expect(result["status"] as? String == "refused")
        #expect(try shell.sh("test -e moved.limn").contains("[1]"))
    }
}
