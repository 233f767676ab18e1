// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import Testing
import TestSupport

/// The handwriting in fields that `limn form read` reads.
@Suite struct FormReadTests {
    /// Ink in fields of the sheet: a number, one with a sign, dice, a mark, a word, and a value on the game master's layer.
    private static func ink() throws -> [UInt8] {
        var strokes = WrittenValue.strokes("17", x: 62, y: 210, height: 18)
        strokes += WrittenValue.strokes("-2", x: 67, y: 249, height: 12)
        strokes += WrittenValue.strokes("1d4+2", x: 222, y: 206, height: 7)
        strokes += WrittenValue.strokes("x", x: 258.5, y: 264.5, height: 8)
        strokes += WrittenHello.strokes(x: 200, y: 72)
        strokes += WrittenValue.strokes("7", x: 290, y: 206, height: 14, layer: 1)
        let drawing = Drawing(strokes: strokes, layers: [.init(), .init(name: "Plans", audience: .gameMaster)])
        return try NativeInk.encode(
            InkDocument(pages: [InkDocument.Page(background: .pdf(page: 1), drawing: drawing)]))
    }

    private func values(_ object: [String: Any]?) -> [String: String] {
        let fields = object?["fields"] as? [[String: Any]] ?? []
        return Dictionary(
            fields.map { ($0["name"] as? String ?? "", $0["value"] as? String ?? "") }, uniquingKeysWith: { $1 })
    }

    private static let read = [
        "ability.might.score": "17", "ability.might.modifier": "-2", "vitals.vitality": "1d4+2",
        "vitals.wound.1": "Yes", "identity.name": "HELLO",
    ]

    @Test func `The fields of an export are read with their certainties, and nothing is written`() throws {
        _ = try Requirement.reading()
        let shell = try Shell(["sheet.pdf": try Documents.sheet(), "a.limn": try Self.ink()])
        _ = try shell.limn("flatten sheet.pdf a.limn -o out.pdf --audience players -q")
        let object = try shell.json("form read out.pdf --json").first
        #expect(values(object) == Self.read)
        #expect(object?["input"] as? String == "out.pdf" && object?["status"] as? String == "ok")
        let fields = try #require(object?["fields"] as? [[String: Any]])
        for field in fields {
            #expect(field["page"] as? Int == 1 && (field["rect"] as? [Double])?.count == 4)
            #expect((0...1).contains(field["certainty"] as? Double ?? -1))
        }
        let told = try shell.limn("form read out.pdf")
            .replacing(#/  \d+ %(  doubtful)?(  or .*)?/#, with: "")
        #expect(
            told == """
                1> out.pdf: 5 fields
                1>   "identity.name"  page 1  = HELLO
                1>   "ability.might.score"  page 1  = 17
                1>   "ability.might.modifier"  page 1  = -2
                1>   "vitals.vitality"  page 1  = 1d4+2
                1>   "vitals.wound.1"  page 1  = Yes
                [0]
                """)
    }

    @Test func `A table has a row for each file and fills a form`() throws {
        _ = try Requirement.reading()
        let shell = try Shell(["sheet.pdf": try Documents.sheet(), "a.limn": try Self.ink()])
        _ = try shell.limn("flatten sheet.pdf a.limn -o one.pdf --audience gm -q")
        _ = try shell.limn("flatten sheet.pdf a.limn -o two.pdf --audience players -q")
        _ = try shell.limn("form fill two.pdf --set vitals.defence=4 -o three.pdf -q")
        let table = try shell.limn("form read one.pdf three.pdf --csv --certainty 0.3 --audience gm -q")
        let columns =
            "@file,identity.name,ability.might.score,ability.might.modifier,vitals.vitality,vitals.defence,vitals.wound.1"
        let rows = ["one.pdf,HELLO,17,-2,1d4+2,7,Yes", "three.pdf,HELLO,17,-2,1d4+2,4,Yes"]
        #expect(table.hasPrefix("1> \(columns)\r\n\(rows[0])\r\n\(rows[1])\r\n"), "\(table)")
        #expect(table.hasSuffix("[0]"))
    }

    @Test func `A character is read with the audience's ink, and nothing of it changes`() throws {
        _ = try Requirement.reading()
        let shell = try LibraryShell.withMia(["a.limn": try Self.ink()])
        _ = try shell.limn("character draw Mia --page 1 a.limn")
        let before = try shell.limn("character values Mia")
        let players = try shell.json("form read Mia").first
        #expect(values(players) == Self.read && players?["name"] as? String == "Mia" && players?["id"] != nil)
        #expect(players?["notes"] as? [String] == ["One layer for the game master was left out."])
        let master = try shell.json("form read Mia --audience gm").first
        #expect(values(master) == Self.read.merging(["vitals.defence": "7"]) { $1 })
        #expect(try shell.limn("character values Mia") == before)
        #expect(values(try shell.json("form read Mia --certainty 1").first)["identity.name"] == nil)
    }

    @Test func `Without the files that read it, a form is a failure that says so`() throws {
        let shell = try Shell(["sheet.pdf": try Documents.sheet()])
        let told = "limn: sheet.pdf: Handwriting cannot be read, because the files that read it are not installed."
        #expect(try shell.sh("LIMN_READING=/nowhere limn form read sheet.pdf") == "2> \(told)\n[1]")
    }

    @Test func `A form without ink is a row of a stack, and a document without a form says so`() throws {
        _ = try Requirement.reading()
        let shell = try Shell(["sheet.pdf": try Documents.sheet(), "map.pdf": onePagePDF(size: (200, 200))])
        #expect(try shell.limn("form read sheet.pdf") == "1> sheet.pdf: no handwriting in fields\n[0]")
        #expect(try shell.limn("form read map.pdf") == "1> map.pdf: no form fields\n[0]")
        let table = try shell.limn("form read --csv sheet.pdf missing.pdf")
        #expect(table.contains("\nsheet.pdf") && table.hasSuffix("[1]"), "\(table)")
        // Where nothing could be read, no table is told.
        #expect(try shell.limn("form read --csv missing.pdf").hasPrefix("2> "))
    }

    @Test(arguments: [
        ("form read", "No PDF and no character was given."),
        ("form read a.pdf --json --csv", "--json and --csv contradict each other."),
        ("form read a.pdf --certainty 2", "--certainty must be from 0 to 1."),
    ])
    func `Options that make no sense are refused`(_ typed: String, _ message: String) throws {
        let told = try Shell().limn(typed)
        #expect(told.contains(message) && told.hasSuffix("[64]"), "\(told)")
    }
}
