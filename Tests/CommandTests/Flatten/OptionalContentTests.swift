// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import Testing
import TestSupport

/// `--optional-content`: layers that viewers can switch.
struct OptionalContentTests {
    /// Ink with a red bar on a visible layer, a green one on a locked layer, a blue one on a hidden layer, and a secret.
    private func ink() throws -> [UInt8] {
        func bar(_ rgba: UInt32, _ y: Double, _ layer: Int) -> Item {
            let brush = Brush(color: Color(rgba: rgba), width: 10)
            let points = StrokePoints([Point(x: 30, y: y), Point(x: 170, y: y)], width: 10)
            return .stroke(Stroke(brush: brush, points: points, layer: layer))
        }
        let text = TextItem(
            "Hidden words", .init(family: "DejaVu Sans", size: 12), at: Point(x: 30, y: 80), layer: 2)
        let drawing = Drawing(
            items: [
                bar(0xff00_00ff, 20, 0), bar(0x00ff_00ff, 40, 1), bar(0x0000_ffff, 60, 2), .object(.text(text)),
                bar(0xff00_00ff, 120, 0),
                .object(.note(NoteItem(at: Point(x: 30, y: 140), title: "The secret door", layer: 3))),
            ],
            layers: [
                .init(name: "Sketch"), .init(name: "Frame", isLocked: true), .init(name: "Später", isVisible: false),
                .init(name: "Master's eyes", audience: .gameMaster),
            ])
        return try NativeInk.encode(InkDocument(pages: [.init(background: .pdf(page: 1), drawing: drawing)]))
    }

    private func shell() throws -> Shell {
        try Shell(["a.pdf": onePagePDF(size: (200, 200)), "a.limn": try ink()])
    }

    /// The layers as PyMuPDF lists them, and the colors that engines show of the bars: as the file opens, with the hidden
    /// layer on, and with the visible one off.
    private func layers(_ shell: Shell, _ file: String) throws -> [String: [String]] {
        try JSONDecoder().decode(
            [String: [String]].self, from: Data(try python("optional_content", shell.folder.path(file)).utf8))
    }

    @Test(arguments: [
        "--mode overlay --save append", "--mode overlay --save rewrite", "--mode annotate --save append",
        "--mode annotate --save rewrite", "--mode burn",
    ])
    func `Viewers list and switch layers in every mode that keeps pages`(options: String) throws {
        let shell = try shell()
        let made = try shell.sh("limn flatten a.pdf a.limn -o b.pdf --optional-content \(options) --quiet")
        #expect(made == "[0] +b.pdf", "\(made)")
        let found = try layers(shell, "b.pdf")
        #expect(found["layers"] == ["Sketch on", "Frame on locked", "Später off"])
        #expect(found["opened"] == ["red", "green", "white", "red"])
        #expect(found["hidden on"] == ["red", "green", "blue", "red"])
        #expect(found["sketch off"] == ["white", "green", "white", "white"])
        #expect(found["poppler"] == ["red", "green", "white", "red"])
        #expect(found["pdfium"] == ["red", "green", "white", "red"])
        #expect(found["mutool"] == ["red", "green", "white", "red"])
        #expect(try run(try Requirement.tool("qpdf"), "--check", shell.folder.path("b.pdf")).status == 0)
    }

    @Test(arguments: ["overlay", "annotate", "burn"])
    func `A players' file has nothing of the game master's layer`(mode: String) throws {
        let shell = try shell()
        _ = try shell.sh("limn flatten a.pdf a.limn -o b.pdf --optional-content --mode \(mode) --quiet")
        let text = try run(
            try Requirement.tool("qpdf"), "--qdf", "--object-streams=disable", shell.folder.path("b.pdf"), "-"
        ).stdout
        let words = ["secret", "Master"]
        for word in words {
            let utf16 = word.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
            #expect(text.firstRange(of: Array(word.utf8)) == nil && text.firstRange(of: utf16) == nil)
        }
        _ = try shell.sh("limn flatten a.pdf a.limn -o gm.pdf --optional-content --mode \(mode) --audience gm --quiet")
        #expect(try layers(shell, "gm.pdf")["layers"]?.last == "Master's eyes on")
    }

    @Test func `Layers join those that the document has, whose settings stay`() throws {
        let shell = try shell()
        _ = try python("optional_content", "--make", shell.folder.path("layered.pdf"))
        for save in ["append", "rewrite"] {
            _ = try shell.sh("limn flatten layered.pdf a.limn -o \(save).pdf --optional-content --save \(save) --quiet")
            #expect(
                try layers(shell, "\(save).pdf")["layers"]
                    == ["Old on", "Old hidden off locked", "Sketch on", "Frame on locked", "Später off"])
        }
        #expect(try shell.read("append.pdf").starts(with: shell.read("layered.pdf")))
    }

    @Test func `Layers of one name on several pages are one, and equal exports are equal`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(2), "one.limn": try ink()])
        let drawing = try #require(try NativeInk.decode(try ink()).pages.first).drawing
        let pages = (1...2).map { InkDocument.Page(background: .pdf(page: $0), drawing: drawing) }
        try shell.write("a.limn", try NativeInk.encode(InkDocument(pages: pages)))
        for name in ["b", "c"] {
            _ = try shell.sh("limn flatten a.pdf a.limn -o \(name).pdf --optional-content --quiet")
        }
        #expect(try layers(shell, "b.pdf")["layers"] == ["Sketch on", "Frame on locked", "Später off"])
        #expect(try shell.read("b.pdf") == shell.read("c.pdf"))
    }

    @Test func `Where there can be no layers it is refused with a sentence`() throws {
        let shell = try shell()
        for mode in ["raster", "redraw"] {
            let refused = try shell.limn("flatten a.pdf a.limn -o b.pdf --optional-content --mode \(mode)")
            #expect(
                refused.contains("cannot keep layers") && refused.hasSuffix("\n[64]"), "\(refused)")
        }
    }

    @Test func `A signed document gets no layers unless it is forced`() throws {
        let shell = try Shell(["a.pdf": Documents.signed, "a.limn": try ink()])
        let flatten = "flatten a.pdf a.limn -o b.pdf --optional-content --mode annotate"
        expect(
            try shell.limn(flatten),
            "2> limn: a.pdf: The document is signed, and a list of layers would break the signature; "
                + "--force does it anyway.\n[1]")
        #expect(try shell.limn("\(flatten) --force --quiet").contains("+b.pdf"))
        #expect(try layers(shell, "b.pdf")["layers"] == ["Sketch on", "Frame on locked", "Später off"])
    }

    @Test func `Without it a hidden layer is not in the content`() throws {
        let shell = try shell()
        _ = try shell.sh("limn flatten a.pdf a.limn -o b.pdf --no-source-ink --quiet")
        let found = try layers(shell, "b.pdf")
        #expect(found["layers"] == [] && found["opened"] == ["red", "green", "white", "red"])
        #expect(try !run(try Requirement.tool("pdftotext"), shell.folder.path("b.pdf"), "-").text.contains("Hidden"))
    }
}
