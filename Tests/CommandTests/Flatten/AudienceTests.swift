// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import Testing
import TestSupport

/// What is meant for the game master never reaches a file for players.
struct AudienceTests {
    /// A picture whose bytes are found again: a red square as JPEG data of the game master, a PNG of everyone.
    private static let secretPicture = PictureData(
        Array(
            Data(
                base64Encoded:
                    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwc"
                    + "KDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAB//EABQQAQAAAAAA"
                    + "AAAAAAAAAAAAAAD/2gAIAQEAAD8AKp//2Q==") ?? Data()), format: .jpeg)

    /// Places that only the game master's stroke has.
    private static let secretPlaces = [Point(x: 61.4375, y: 33.8125), Point(x: 88.5625, y: 71.1875)]

    private static func ink() throws -> [UInt8] {
        let style = TextItem.Style(family: "DejaVu Sans", size: 10)
        func stroke(_ points: [Point], _ layer: Int) -> Item {
            .stroke(Stroke(brush: Brush(width: 2), points: StrokePoints(points, width: 2), layer: layer))
        }
        let drawing = Drawing(
            items: [
                stroke([Point(x: 10, y: 10), Point(x: 40, y: 12)], 0),
                .object(.text(TextItem("Open words", style, at: Point(x: 10, y: 20)))),
                .object(.note(NoteItem(at: Point(x: 150, y: 5), title: "Rumour", text: "The inn is full."))),
                stroke(secretPlaces, 1),
                .object(.text(TextItem("Xylographer", style, at: Point(x: 10, y: 40), layer: 1))),
                .object(
                    .note(NoteItem(at: Point(x: 150, y: 30), title: "Quagmire", text: "Zephyrine waits.", layer: 1))),
                .object(
                    .link(LinkItem(Rect(x0: 1, y0: 1, x1: 9, y1: 9), to: .uri("https://hidden.example/"), layer: 1))),
                .object(.picture(PictureItem(secretPicture, frame: Rect(x0: 150, y0: 60, x1: 170, y1: 80), layer: 1))),
            ], layers: [.init(name: "Table"), .init(name: "Behind the screen", audience: .gameMaster)])
        return try NativeInk.encode(InkDocument(pages: [.init(drawing: drawing)]), precision: .lossless)
    }

    /// All forms in which the game master's words can stand in a file whose streams are open.
    private static let secrets: [(name: String, bytes: [UInt8])] = {
        var all: [(name: String, bytes: [UInt8])] = [("the picture", Array(secretPicture.bytes.suffix(60)))]
        for word in ["Xylographer", "Quagmire", "Zephyrine", "hidden.example", "Behind the screen"] {
            let units = Array(word.utf16)
            let wide: [UInt8] = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
            let digits = units.map { String(format: "%04x", Int($0)) }.joined()
            all.append((word, Array(word.utf8)))
            all.append(("\(word) in UTF-16", wide))
            all.append(("\(word) in digits", Array(digits.utf8)))
        }
        return all
    }()

    private func opened(_ shell: Shell, _ name: String) throws -> [UInt8] {
        let done = try run(
            try Requirement.tool("qpdf"), "--qdf", "--object-streams=disable", "--decode-level=generalized",
            shell.folder.path(name), "-")
        #expect(done.status == 0 || done.status == 3)
        return done.stdout
    }

    private func found(_ shell: Shell, _ name: String) throws -> [String] {
        let (plain, open) = (try shell.read(name), try opened(shell, name))
        var found = Self.secrets.filter {
            plain.firstRange(of: $0.bytes) != nil || open.firstRange(of: $0.bytes) != nil
        }.map(\.name)
        let text = try run(try Requirement.tool("pdftotext"), shell.folder.path(name), "-").text
        if text.contains("Xylographer") { found.append("text") }
        let ink = try run(
            Executable.path, "ink", "convert", shell.folder.path(name), "-", "--to", "limn-json", "--audience", "gm")
        if ink.status == 0, ink.text.contains("61.4375") { found.append("stroke") }
        return found
    }

    @Test(arguments: ["overlay", "annotate", "burn", "redraw", "raster"])
    func `A file for players holds nothing of the game master's, in any mode`(mode: String) throws {
        let shell = try Shell(["a.pdf": Documents.pages(1), "a.limn": try Self.ink()])
        let players = try shell.limn("flatten a.pdf a.limn -o players.pdf --mode \(mode)")
        // Burnt notes lose their words, which is said.
        let status = mode == "burn" ? 3 : 0
        #expect(players.hasSuffix("[\(status)] +players.pdf"), "\(players)")
        #expect(try found(shell, "players.pdf") == [])
        let master = try shell.limn("flatten a.pdf a.limn -o master.pdf --mode \(mode) --audience gm")
        #expect(master.hasSuffix("[\(status)] +master.pdf"), "\(master)")
        guard mode == "overlay" || mode == "annotate" else { return }
        let there = try found(shell, "master.pdf")
        #expect(there.contains("the picture") && there.contains("text") && there.contains("stroke"), "\(there)")
        #expect(try shell.read("players.pdf").starts(with: shell.read("a.pdf")))
    }

    @Test func `A picture for players shows nothing of the game master's`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1), "a.limn": try Self.ink()])
        _ = try shell.limn("render a.pdf --ink a.limn -o players.png --dpi 72")
        _ = try shell.limn("render a.pdf --ink a.limn -o master.png --dpi 72 --audience gm")
        let (players, master) = (
            try DecodedPicture(shell.read("players.png")), try DecodedPicture(shell.read("master.png"))
        )
        // On the secret stroke.
        func isWhite(_ picture: DecodedPicture, _ x: Int, _ y: Int) -> Bool { picture[x, y].allSatisfy { $0 > 250 } }
        #expect(isWhite(players, 75, 52) && !isWhite(master, 75, 52))
        #expect(!isWhite(players, 25, 11) && !isWhite(master, 25, 11))
    }

    @Test func `Hidden layers are not shown unless they are asked for`() throws {
        var document = try NativeInk.decode(Self.ink())
        document.pages[0].drawing.layers[1] = .init(name: "Draft", isVisible: false)
        let shell = try Shell(["a.pdf": Documents.pages(1), "a.limn": try NativeInk.encode(document)])
        _ = try shell.limn("flatten a.pdf a.limn -o hidden.pdf")
        _ = try shell.limn("flatten a.pdf a.limn -o all.pdf --layers all")
        _ = try shell.limn("flatten a.pdf a.limn -o draft.pdf --layers Draft")
        func words(_ name: String) throws -> [Bool] {
            let text = try run(try Requirement.tool("pdftotext"), shell.folder.path(name), "-").text
            return [text.contains("Open words"), text.contains("Xylographer")]
        }
        #expect(try words("hidden.pdf") == [true, false])
        #expect(try words("all.pdf") == [true, true])
        #expect(try words("draft.pdf") == [false, true])
        let missing = try shell.limn("flatten a.pdf a.limn -o none.pdf --layers Nobody")
        #expect(missing.contains("There is no layer “Nobody”."), "\(missing)")
    }

    @Test func `Notes become annotations unless they are left out`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1), "a.limn": try Self.ink()])
        _ = try shell.limn("flatten a.pdf a.limn -o with.pdf --save rewrite")
        _ = try shell.limn("flatten a.pdf a.limn -o without.pdf --save rewrite --no-notes")
        let rumour = Array("Rumour".utf8)
        #expect(try opened(shell, "with.pdf").firstRange(of: rumour) != nil)
        #expect(try opened(shell, "without.pdf").firstRange(of: rumour) == nil)
    }
}
