// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct LibraryExportTests {
    static func mia() throws -> LibraryShell {
        let shell = try LibraryShell.withMia(["a.xopp": try Project.sample("character-sheet.xopp")])
        _ = try shell.limn("character draw Mia a.xopp")
        return shell
    }

    @Test func `An export is what flatten makes of the same ink`() throws {
        let shell = try Self.mia()
        expect(
            try shell.limn("export Mia -o out.pdf"),
            "1> out.pdf  1282 strokes on 2 of 2 pages, N bytes\n[0] +out.pdf")
        _ = try shell.shell.limn("flatten sheet.pdf a.xopp -o flat.pdf")
        let (out, flat) = (try shell.shell.read("out.pdf"), try shell.shell.read("flat.pdf"))
        #expect(out.starts(with: try Documents.sheet()))
        #expect(flat.starts(with: try Documents.sheet()))
        let files = ["out.pdf", "flat.pdf"].map { shell.shell.folder.path($0) }
        #expect(try Engine.pdfium.draw(files[0], dpi: 72) == Engine.pdfium.draw(files[1], dpi: 72))
    }

    @Test func `Characters of one name are told apart, and go to a folder`() throws {
        let shell = try Self.mia()
        _ = try shell.limn("character duplicate Mia")
        _ = try shell.limn("character create A/B --template sheet")
        let ids = try shell.json("character list").compactMap { $0["id"] as? String }
        let transcript = try shell.limn("export \(ids.joined(separator: " ")) -o out")
        expect(
            transcript,
            """
            1> out/A-B.pdf  0 strokes on 0 of 2 pages, N bytes
            1> out/Mia ID.pdf  1282 strokes on 2 of 2 pages, N bytes
            1> out/Mia ID.pdf  1282 strokes on 2 of 2 pages, N bytes
            [0] +out/ +out/A-B.pdf +out/Mia ID.pdf +out/Mia ID.pdf
            """)
        expect(
            try shell.limn("export \(ids.joined(separator: " ")) -o one.pdf"),
            "2> limn: 3 characters do not fit in one file; give a folder with --output.\n[64]")
    }

    @Test func `Chosen pages of a character are exported, in the order in which they are given`() throws {
        let shell = try Self.mia()
        _ = try shell.limn("export Mia -o all.pdf")
        func draw(_ file: String, _ page: Int) throws -> Picture {
            try Engine.pdfium.draw(shell.shell.folder.path(file), page: page, dpi: 72)
        }
        for (pages, numbers) in [("2", [2]), ("z,1", [2, 1]), ("1,1", [1, 1]), ("r2", [1])] {
            let object = try #require(try shell.json("export Mia -o some.pdf --pages \(pages)").first)
            #expect(object["status"] as? String == "ok" && object["pageCount"] as? Int == numbers.count, "\(object)")
            #expect(object["inkedPages"] as? [Int] == Array(1...numbers.count))
            #expect(object["originalIsPrefix"] as? Bool == false)
            for (index, number) in numbers.enumerated() {
                #expect(try draw("some.pdf", index + 1) == draw("all.pdf", number), "\(pages)")
            }
        }
        // The whole document in its order is the export as it ever was.
        _ = try shell.limn("export Mia -o same.pdf --pages 1-z")
        #expect(try shell.shell.read("same.pdf").starts(with: try Documents.sheet()))
        let missing = try shell.limn("export Mia -o none.pdf --pages 1-3")
        #expect(missing.contains("2 pages") && missing.hasSuffix("[1]"), "\(missing)")
        #expect(try shell.limn("export Mia -o none.pdf --pages x").hasSuffix("[64]"))
        #expect(try shell.limn("export Mia -o none.pdf --pages 1 --save append").hasSuffix("[64]"))
        expect(
            try shell.shell.limn("flatten sheet.pdf a.xopp -o flat.pdf --pages 2 --quiet"), "[0] +flat.pdf")
        #expect(try draw("flat.pdf", 1) == draw("all.pdf", 2))
        // What leads to pages that are not there is gone.
        let told = try shell.shell.limn("inspect flat.pdf")
        #expect(told.contains("Tale, satchel and charms → page 1") && told.contains("Map or sketch → page 1"))
        #expect(!told.contains("Front of the ledger") && !told.contains("Attacks"), "\(told)")
    }

    @Test func `Every mode of flatten exports a character`() throws {
        let shell = try Self.mia()
        for mode in ["overlay", "annotate", "burn", "redraw", "raster --dpi 50"] {
            let object = try #require(try shell.json("export Mia -o out.pdf --mode \(mode)").first)
            #expect(object["mode"] as? String == mode.components(separatedBy: " ")[0])
            #expect(object["name"] as? String == "Mia")
            #expect(["ok", "warnings"].contains(object["status"] as? String))
        }
        _ = try shell.limn("export Mia -o out.pdf --receipt receipt.json --census")
        let receipt = try JSONSerialization.jsonObject(with: Data(try shell.shell.read("receipt.json")))
        #expect((receipt as? [String: Any])?["originalIsPrefix"] as? Bool == true)
    }

    @Test func `Pages grow to hold a character's ink beyond them, in exports and in thumbnails`() throws {
        let shell = try LibraryShell.withMia([
            "a.xopp": Notes.xopp(["-20 50 30 80"], size: (595, 842))
        ])
        _ = try shell.limn("character draw Mia a.xopp")
        let cut = try shell.limn("export Mia -o cut.pdf")
        #expect(cut.contains("One item is cut off by its edge (left); --extend makes the page larger."), "\(cut)")
        let object = try #require(try shell.json("export Mia -o out.pdf --extend").first)
        let page = (object["extended"] as? [[String: Any]])?.first
        #expect(object["status"] as? String == "ok" && page?["left"] as? Double == 21, "\(object)")
        #expect(try shell.limn("thumbnails Mia --extend").contains("--extend requires --output."))
        _ = try shell.limn("thumbnails Mia -o small")
        let narrow = try shell.shell.read("small/Mia.png")
        _ = try shell.limn("thumbnails Mia -o small --extend left")
        #expect(try shell.shell.read("small/Mia.png") != narrow)
        // The library keeps the thumbnail of the page as it is.
        _ = try shell.limn("thumbnails Mia -o small")
        #expect(try shell.shell.read("small/Mia.png") == narrow)
    }

    @Test func `Nothing is written over the library's own files`() throws {
        let shell = try Self.mia()
        let before = try shell.shell.read("lib/blobs.lock")
        for command in [
            "export Mia -o lib/out.pdf", "export Mia -o out.pdf --receipt lib/blobs.lock", "thumbnails -o lib/blobs",
            "library pack Mia lib/mia.limnpkg", "library backup lib/saved",
        ] {
            let transcript = try shell.limn(command)
            #expect(transcript.contains("This is inside the library itself; give another place.\n[1]"), "\(transcript)")
        }
        #expect(try shell.shell.read("lib/blobs.lock") == before)
        #expect(try shell.limn("library check").hasSuffix("sound\n[0]"))
    }

    @Test func `The ink of an export comes back into the library`() throws {
        let shell = try Self.mia()
        _ = try shell.limn("export Mia -o out.pdf")
        _ = try shell.limn("character create Ida --template sheet")
        #expect(try shell.limn("character draw Ida out.pdf").hasSuffix("[0]"))
        #expect(try shell.strokes(of: "Ida") == shell.strokes(of: "Mia"))
    }

    @Test func `Nothing is written into the library itself`() throws {
        let shell = try Self.mia()
        expect(
            try shell.limn("export Mia -o lib/out.pdf"),
            "2> limn: lib/out.pdf: This is inside the library itself; give another place.\n[1]")
        #expect(try shell.limn("export Mia -o lib/../lib/blobs").contains("inside the library itself"))
        #expect(try shell.limn("thumbnails -o lib").contains("inside the library itself"))
    }

    @Test func `An existing file is left alone where that is asked for`() throws {
        let shell = try Self.mia()
        try shell.shell.write("out.pdf", Array("mine".utf8))
        #expect(try shell.limn("export Mia -o out.pdf --no-clobber").hasSuffix("[1]"))
        #expect(try shell.shell.read("out.pdf") == Array("mine".utf8))
    }

    @Test func `Pictures are drawn anew when the ink has changed, and only then`() throws {
        let shell = try Self.mia()
        _ = try shell.limn("character create Ida --template sheet")
        func drawn() throws -> [String: Bool] {
            Dictionary(
                try shell.json("thumbnails").map { ($0["name"] as? String ?? "", $0["drawn"] as? Bool ?? false) },
                uniquingKeysWith: { $1 })
        }
        #expect(try drawn() == ["Mia": true, "Ida": true])
        #expect(try drawn() == ["Mia": false, "Ida": false])
        _ = try shell.limn("character rename Ida Eda")
        _ = try shell.limn("character favorite Mia")
        #expect(try drawn() == ["Mia": false, "Eda": false])
        _ = try shell.limn("character undo Mia --page 1")
        #expect(try drawn() == ["Mia": true, "Eda": false])
    }

    @Test func `The name of a character is not a path in messages`() throws {
        let shell = try Self.mia()
        _ = try shell.limn("character rename Mia AC//DC")
        _ = try shell.limn("template remove sheet --keep-characters --yes")
        #expect(try shell.limn("thumbnails AC//DC").hasPrefix("2> limn: AC//DC: The character has no template"))
    }

    @Test func `A character's picture is that of the page with its ink`() throws {
        let shell = try Self.mia()
        _ = try shell.limn("thumbnails Mia -o out")
        _ = try shell.shell.limn("thumbnail sheet.pdf --ink a.xopp -o made.png")
        let kept = try DecodedPicture(try shell.shell.read("out/Mia.png"))
        let made = try DecodedPicture(try shell.shell.read("made.png"))
        #expect(kept.bytes == made.bytes)
    }
}
