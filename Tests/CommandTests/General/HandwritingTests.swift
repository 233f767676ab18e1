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

    @Test func `A search of a library reads its handwriting once, and tells pages, pieces and certainties`() throws {
        _ = try Requirement.reading()
        let shell = try LibraryShell.withMia(["a.xopp": Self.notes])
        _ = try shell.limn("character create Ole --template sheet")
        _ = try shell.limn("character draw Mia --page 2 a.xopp --fit")
        let found = try shell.limn("character list --search hel")
        let line = "1>   page 2, handwriting: hel (100 %) in: “HELLO”\n"
        #expect(found == "1> ID  Mia  on sheet\n\(line)\(line)[0]")
        // What was read is kept, and found without anything that reads.
        let searched = "LIMN_READING=/nowhere limn character list --library lib -q --search"
        #expect(try shell.shell.sh("\(searched) hello | grep -c handwriting").hasPrefix("1> 2\n[0]"))
        let objects = try shell.json("character list --search hello")
        #expect(objects.count == 1 && objects[0]["name"] as? String == "Mia")
        let places = try #require(objects[0]["places"] as? [[String: Any]])
        #expect(places.count == 2)
        for place in places {
            #expect(place["kind"] as? String == "handwriting" && place["page"] as? Int == 2)
            #expect(place["query"] as? String == "hello" && place["text"] as? String == "HELLO")
            #expect(place["certainty"] as? Double ?? 0 > 0.9 && (place["rect"] as? [Double])?.count == 4)
        }
        #expect(try shell.json("character list").allSatisfy { $0["places"] == nil })
        // A change takes what was read with it.
        _ = try shell.limn("character undo Mia")
        #expect(try shell.shell.sh("\(searched) hello").hasPrefix("[0]"))
    }

    @Test func `Without the files that read it, a library is searched as before`() throws {
        let shell = try LibraryShell.withMia(["a.xopp": Self.notes])
        _ = try shell.limn("character draw Mia --page 2 a.xopp --fit")
        let searched = "LIMN_READING=/nowhere limn character list --library lib --search"
        #expect(try shell.shell.sh("\(searched) hello").hasPrefix("[0]"))
        #expect(try shell.shell.sh("\(searched) mia | cut -c 15-").hasPrefix("1> Mia  on sheet"))
        #expect(
            try shell.shell.sh("\(searched) hello -v").contains(
                "note: Handwriting was not searched on 1 page: nothing that reads it is installed. See \"limn doctor\"."
            ))
    }

    @Test func `A damaged library of functions is told once, and the other words are found`() throws {
        let shell = try LibraryShell.withMia(["a.xopp": Self.notes, "reading/recognition.onnx": [1]])
        try shell.shell.write("reading/libonnxruntime.so.1", [])
        _ = try shell.limn("character draw Mia --page 1 a.xopp --fit")
        _ = try shell.limn("character draw Mia --page 2 a.xopp --fit")
        let found = try shell.shell.sh(
            "LIMN_READING=$PWD/reading limn character list --library lib --search mia | cut -c 15-")
        #expect(
            found.contains("1> Mia  on sheet\n") && found.components(separatedBy: "file too short").count == 2,
            "\(found)")
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
