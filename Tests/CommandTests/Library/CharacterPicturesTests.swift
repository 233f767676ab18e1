// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// `limn render CHARACTER`, and other commands for many things at once.
@Suite struct CharacterPicturesTests {
    private func shell() throws -> Shell {
        let shell = try LibraryShell.withMia(["note.xopp": Notes.xopp()])
        _ = try shell.limn("character draw Mia note.xopp --page 1 --quiet")
        return shell.shell
    }

    @Test func `A character's pages become pictures, with its ink, as it is or as it was`() throws {
        let shell = try shell()
        let done = try shell.sh("export LIMN_LIBRARY=lib; limn render Mia -o now/ --pages 1 -r 72 -q")
        #expect(done.contains("+now/Mia-1.png"), "\(done)")
        // A second change, and the time before it.
        let then = try shell.sh(
            """
            export LIMN_LIBRARY=lib
            sleep 1.1; time=$(date -u +%Y-%m-%dT%H:%M:%SZ); sleep 1.1
            limn character erase Mia --page 1 -q
            limn render Mia -o empty/ --pages 1 -r 72 -q
            limn render Mia --at $time -o then/ --pages 1 -r 72 -q
            """)
        #expect(then.contains("+then/Mia-1.png"), "\(then)")
        #expect(try shell.read("then/Mia-1.png") == shell.read("now/Mia-1.png"))
        #expect(try shell.read("empty/Mia-1.png") != shell.read("now/Mia-1.png"))
    }

    @Test func `One page of a character goes to a file or to standard output`() throws {
        let shell = try shell()
        let one = try shell.sh("limn render Mia -p 1 -r 36 -o one.jpg --library lib")
        #expect(one.hasPrefix("1> one.jpg  ") && one.contains("[0]") && one.hasSuffix(" +one.jpg"), "\(one)")
        #expect(try shell.sh("limn render Mia -p 1 -r 36 -o - --library lib | head -c 4 | tail -c 3").contains("PNG"))
        let two = try shell.sh("limn render Mia -r 36 -o two.png --library lib")
        #expect(
            two.contains("2 pages do not fit in one file; choose one with --pages") && two.contains("[1]"), "\(two)")
        _ = try shell.sh("limn character create Ole --template sheet --library lib")
        let many = try shell.sh("limn render Mia Ole -p 1 -o two.png --library lib")
        #expect(many.contains("2 characters do not fit in one file; give a folder") && many.contains("[1]"), "\(many)")
    }

    @Test func `Of the pages that are wanted at most, those that a document has are drawn`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1), "b.pdf": Documents.pages(3)])
        let done = try shell.limn("render a.pdf b.pdf -p 2-9 --at-most -r 9 -o out/")
        #expect(done.hasSuffix("[0] +out/ +out/b-2.png +out/b-3.png") && !done.contains("2>"), "\(done)")
    }

    @Test func `A name that is neither a file nor a character is called so, and nothing is created for missing files`()
        throws
    {
        let shell = try shell()
        let done = try shell.sh("export LIMN_LIBRARY=lib; limn render nobody -o x/; limn render nobody.pdf -o x/")
        #expect(done.contains("There is neither a file nor a character called “nobody”."), "\(done)")
        #expect(done.contains("nobody.pdf: It cannot be read: there is no such file."), "\(done)")
        #expect(
            try shell.limn("template import no.pdf --library new")
                == "2> limn: no.pdf: It cannot be read: there is no such file.\n[1]")
        #expect(
            try shell.limn("library unpack no.limnpkg --library new")
                == "2> limn: no.limnpkg: It cannot be read: there is no such file.\n[1]")
        #expect(try shell.limn("library nosuch --help").hasSuffix("[64]"))
    }

    @Test func `A table finds the pictures beside it, and the column with the names needs no field`() throws {
        let shell = try LibraryShell.withMia([
            "party/party.csv": Array("name,portrait\nOle,@ole.png\n".utf8),
            "party/ole.png": try Project.sample("portrait.png"),
        ]).shell
        let made = try shell.sh("limn character create --from party/party.csv --template sheet --library lib")
        #expect(made.hasPrefix("1> Ole, form: 1 field changed\n[0]"), "\(made)")
    }

    @Test func `A table makes characters, and fills in theirs`() throws {
        let shell = try LibraryShell.withMia([
            "party.csv": Array("identity.name,identity.level,mood\nOle,3,calm\nTiia,4,loud\n".utf8),
            "later.csv": Array("name,identity.level\nOle,5\nTiia,6\n".utf8),
        ]).shell
        let made = try shell.sh("limn character create --from party.csv --template sheet --tag party --library lib")
        #expect(made.contains("“mood”") && made.contains("[3]"), "\(made)")
        #expect(try shell.sh("limn character list --tag party --library lib").split(separator: "\n").count == 3)
        _ = try shell.sh("limn character fill --rows later.csv --library lib -q")
        #expect(
            try shell.sh("limn character values Tiia --library lib").contains("\"identity.level\"  text  page 1  = 6"))
        #expect(try shell.sh("limn character fill --library lib").contains("[64]"))
    }

    @Test func `All characters are exported without their names`() throws {
        let shell = try shell()
        _ = try shell.sh("limn character create Ole --template sheet --library lib")
        let done = try shell.sh("limn export --all -o out/ -q --library lib")
        #expect(done.contains("+out/Mia.pdf") && done.contains("+out/Ole.pdf"), "\(done)")
        #expect(try shell.sh("limn export -o out/ --library lib").contains("Name a character, or give --all."))
    }

    @Test func `Several files and folders are inspected`() throws {
        let shell = try Shell(["in/a.pdf": Documents.pages(1), "in/b.pdf": Documents.pages(2), "n.xopp": Notes.xopp()])
        let done = try shell.limn("inspect in n.xopp missing.pdf")
        for name in ["1> in/a.pdf: PDF", "1> in/b.pdf: PDF", "1> n.xopp: ink", "2> limn: missing.pdf"] {
            #expect(done.contains(name), "\(done)")
        }
        #expect(done.hasSuffix("[1]"))
    }

    @Test func `Items are removed by ranges, and colors have names`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1)])
        for (number, color) in ["red", "#00ff00", "Navy"].enumerated() {
            let names = number == 0 ? "a.pdf -o 1.pdf" : "\(number).pdf -o \(number + 1).pdf"
            let done = try shell.limn("item add \(names) --page 1 --text x --at 9,9 --color \(color) -q")
            #expect(done.hasSuffix("[0] +\(number + 1).pdf"), "\(done)")
        }
        #expect(try shell.limn("item remove 3.pdf -o less.pdf --page 1 --index 1-2 -q").hasSuffix("[0] +less.pdf"))
        #expect(try shell.limn("item list less.pdf").split(separator: "\n").count == 2)
        #expect(try shell.limn("item remove 3.pdf -o no.pdf --page 1 --index 2-1").hasSuffix("[64]"))
    }

    @Test func `Swapped arguments are called swapped, and a list may come from Windows`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1), "n.xopp": Notes.xopp(), "list": Array("a.pdf\r\n".utf8)])
        let done = try shell.limn("flatten n.xopp a.pdf -o out.pdf")
        #expect(done.contains("name the PDF first, then the ink") && done.hasSuffix("[1]"), "\(done)")
        #expect(try shell.limn("thumbnail --files-from list -q").hasSuffix("[0] +a.png"))
    }
}
