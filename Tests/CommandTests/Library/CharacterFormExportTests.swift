// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Exports and pictures of characters with form values, judged by programs that have not written them.
@Suite struct CharacterFormExportTests {
    /// A character with values and handwriting on the sample sheet.
    private func mia() throws -> LibraryShell {
        let shell = try LibraryExportTests.mia()
        _ = try shell.limn(
            "character fill Mia --set identity.name=Maren --set motto=Ёжик_你好 --set vitals.wound.3=1 --set purse.gold=417"
        )
        return shell
    }

    private func values(_ shell: LibraryShell, _ name: String) throws -> [String: String] {
        let text = try python("form_values", shell.shell.folder.path(name))
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String])
    }

    @Test(arguments: ["overlay", "annotate"])
    func `Values and ink are appended, and the template stays the beginning`(mode: String) throws {
        let shell = try mia()
        let receipt = try #require(try shell.json("export Mia -o out.pdf --mode \(mode)").first)
        #expect(receipt["status"] as? String == "ok" || receipt["status"] as? String == "warnings", "\(receipt)")
        #expect(receipt["save"] as? String == "append" && receipt["originalIsPrefix"] as? Bool == true)
        #expect(receipt["inputBytes"] as? Int == (try Documents.sheet()).count)
        #expect(receipt["strokes"] as? Int == 1282)
        let form = try #require(receipt["form"] as? [String: Any])
        #expect(form["filled"] as? Int == 4 && form["save"] as? String == "append")
        #expect((form["fields"] as? [[String: Any]])?.contains { $0["name"] as? String == "motto" } == true)
        let overridden = try #require(receipt["overriddenObjects"] as? [Int])
        #expect(Set(form["overriddenObjects"] as? [Int] ?? []).isSubset(of: overridden) && !overridden.isEmpty)
        let verification = try #require(receipt["verification"] as? [String: Any])
        #expect(verification["inkedPages"] as? Int == 2)
        #expect(try shell.shell.read("out.pdf").starts(with: Documents.sheet()))
        let path = shell.shell.folder.path("out.pdf")
        let found = try values(shell, "out.pdf")
        #expect(found["identity.name"] == "Maren" && found["motto"] == "Ёжик 你好" && found["vitals.wound.3"] == "/Yes")
        #expect(found["identity.campaign"] == "The Amber Coast")
        #expect(try run(try Requirement.tool("qpdf"), "--check", path).status == 0)
        let poppler = try run(try Requirement.tool("pdftotext"), path, "-").text
        // The cells of the purse part its digits.
        let digits = poppler.filter { !$0.isWhitespace }
        #expect(poppler.contains("Maren") && digits.contains("417") && poppler.contains("Ёжик"), "\(poppler)")
        // The values show on the page in every engine: the same ink without them is another picture there.
        _ = try shell.limn("character undo Mia --form")
        _ = try shell.limn("export Mia -o plain.pdf --mode \(mode)")
        for engine in Engine.allCases where engine != .pdfium || mode == "overlay" {
            let filled = try engine.draw(path, dpi: 72)
            #expect(try filled != engine.draw(shell.shell.folder.path("plain.pdf"), dpi: 72), "\(engine)")
        }
        // The ink comes back from both.
        _ = try shell.limn("character create Ida --template sheet")
        _ = try shell.limn("character draw Ida out.pdf")
        #expect(try shell.strokes(of: "Ida") == shell.strokes(of: "Mia"))
    }

    @Test func `Burning makes values part of the page, and drawing pages anew keeps what they show`() throws {
        let shell = try mia()
        for mode in ["burn", "redraw", "raster --dpi 60"] {
            let receipt = try #require(try shell.json("export Mia -o out.pdf --mode \(mode)").first)
            #expect(["ok", "warnings"].contains(receipt["status"] as? String), "\(mode): \(receipt)")
            #expect((receipt["form"] as? [String: Any])?["filled"] as? Int == 4)
            #expect(try values(shell, "out.pdf").isEmpty)
            let text = try run(try Requirement.tool("pdftotext"), shell.shell.folder.path("out.pdf"), "-").text
            #expect(text.contains("Maren") == !mode.hasPrefix("raster"), "\(mode)")
            #expect(try run(try Requirement.tool("qpdf"), "--check", shell.shell.folder.path("out.pdf")).status == 0)
        }
    }

    @Test func `An export is what flatten makes of the filled form, to the pixel`() throws {
        let shell = try mia()
        _ = try shell.limn("export Mia -o out.pdf")
        _ = try shell.shell.sh(
            "limn form fill sheet.pdf --set identity.name=Maren --set 'motto=Ёжик 你好' --set vitals.wound.3=1 "
                + "--set purse.gold=417 -o filled.pdf && limn flatten filled.pdf a.xopp -o flat.pdf")
        let files = ["out.pdf", "flat.pdf"].map { shell.shell.folder.path($0) }
        #expect(try Engine.pdfium.draw(files[0], dpi: 72) == Engine.pdfium.draw(files[1], dpi: 72))
        // Saving anew is told as such.
        let anew = try #require(try shell.json("export Mia -o anew.pdf --save rewrite").first)
        #expect(anew["save"] as? String == "rewrite" && anew["originalIsPrefix"] as? Bool == false)
        #expect(try values(shell, "anew.pdf")["motto"] == "Ёжик 你好")
    }

    @Test func `Characters on one template are exported with their own values each`() throws {
        let shell = try LibraryShell.withMia()
        for name in ["Ole", "Ida", "Ada"] {
            _ = try shell.limn("character create \(name) --template sheet")
            _ = try shell.limn(
                "character fill \(name) --set identity.name=\(name)_the_Bold --set purse.gold=\(name.count)")
        }
        let transcript = try shell.limn("export Ada Mia Ole Ida -o out")
        expect(
            transcript,
            """
            1> out/Ada.pdf  2 fields, 0 strokes on 0 of 2 pages, N bytes
            1> out/Mia.pdf  0 strokes on 0 of 2 pages, N bytes
            1> out/Ole.pdf  2 fields, 0 strokes on 0 of 2 pages, N bytes
            1> out/Ida.pdf  2 fields, 0 strokes on 0 of 2 pages, N bytes
            [0] +out/ +out/Ada.pdf +out/Ida.pdf +out/Mia.pdf +out/Ole.pdf
            """)
        for name in ["Ole", "Ida", "Ada"] {
            #expect(try values(shell, "out/\(name).pdf")["identity.name"] == "\(name) the Bold")
        }
        #expect(try values(shell, "out/Mia.pdf")["identity.name"] == nil)
    }

    @Test func `Pictures of characters show values, and are drawn anew when these have changed`() throws {
        let shell = try LibraryShell.withMia()
        func drawn() throws -> Bool? { try shell.json("thumbnails Mia -o out").first?["drawn"] as? Bool }
        #expect(try drawn() == true)
        #expect(try drawn() == false)
        let blank = try DecodedPicture(try shell.shell.read("out/Mia.png"))
        _ = try shell.limn("character fill Mia --set identity.name=Maren --set identity.calling=Lantern-keeper")
        #expect(try drawn() == true)
        #expect(try drawn() == false)
        let filled = try DecodedPicture(try shell.shell.read("out/Mia.png"))
        #expect(filled.bytes != blank.bytes)
        _ = try shell.shell.sh(
            "limn form fill sheet.pdf --set identity.name=Maren --set identity.calling=Lantern-keeper -o f.pdf && "
                + "limn thumbnail f.pdf -o f.png")
        #expect(try DecodedPicture(try shell.shell.read("f.png")).bytes == filled.bytes)
        _ = try shell.limn("character undo Mia --form")
        #expect(try drawn() == true)
        #expect(try DecodedPicture(try shell.shell.read("out/Mia.png")).bytes == blank.bytes)
    }

    @Test func `Values that another template does not take are told, and the rest is exported`() throws {
        let shell = try LibraryShell.withMia(["form.pdf": Forms.all])
        _ = try shell.limn("template import form.pdf")
        _ = try shell.limn("character create Bea --template form")
        _ = try shell.limn("character fill Bea --set sum.b=3 --set wounded=1")
        _ = try shell.limn("character attach Bea sheet")
        let done = try shell.limn("export Bea -o bea.pdf")
        #expect(done.contains("sum.b") && done.contains("wounded") && done.hasSuffix("[3] +bea.pdf"), "\(done)")
        _ = try shell.limn("template import map.pdf")
        _ = try shell.limn("character attach Bea map")
        let map = try shell.limn("export Bea -o map2.pdf")
        #expect(map.contains("The template has no form fields") && map.hasSuffix("[3] +map2.pdf"), "\(map)")
        _ = try shell.limn("character attach Bea form")
        #expect(try shell.limn("export Bea -o again.pdf").hasSuffix("[0] +again.pdf"))
        #expect(try values(shell, "again.pdf")["sum.b"] == "3")
    }

    @Test(arguments: ["approval", "certify2"])
    func `Values are appended to a signed form, and ink only as its signature permits`(kind: String) throws {
        let shell = try LibraryShell()
        _ = try python(
            "sign_pdf", shell.shell.folder.path("sheet.pdf"), shell.shell.folder.path("signed.pdf"), kind)
        _ = try shell.limn("template import signed.pdf")
        _ = try shell.limn("character create Mia --template signed")
        _ = try shell.limn("character fill Mia --set identity.name=Maren")
        // Page content is not permitted, and nothing is written.
        _ = try shell.limn("character item add Mia --page 1 --text Hello --at 90,90")
        let refused = try shell.limn("export Mia -o out.pdf")
        #expect(refused.contains("signed") && refused.hasSuffix("[1]"), "\(refused)")
        let burnt = try shell.limn("export Mia -o out.pdf --mode burn")
        #expect(burnt.contains("signed") && burnt.hasSuffix("[1]"), "\(burnt)")
    }

    @Test func `A template whose author certified that nothing may change takes no values`() throws {
        let shell = try LibraryShell()
        _ = try python(
            "sign_pdf", shell.shell.folder.path("sheet.pdf"), shell.shell.folder.path("signed.pdf"), "certify1")
        _ = try shell.limn("template import signed.pdf")
        _ = try shell.limn("character create Mia --template signed")
        let done = try shell.limn("character fill Mia --set identity.name=Maren")
        #expect(done.contains("its author certified that nothing may be changed") && done.hasSuffix("[1]"), "\(done)")
    }
}
