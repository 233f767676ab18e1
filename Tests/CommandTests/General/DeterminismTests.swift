// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct DeterminismTests {
    @Test(arguments: [
        "render a.pdf --dpi 40 --pages 1 -o OUT.png",
        "render a.pdf --dpi 40 --pages 1 --ink a.xopp --transparent -o OUT.png",
        "contact-sheet a.pdf -o OUT.png", "contact-sheet a.pdf -o OUT.pdf",
        "thumbnail a.pdf --ink a.xopp -o OUT.png", "thumbnail a.pdf --ink a.xopp -o OUT.jpg",
        "render a.pdf --dpi 40 --pages 1 --transparent -o OUT.webp", "flatten a.pdf a.xopp -o OUT.pdf",
        "flatten a.pdf a.xopp -o OUT.pdf --mode redraw", "ink convert a.xopp OUT.limn",
        "ink convert a.xopp OUT.limn --lossless", "ink convert a.xopp OUT.json", "ink simplify a.xopp OUT.limn",
        "form detect a.pdf -o OUT.pdf",
    ])
    func `Two runs give equal bytes`(typed: String) throws {
        let shell = try Shell([
            "a.pdf": try Documents.sheet(), "a.xopp": try Project.sample("character-sheet.xopp"),
        ])
        let ending = try #require(typed.firstMatch(of: /OUT(\.\w+)/)).1
        _ = try shell.limn(typed.replacing("OUT", with: "one"))
        // A second apart, in another zone, with another locale: clocks and settings must not show.
        _ = try shell.sh(
            "sleep 1.1; export TZ=Asia/Tokyo LC_ALL=de_DE.UTF-8 HOME=/; limn \(typed.replacing("OUT", with: "two"))")
        let one = try shell.read("one\(ending)")
        #expect(!one.isEmpty)
        #expect(one == (try shell.read("two\(ending)")))
    }

    /// Encryption needs random numbers; what it wraps does not.
    @Test func `Two exports of an encrypted document are equal once decrypted`() throws {
        let qpdf = try Requirement.tool("qpdf")
        let shell = try Shell(["a.pdf": try Documents.locked(), "a.xopp": Notes.xopp(), "word": Array("limn\n".utf8)])
        for name in ["one", "two"] {
            _ = try shell.limn("flatten a.pdf a.xopp -o \(name).pdf --password-file word")
            let options = "--password=limn --decrypt --static-id --qdf --no-original-object-ids"
            expect(try shell.sh("\(qpdf) \(options) \(name).pdf \(name)"), "[0] +\(name)")
        }
        #expect(try shell.read("one") == shell.read("two"))
    }
}
