// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import Testing
import TestSupport

/// The handwriting that `limn text --ink` reads.
@Suite struct HandwritingTests {
    /// A page with `HELLO` below `HELLO`, in Xournal++'s format.
    private static let notes: [UInt8] = {
        let lines = WrittenHello.lines(x: 20, y: 20) + WrittenHello.lines(x: 20, y: 60)
        let strokes = lines.map { line in
            let points = line.map { "\($0.x) \($0.y)" }.joined(separator: " ")
            return "<stroke tool=\"pen\" color=\"#000000ff\" width=\"1\">\(points)</stroke>"
        }
        return Notes.xopp(["150 90 151 91"], extra: strokes.joined())
    }()

    @Test func `Handwriting is printed and found`() throws {
        _ = try Requirement.reading()
        let shell = try Shell(["a.xopp": Self.notes])
        #expect(try shell.limn("text --ink a.xopp") == "1> HELLO\n1> HELLO\n[0]")
        #expect(
            try shell.limn("text --ink a.xopp --search hél --certainty 0.9")
                == "1> a.xopp: page 1: hel (100 %) in: HELLO\n1> a.xopp: page 1: hel (100 %) in: HELLO\n[0]")
        #expect(try shell.limn("text --ink a.xopp --search dragon") == "[0]")
        let page = try #require(try shell.json("text --ink a.xopp --json").first)
        #expect(page["input"] as? String == "a.xopp")
        #expect(page["page"] as? Int == 1)
        #expect(page["text"] as? String == "HELLO\nHELLO\n")
        #expect(
            (page["lines"] as? [[String: Any]])?.map { $0["rect"] as? [Double] } == [
                [20, 20, 89, 35], [20, 60, 89, 75],
            ])
        #expect(
            (page["lines"] as? [[String: Any]])?.map { $0["words"] as? [[Double]] } == [
                [[20, 20, 89, 35]], [[20, 60, 89, 75]],
            ])
        let hits = try shell.json("text --ink a.xopp --search hello --json")
        #expect(hits.count == 2)
        for hit in hits {
            #expect(hit["query"] as? String == "hello")
            #expect(hit["certainty"] as? Double ?? 0 > 0.9)
            #expect((hit["rect"] as? [Double])?.count == 4)
        }
    }

    @Test func `Without the files that read it, handwriting is a failure that says so`() throws {
        let shell = try Shell(["a.xopp": Self.notes])
        let told = "limn: a.xopp: Handwriting cannot be read, because the files that read it are not installed."
        #expect(try shell.sh("LIMN_READING=/nowhere limn text --ink a.xopp") == "2> \(told)\n[1]")
    }

    @Test func `Layers for the game master are read for them alone, and it is said`() throws {
        _ = try Requirement.reading()
        let shell = try Shell(["a.xopp": Self.notes])
        _ = try shell.limn("layer add a.xopp Plans --audience gm -o b.limn")
        let players = try shell.limn("text --ink b.limn")
        #expect(
            players
                == "1> HELLO\n1> HELLO\n2> limn: b.limn, page 1: note: One layer for the game master was left out.\n[0]"
        )
        let master = try shell.json("text --ink b.limn --audience gm --json").first
        #expect(master?["notes"] as? [String] == ["One layer for the game master was kept."])
    }

    @Test(arguments: [
        ("text a.xopp --search a", "--search requires --ink."),
        ("text --ink a.xopp --search …", "--search needs a word with a letter or a digit, of at most 64 letters."),
        ("text --ink a.xopp --search a --certainty 2", "--certainty must be from 0 to 1."),
        ("text --ink a.xopp --certainty 0.5", "--certainty requires --search."),
        ("text a.xopp --audience gm", "--audience requires --ink."),
    ])
    func `Options that make no sense are refused`(_ typed: String, _ message: String) throws {
        let told = try Shell(["a.xopp": Self.notes]).limn(typed)
        #expect(told.contains(message) && told.hasSuffix("[64]"), "\(told)")
    }
}
