// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct JSONTests {
    static func shell() throws -> Shell {
        try Shell([
            "a.pdf": try Documents.sheet(), "a.xopp": try Project.sample("character-sheet.xopp"),
            "lost.xopp": Notes.xopp(
                extra: "<image left=\"1\" top=\"1\" right=\"9\" bottom=\"9\">AAAA</image>"),
            "small.pdf": Documents.pages(1),
        ])
    }

    @Test func `A rendered page has every key of the contract`() throws {
        let shell = try Self.shell()
        let objects = try shell.json("render a.pdf --dpi 30 --json")
        #expect(objects.count == 2)
        let first = try #require(objects.first)
        #expect(
            first.keys.sorted() == [
                "bytes", "height", "input", "messages", "notes", "output", "page", "status", "width",
            ])
        #expect(first["input"] as? String == "a.pdf")
        #expect(first["output"] as? String == "a-1.png")
        #expect(first["page"] as? Int == 1)
        #expect(first["width"] as? Int == 249)
        #expect(first["height"] as? Int == 351)
        #expect(first["status"] as? String == "ok")
        #expect(first["messages"] as? [String] == [])
        #expect(first["bytes"] as? Int == (try shell.read("a-1.png").count))
    }

    @Test func `Ink that a picture cannot carry is in its messages`() throws {
        let objects = try Self.shell().json("render small.pdf --ink lost.xopp --json")
        #expect(objects.first?["status"] as? String == "warnings")
        let message = "lost.xopp: 1 × image (it is not a PNG, JPEG or PDF) is left out: 1 of the page's 2 objects."
        #expect(objects.first?["messages"] as? [String] == [message])
    }

    @Test func `A flattened document tells what was done`() throws {
        let shell = try Self.shell()
        let object = try #require(try shell.json("flatten a.pdf a.xopp -o out.pdf --json").first)
        #expect(
            object.keys.sorted() == [
                "archive", "beyond", "burnt", "bytes", "dropped", "extended", "form", "ink", "inkedPages", "input",
                "inputBytes", "kept", "largestEdgeError", "messages", "mode", "notes", "originalIsPrefix", "output",
                "overriddenObjects",
                "pageCount", "pointsIn", "pointsOut", "reason", "save", "sourceInk", "status", "strokes", "tolerance",
                "verification",
            ])
        #expect(object["status"] as? String == "ok")
        #expect(object["strokes"] as? Int == 1282)
        #expect(object["pointsIn"] as? Int == 23605)
        #expect(object["inkedPages"] as? [Int] == [1, 2])
        #expect(object["pageCount"] as? Int == 2)
        let pointsOut = try #require(object["pointsOut"] as? Int)
        #expect((1282..<23605).contains(pointsOut))
        #expect(try #require(object["largestEdgeError"] as? Double) <= 0.1)
        #expect(object["inputBytes"] as? Int == (try shell.read("a.pdf").count))
        #expect(object["bytes"] as? Int == (try shell.read("out.pdf").count))
    }

    @Test func `Dropped items are told on standard error and in JSON, with exit code 3`() throws {
        let shell = try Self.shell()
        expect(
            try shell.limn("flatten small.pdf lost.xopp -o out.pdf"),
            """
            1> out.pdf  1 stroke on 1 of 1 page, N bytes
            2> limn: lost.xopp, page 1: warning: 1 × image (it is not a PNG, JPEG or PDF) is left out: 1 of the page's 2 objects.
            [3] +out.pdf
            """)
        let object = try #require(try shell.json("flatten small.pdf lost.xopp -o out.pdf --json").first)
        let dropped = try #require(object["dropped"] as? [[String: Any]])
        #expect(dropped.map { $0["kind"] as? String } == ["image"])
        #expect(dropped.map { $0["total"] as? Int } == [2])
        #expect(dropped.map { $0["count"] as? Int } == [1])
        #expect(dropped.map { $0["page"] as? Int } == [1])
        expect(try shell.limn("flatten small.pdf lost.xopp -o out.pdf --quiet"), "[3]")
    }

    @Test func `Converted ink tells what was done`() throws {
        let shell = try Self.shell()
        let object = try #require(try shell.json("ink simplify a.xopp out.limn --tolerance 0.05 --json").first)
        #expect(
            object.keys.sorted() == [
                "bytes", "dropped", "duplicates", "from", "input", "inputBytes", "largestEdgeError", "messages",
                "notes", "output", "pointsIn",
                "pointsOut", "status", "strokes", "to",
            ])
        #expect(object["from"] as? String == "xopp")
        #expect(object["to"] as? String == "limn")
        #expect(object["pointsIn"] as? Int == 23605)
        #expect(try #require(object["largestEdgeError"] as? Double) <= 0.05)
        let inspected = try #require(try shell.json("inspect out.limn --json").first)
        #expect(inspected["points"] as? Int == object["pointsOut"] as? Int)
    }
}
