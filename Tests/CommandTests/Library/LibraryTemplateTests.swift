// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct LibraryTemplateTests {
    @Test func `A PDF becomes a template with its facts`() throws {
        let shell = try LibraryShell()
        expect(
            try shell.limn("template import sheet.pdf"), "1> ID  sheet  2 pages, 105534 bytes, form\n[0]")
        let shown = try #require(try shell.json("template show sheet").first)
        #expect(shown["pageCount"] as? Int == 2)
        #expect(shown["formFields"] as? Bool == true)
        #expect(shown["locked"] as? Bool == false)
        #expect(shown["characters"] as? Int == 0)
        #expect((shown["sizes"] as? [[Double]])?.map { $0.map { $0.rounded() } } == [[595, 842], [595, 842]])
        let titles = (shown["outline"] as? [[String: Any]])?.compactMap { $0["title"] as? String }
        #expect(titles?.isEmpty == false)
    }

    @Test func `A template's thumbnail is the picture that limn thumbnail makes`() throws {
        let shell = try LibraryShell()
        _ = try shell.limn("template import sheet.pdf")
        _ = try shell.limn("template show sheet --thumbnail kept.png")
        _ = try shell.shell.limn("thumbnail sheet.pdf -o made.png")
        let kept = try DecodedPicture(try shell.shell.read("kept.png"))
        let made = try DecodedPicture(try shell.shell.read("made.png"))
        #expect(max(kept.width, kept.height) == 256)
        #expect(kept.bytes == made.bytes)
    }

    @Test func `The same bytes are kept once`() throws {
        let shell = try LibraryShell(["again.pdf": try Documents.sheet()])
        let first = try shell.json("template import sheet.pdf")
        let second = try shell.json("template import again.pdf --name Other")
        #expect(first.first?["id"] as? String == second.first?["id"] as? String)
        #expect(second.first?["wasThere"] as? Bool == true)
        #expect(try shell.json("template list").count == 1)
    }

    @Test func `One PDF that cannot be read keeps all from being imported`() throws {
        let shell = try LibraryShell(["bad.pdf": Array("no PDF".utf8)])
        expect(
            try shell.limn("template import sheet.pdf bad.pdf map.pdf"),
            """
            2> limn: bad.pdf: The file is neither a PDF nor ink that Limn reads.
            2> limn: Nothing was imported. --keep-going imports the 2 other PDFs.
            [1]
            """)
        #expect(try shell.limn("template list") == "[0]")
        #expect(
            try shell.json("template import sheet.pdf bad.pdf").map { $0["status"] as? String } == [
                "refused", "failed",
            ])
    }

    @Test func `What can be imported is, where that is asked for`() throws {
        let shell = try LibraryShell(["bad.pdf": Array("no PDF".utf8)])
        expect(
            try shell.limn("template import sheet.pdf bad.pdf map.pdf --keep-going"),
            """
            1> ID  sheet  2 pages, 105534 bytes, form
            1> ID  map  1 page, N bytes
            2> limn: bad.pdf: The file is neither a PDF nor ink that Limn reads.
            [1]
            """)
    }

    @Test func `A locked PDF needs its password, which is not kept`() throws {
        let shell = try LibraryShell(["locked.pdf": try Documents.locked(), "right": Array("limn\n".utf8)])
        expect(
            try shell.limn("template import locked.pdf"), "2> limn: locked.pdf: \(LockedTests.advised)\n[1]")
        expect(
            try shell.limn("template import locked.pdf --password-file right"),
            "1> ID  locked  2 pages, 106841 bytes, form, locked\n[0]")
        expect(
            try shell.limn("template import locked.pdf --password limn"),
            """
            1> ID  locked  2 pages, 106841 bytes, form, locked  (was there)
            2> limn: a password on the command line can be seen by others; --password-file hides it.
            [0]
            """)
        _ = try shell.limn("character create Mia --template locked")
        expect(try shell.limn("export Mia -o out.pdf"), "2> limn: Mia: \(LockedTests.advised)\n[1]")
        let found = try TestSupport.run("grep", "-rlaw", "limn-owner", "lib", directory: shell.shell.folder.url)
        #expect(found.status == 1)
    }

    @Test func `A template's text is searched without case and accents`() throws {
        let shell = try LibraryShell.withMia()
        _ = try shell.limn("character rename Mia Mía_Ödegård")
        #expect(try shell.json("character list --search ODEGARD").count == 1)
        #expect(try shell.json("character list --search vitality_mia").count == 1)
        #expect(try shell.json("character list --search nowhere").isEmpty)
    }

    @Test func `Names are checked with reasons`() throws {
        let shell = try LibraryShell.withMia()
        expect(
            try shell.limn("template rename sheet \(String(repeating: "x", count: 201))"),
            "2> limn: The name has 201 characters; at most 200 are allowed.\n[1]")
        expect(
            try shell.limn("character rename Mia a\u{7}"),
            "2> limn: The name has a control character (U+0007); leave it out.\n[1]")
        expect(
            try shell.limn("template import map.pdf --name _"),
            "2> limn: The name is empty; give at least one visible character.\n[1]")
    }

    @Test func `Characters can be kept as orphans and attached again`() throws {
        let shell = try LibraryShell.withMia(["a.xopp": Notes.xopp()])
        _ = try shell.limn("character draw Mia --page 2 a.xopp")
        expect(
            try shell.limn("template remove sheet --keep-characters --yes"),
            "1> ID  “sheet” put into the trash, 1 character kept\n[0]")
        expect(
            try shell.limn("export Mia -o out.pdf"),
            "2> limn: Mia: The character has no template; attach it to one (limn character attach).\n[1]")
        _ = try shell.limn("template import map.pdf sheet.pdf")
        expect(
            try shell.limn("character attach Mia map"),
            "2> limn: There is no page 2: the template has one page.\n[1]")
        #expect(try shell.limn("character attach Mia sheet").hasSuffix("[0]"))
        #expect(try shell.limn("export Mia -o out.pdf").hasSuffix("[0] +out.pdf"))
    }

    @Test func `What no library holds is told, and an ambiguous beginning too`() throws {
        let shell = try LibraryShell.withMia()
        expect(try shell.limn("template show no"), "2> limn: There is no template “no” in the library.\n[1]")
        _ = try shell.limn("character create Mina --template sheet")
        #expect(try shell.limn("character show mi").contains("“mi” may mean “Mia” (ID), “Mina” (ID): give the id."))
        #expect(try shell.limn("character show MIA").hasSuffix("[0]"))
    }

    @Test func `Where there is no library, every verb says so and fails`() throws {
        let shell = try LibraryShell()
        let sentence = "2> limn: There is no library in lib. limn template import creates one."
        expect(try shell.limn("template list"), "\(sentence)\n[1]")
        let object =
            #"{"messages":["There is no library in lib. limn template import creates one."],"notes":[],"status":"failed"}"#
        expect(try shell.limn("character list --json"), "1> \(object)\n\(sentence)\n[1]")
        expect(try shell.limn("character show Mia"), "\(sentence)\n[1]")
        expect(try shell.limn("library check"), "\(sentence)\n[1]")
    }

    @Test func `A library is found by the environment`() throws {
        let shell = try LibraryShell.withMia()
        #expect(
            try shell.shell.sh("LIMN_LIBRARY=lib limn character list --json | grep -c Mia").hasPrefix("1> 1\n"))
        #expect(
            try shell.shell.sh("HOME=$PWD limn template import map.pdf --quiet && ls .local/share/limn/library.sqlite")
                .hasPrefix("1> .local/share/limn/library.sqlite"))
    }
}
