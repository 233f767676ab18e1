// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// `limn form fill` with a table and a pattern for names.
@Suite struct FormBatchTests {
    private static let party = Array(
        "name ,class,sum.a\r\nMaren,Bard,1\r\n\"Ole, the \"\"Tall\"\"\",Thief,2\r\nTiia,m,3\r\n".utf8)

    @Test func `Each row becomes a document with its name, and a bad value is told, or skips the row if it must`()
        throws
    {
        let shell = try Shell(["a.pdf": Forms.all, "party.csv": Self.party])
        let done = try shell.sh(
            "limn form fill a.pdf party.csv -o 'out/{name }-{@row:03}.pdf' --results results.csv --strict")
        #expect(done.contains("out/Maren-001.pdf"), "\(done)")
        #expect(done.contains("out/Tiia-003.pdf"), "\(done)")
        #expect(done.contains("Thief"), "\(done)")
        #expect(done.hasSuffix("[1] +out/ +out/Maren-001.pdf +out/Tiia-003.pdf +results.csv"), "\(done)")
        let table = String(decoding: try shell.read("results.csv"), as: UTF8.self).split(separator: "\r\n")
        #expect(table.count == 4)
        #expect(table[1].hasPrefix("1,out/Maren-001.pdf,ok,3,"), "\(table)")
        #expect(table[2].hasPrefix("2,,refused,"), "\(table)")
    }

    @Test func `Two rows with one name are refused before any work`() throws {
        let shell = try Shell(["a.pdf": Forms.all, "party.csv": Array("name \nMaren\nmaren\n".utf8)])
        let done = try shell.sh("limn form fill a.pdf party.csv -o 'out/{name }.pdf'")
        #expect(done.contains("Rows 1 and 2 would both be written to"), "\(done)")
        #expect(done.hasSuffix("[1]"), "\(done)")
    }

    @Test func `A dry run checks every row and writes nothing`() throws {
        let shell = try Shell(["a.pdf": Forms.all, "party.csv": Self.party])
        let done = try shell.sh("limn form fill a.pdf party.csv --dry-run")
        #expect(done.contains("Thief"), "\(done)")
        #expect(done.hasSuffix("[1]"), "\(done)")
    }

    @Test func `Rows can be chosen, and a run that was ended is taken up`() throws {
        let shell = try Shell(["a.pdf": Forms.all, "party.csv": Self.party])
        let first = try shell.sh("limn form fill a.pdf party.csv -o 'out/{@row}.pdf' --rows 3 --quiet")
        #expect(first == "[0] +out/ +out/3.pdf", "\(first)")
        let again = try shell.sh("limn form fill a.pdf party.csv -o 'out/{@row}.pdf' --rows 1,3 --resume --quiet")
        #expect(again == "[0] +out/1.pdf", "\(again)")
    }

    @Test func `Each row has the time of a document, however many there are`() throws {
        let rows = (1...40).map { "\($0)\n" }.joined()
        let shell = try Shell(["a.pdf": try Documents.sheet(), "party.csv": Array(("identity.name\n" + rows).utf8)])
        // One row takes a part of that time, also on a busy machine, and all of them together take more.
        let done = try shell.sh("limn form fill a.pdf party.csv -o '{@row:02}.pdf' --time-budget 10 --quiet")
        #expect(done.hasPrefix("[0] +01.pdf"), "\(done)")
        #expect(done.hasSuffix("+40.pdf"), "\(done)")
    }

    @Test func `Values of many forms come back as a table`() throws {
        let shell = try Shell(["a.pdf": Forms.all, "party.csv": Self.party])
        _ = try shell.sh("limn form fill a.pdf party.csv -o '{@row}.pdf' --rows 1,3 --quiet")
        let table = try shell.sh("limn form show --csv 1.pdf 3.pdf")
        #expect(table.contains("Maren") && table.contains("Tiia"), "\(table)")
    }

    @Test func `Data that are no data are refused with row and place`() throws {
        let shell = try Shell([
            "a.pdf": Forms.all, "open.csv": Array("name \n\"Maren\n".utf8), "bad.json": Array("{\"name \": ".utf8),
            "entity.xfdf": Array("<!DOCTYPE x [<!ENTITY a \"b\">]><xfdf><fields/></xfdf>".utf8),
        ])
        for file in ["open.csv", "bad.json", "entity.xfdf", "missing.csv"] {
            let done = try shell.sh("limn form fill a.pdf \(file) -o b.pdf")
            #expect(done.hasPrefix("2> limn: \(file)"), "\(done)")
            #expect(done.hasSuffix("[1]"), "\(done)")
        }
    }
}
