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

    /// The width and the height in the head of a PNG.
    private func size(of png: [UInt8]) -> (width: Int, height: Int) {
        func number(_ start: Int) -> Int { png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        return (number(16), number(20))
    }

    @Test func `A preview shows the old and the new pages that have ink`() throws {
        let shell = try Shell()
        _ = try rebase(shell, to: "character-sheet-rotated-90.pdf")
        let done = try shell.sh("limn rebase old.pdf new.pdf a.limn -o moved.limn --preview seen --quiet 2>/dev/null")
        #expect(done.contains("+seen/index.html"), "\(done)")
        let text = String(decoding: try shell.read("seen/index.html"), as: UTF8.self)
        #expect(text.contains(#"<img src="old-1.png""#) && text.contains(#"<img src="new-1.png""#))
        let (old, new) = (size(of: try shell.read("seen/old-1.png")), size(of: try shell.read("seen/new-1.png")))
        #expect(old.height > old.width && new.width > new.height)
    }

    @Test func `A character moves to a new edition with its ink and values, and one undo moves it back`() throws {
        let shell = try Shell([
            "first.pdf": try Project.sample("character-sheet.pdf"),
            "second.pdf": try Project.sample("character-sheet-rotated-90.pdf"),
            "map.pdf": try Project.sample("map-landscape.pdf"), "a.xopp": try Project.sample("character-sheet.xopp"),
        ])
        let story = try shell.sh(
            """
            export LIMN_LIBRARY=$PWD/library
            limn template import first.pdf second.pdf map.pdf --quiet
            limn character create Maren --template first --quiet
            limn character draw Maren a.xopp --fit --quiet 2>/dev/null
            limn character fill Maren --set identity.name=Maren --quiet
            limn character rebase Maren --to map; echo map $?
            limn character rebase Maren --to first; echo first $?
            limn character rebase Maren --to second --dry-run --json 2>/dev/null >plan.json
            limn character show Maren | head -1
            limn character rebase Maren --to second --json 2>/dev/null >made.json
            limn character show Maren | head -1
            limn character values Maren --json >values.json
            limn character undo Maren --quiet
            limn character show Maren | head -1
            limn export Maren -o back.pdf --quiet
            """)
        #expect(story.contains("1> map 1") && story.contains("1> first 1"), "\(story)")
        #expect(story.contains("they share too few pages") && story.contains("has this template already"), "\(story)")
        let places = story.split(separator: "\n").filter { $0.contains("  Maren  on ") }.map { $0.suffix(6) }
        #expect(places == [" first", "second", " first"], "\(story)")
        func object(_ name: String) throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: Data(try shell.read(name))) as? [String: Any])
        }
        let (plan, made) = (try object("plan.json"), try object("made.json"))
        #expect(plan["dryRun"] as? Bool == true && made["dryRun"] as? Bool == false)
        #expect(plan["certain"] as? Int == made["certain"] as? Int && (made["certain"] as? Int ?? 0) > 0)
        let fields = try #require(made["fields"] as? [[String: Any]])
        #expect(fields.map { $0["new"] as? String } == ["identity.name"])
        #expect(try object("values.json")["given"] as? [String: String] == ["identity.name": "Maren"])
    }

    @Test func `Another document is told as such and nothing is written`() throws {
        let shell = try Shell()
        let result = try rebase(shell, to: "map-landscape.pdf")
        #expect(result["relation"] as? String == "unrelated")
        #expect(result["status"] as? String == "refused")
        #expect(try shell.sh("test -e moved.limn").contains("[1]"))
    }
}
