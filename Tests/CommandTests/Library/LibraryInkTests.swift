// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct LibraryInkTests {
    static let size = (595, 842)
    static func mia() throws -> LibraryShell {
        try LibraryShell.withMia([
            "a.xopp": Notes.xopp(size: size), "b.xopp": Notes.xopp(["10 10 60 40", "100 100 200 100"], size: size),
        ])
    }

    @Test func `Strokes are drawn, taken back and drawn again, by page`() throws {
        let shell = try Self.mia()
        expect(try shell.limn("character draw Mia --page 1 a.xopp"), "1> Mia, page 1: +1, 1 stroke\n[0]")
        expect(try shell.limn("character draw Mia --page 2 a.xopp"), "1> Mia, page 2: +1, 1 stroke\n[0]")
        expect(try shell.limn("character undo Mia --page 1"), "1> Mia, page 1: −1, 0 strokes\n[0]")
        expect(try shell.limn("character undo Mia"), "1> Mia, page 2: −1, 0 strokes\n[0]")
        expect(try shell.limn("character undo Mia"), "2> limn: There is nothing to undo.\n[1]")
        expect(try shell.limn("character redo Mia --page 1"), "1> Mia, page 1: +1, 1 stroke\n[0]")
        expect(
            try shell.limn("character redo Mia --page 1"), "2> limn: There is nothing to redo on page 1.\n[1]")
        #expect(try shell.strokes(of: "Mia") == [1: 1, 2: 0])
    }

    @Test func `Of ink with several pages, the page of that number is drawn`() throws {
        let shell = try Self.mia()
        expect(try shell.limn("character draw Mia --page 2 b.xopp"), "1> Mia, page 2: +1, 1 stroke\n[0]")
        expect(
            try shell.limn("character draw Mia b.xopp"),
            "1> Mia, page 1: +1, 1 stroke\n1> Mia, page 2: +1, 2 strokes\n[0]")
    }

    @Test func `What one command drew on two pages is one change, which one undo takes back`() throws {
        let shell = try Self.mia()
        _ = try shell.limn("character draw Mia --page 2 a.xopp")
        _ = try shell.limn("character draw Mia b.xopp")
        let changes = try shell.json("character changes Mia")
        #expect(changes.map { ($0["pages"] as? [[String: Any]])?.compactMap { $0["page"] as? Int } } == [[2], [1, 2]])
        #expect(changes.allSatisfy { $0["undone"] as? Bool == false && $0["status"] as? String == "ok" })
        #expect(
            changes.allSatisfy { ($0["time"] as? String)?.hasSuffix("Z") == true && $0["name"] as? String == "Mia" })
        let lines = try shell.limn("character changes Mia").split(separator: "\n")
        #expect(lines.map { $0.drop { $0 != "p" } } == ["page 2 +1", "page 1 +1, page 2 +1", ""])
        #expect(try shell.json("character changes Mia --since 2001-02-03").count == 2)
        #expect(try shell.json("character changes Mia --since 2999-01-01").isEmpty)
        #expect(try shell.json("character changes Mia --since 2001-02-03T04:05:06Z").count == 2)
        #expect(try shell.json("character changes Mia --since yesterday").count == 2)
        #expect(try shell.limn("character changes Mia --since someday").hasSuffix("[64]"))
        expect(
            try shell.limn("character undo Mia"), "1> Mia, page 1: −1, 0 strokes\n1> Mia, page 2: −1, 1 stroke\n[0]")
        #expect(try shell.strokes(of: "Mia") == [1: 0, 2: 1])
        #expect(try shell.limn("character changes Mia").contains("page 1 +1, page 2 +1  (undone)"))
        expect(
            try shell.limn("character redo Mia"), "1> Mia, page 1: +1, 1 stroke\n1> Mia, page 2: +1, 2 strokes\n[0]")
    }

    @Test func `A page that there is not is told with the page count`() throws {
        let shell = try Self.mia()
        expect(
            try shell.limn("character draw Mia --page 3 a.xopp"),
            "2> limn: The ink is for page 3, and the document has 2 pages.\n[1]")
        expect(
            try shell.limn("character erase Mia --page 3"),
            "2> limn: There is no page 3: the template has 2 pages.\n[1]")
        expect(
            try shell.limn("character show Mia --page 0"),
            "2> limn: There is no page 0: the template has 2 pages.\n[1]")
    }

    @Test func `Ink of another size is told, and scaled where asked`() throws {
        let shell = try LibraryShell.withMia(["a.xopp": Notes.xopp()])
        #expect(
            try shell.limn("character draw Mia --page 1 a.xopp").hasSuffix(
                "the ink is placed unscaled (--fit scales it).\n[3]"))
        #expect(try shell.limn("character draw Mia --page 1 --fit a.xopp").hasSuffix("[0]"))
    }

    @Test func `Ink is erased by numbers, by place, under an eraser, or whole, and comes back`() throws {
        let shell = try LibraryShell.withMia()
        for (number, line) in ["10 10 60 10", "10 100 60 100", "10 200 60 200"].enumerated() {
            try shell.shell.write("\(number).xopp", Notes.xopp([line], size: Self.size))
            _ = try shell.limn("character draw Mia --page 1 \(number).xopp")
        }
        let cases = [
            ("--strokes 1,z", "−2, 1 stroke"), ("--area 0,50,595,100", "−1, 2 strokes"),
            ("--path 35,90,35,110 --radius 2", "−1 +2, 4 strokes"), ("--path 300,300", "nothing changed, 3 strokes"),
            ("", "−3, 0 strokes"),
        ]
        for (choice, said) in cases {
            expect(try shell.limn("character erase Mia --page 1 \(choice)"), "1> Mia, page 1: \(said)\n[0]")
            if !said.hasPrefix("nothing") { #expect(try shell.limn("character undo Mia").contains("3 strokes")) }
        }
        expect(
            try shell.limn("character erase Mia --page 1 --strokes 4"),
            "2> limn: There is no stroke 4; the page has 3 strokes.\n[1]")
        let wrongs = [
            "--strokes 1 --area 0,0,1,1", "--radius 3", "--path 1,1 --radius nan", "--path 1,1 --radius 1e7",
        ]
        for wrong in wrongs {
            #expect(try shell.limn("character erase Mia --page 1 \(wrong)").hasSuffix("[64]"), "\(wrong)")
        }
        #expect(try shell.strokes(of: "Mia") == [1: 3])
    }

    @Test func `What was worked on last is there again`() throws {
        let shell = try Self.mia()
        _ = try shell.limn("character create Ida --template sheet")
        expect(
            try shell.limn("character show"),
            "2> limn: No character of this library has been viewed or changed yet; name one.\n[1]")
        _ = try shell.limn("character draw Mia --page 2 a.xopp")
        let last = try #require(try shell.json("character show").first)
        #expect(last["name"] as? String == "Mia")
        #expect(last["lastPage"] as? Int == 2)
        #expect(last["lastViewed"] as? Bool == true)
        _ = try shell.limn("character show Ida --page 1")
        #expect(try shell.json("character show").first?["name"] as? String == "Ida")
        _ = try shell.limn("character remove Ida --yes")
        #expect(try shell.limn("character show").hasSuffix("[1]"))
    }

    @Test func `Favourites and tags choose what is listed`() throws {
        let shell = try Self.mia()
        _ = try shell.limn("character create Ida --template sheet --tag elf")
        _ = try shell.limn("character favorite Mia")
        _ = try shell.limn("character tag Mia Elf night_watch")
        func names(_ filter: String) throws -> [String] {
            try shell.json("character list \(filter)").compactMap { $0["name"] as? String }
        }
        #expect(try names("--favorites") == ["Mia"])
        #expect(try names("--tag elf") == ["Ida", "Mia"])
        #expect(try names("--tag elf --tag night_watch") == ["Mia"])
        _ = try shell.limn("character favorite Mia --off")
        _ = try shell.limn("character tag Mia --off elf")
        #expect(try names("--favorites").isEmpty)
        #expect(try names("--tag elf") == ["Ida"])
    }

    @Test func `A character and very many tags are told apart`() throws {
        let shell = try Self.mia()
        let tags = (0..<600).map { "t\($0 % 90)" }
        _ = try shell.limn("character tag Mia \(tags.joined(separator: " "))")
        #expect((try shell.json("character show Mia").first?["tags"] as? [String])?.count == 90)
    }

    @Test func `A copy has the ink and can take it back alone`() throws {
        let shell = try Self.mia()
        _ = try shell.limn("character draw Mia --page 1 a.xopp")
        _ = try shell.limn("character duplicate Mia Copy")
        _ = try shell.limn("character undo Copy")
        #expect(try shell.strokes(of: "Copy") == [1: 0])
        #expect(try shell.strokes(of: "Mia") == [1: 1])
    }
}
