// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// `limn flatten --save`.
struct SaveTests {
    private func shell() throws -> Shell {
        try Shell([
            "a.pdf": try Project.sample("map-landscape.pdf"), "a.xopp": try Project.sample("map-landscape.xopp"),
            "small.xopp": Notes.xopp(size: (595, 842)),
        ])
    }

    @Test func `Appending is the choice where it can be, and a rewrite can be asked for`() throws {
        let shell = try shell()
        let original = try shell.read("a.pdf")
        for (save, expected) in [("auto", "append"), ("append", "append"), ("rewrite", "rewrite")] {
            let object = try #require(try shell.json("flatten a.pdf a.xopp -o \(save).pdf --save \(save) --json").first)
            #expect(object["save"] as? String == expected)
            #expect(object["reason"] as? String == (save == "rewrite" ? "it was asked for" : "the original is sound"))
            #expect(try shell.read("\(save).pdf").starts(with: original) == (expected == "append"))
        }
        #expect(try shell.read("auto.pdf") == shell.read("append.pdf"))
    }

    @Test func `Appending to an export works again`() throws {
        let shell = try shell()
        for (input, output) in [("a", "b"), ("b", "c"), ("c", "d")] {
            let object = try #require(
                try shell.json("flatten \(input).pdf a.xopp -o \(output).pdf --save append --json").first)
            #expect(object["save"] as? String == "append")
            #expect(try shell.read("\(output).pdf").starts(with: shell.read("\(input).pdf")))
        }
    }

    @Test func `What cannot be appended to is rewritten with the reason, or refused where appending was asked for`()
        throws
    {
        let shell = try shell()
        // The cross-references are elsewhere.
        let text = String(
            decoding: Documents.file([
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>",
            ]), as: UTF8.self)
        try shell.write("shifted.pdf", Array(text.replacing(/startxref\n\d+/, with: "startxref\n7").utf8))
        let object = try #require(try shell.json("flatten shifted.pdf small.xopp -o out.pdf --json").first)
        #expect(object["save"] as? String == "rewrite")
        #expect(object["reason"] as? String == "the original cannot be appended to: its cross-references are damaged")
        let refused = try shell.json("flatten shifted.pdf small.xopp -o no.pdf --save append --json").first
        #expect(refused?["status"] as? String == "failed")
        #expect(refused?["save"] is NSNull)
        expect(
            try shell.limn("flatten shifted.pdf small.xopp -o no.pdf --save append"),
            """
            2> limn: shifted.pdf: The PDF cannot be appended to (its cross-references are damaged); it can be rewritten.
            [1]
            """)
    }

    @Test func `Pages drawn anew cannot be appended`() throws {
        #expect(
            try shell().limn("flatten a.pdf a.xopp -o no.pdf --mode redraw --save append")
                .contains("--mode redraw rewrites every page"))
        let object = try shell().json("flatten a.pdf a.xopp -o out.pdf --mode redraw --json").first
        #expect(object?["save"] as? String == "rewrite")
        #expect(object?["reason"] as? String == "every page is redrawn")
    }
}
