// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct SignedTests {
    @Test func `A signed document is not changed unless it is forced`() throws {
        let shell = try Shell(["a.pdf": Documents.signed, "a.xopp": Notes.xopp()])
        let sentence =
            "The document is signed, and ink as page content would break the signature (annotations may keep it)"
        expect(
            try shell.limn("flatten a.pdf a.xopp -o out.pdf"),
            "2> limn: a.pdf: \(sentence); --force does it anyway.\n[1]")
        let object = try #require(try shell.json("flatten a.pdf a.xopp -o out.pdf --json").first)
        #expect(object["status"] as? String == "refused")
        #expect(object["messages"] as? [String] == [sentence + "."])
        expect(
            try shell.limn("flatten a.pdf a.xopp -o out.pdf --force"),
            """
            1> out.pdf  1 stroke on 1 of 1 page, N bytes
            [0] +out.pdf
            """)
    }

    @Test func `Annotations may be appended where the signature permits them, and nothing may be made anew`() throws {
        let certified = Documents.pdf(
            [(200, 100)], catalog: "/Perms<</DocMDP 6 0 R>>/AcroForm<</SigFlags 3/Fields[5 0 R]>>",
            objects: [
                "<</FT/Sig/T(Signature)/Type/Annot/Subtype/Widget/Rect[0 0 0 0]/V 6 0 R>>",
                "<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>/Reference[<</TransformMethod/DocMDP"
                    + "/TransformParams<</P 2>>>>]>>",
            ])
        let shell = try Shell(["a.pdf": Documents.signed, "b.pdf": certified, "a.xopp": Notes.xopp()])
        let object = try #require(try shell.json("flatten a.pdf a.xopp -o out.pdf --mode annotate --json").first)
        #expect(object["save"] as? String == "append")
        #expect((object["sourceInk"] as? [String: Any])?["included"] as? Bool == true)
        #expect(try shell.json("ink convert out.pdf back.limn --json").first?["strokes"] as? Int == 1)
        let refused = "The document is signed, and "
        let force = "; --force does it anyway."
        for (arguments, reason) in [
            ("b.pdf a.xopp -o no.pdf --mode annotate", "its signature permits no annotations (level 2)"),
            ("a.pdf a.xopp -o no.pdf --mode annotate --save rewrite", "rewriting it would break the signature"),
            ("a.pdf a.xopp -o no.pdf --mode burn", "this mode would break the signature"),
            ("a.pdf a.xopp -o no.pdf --mode redraw", "this mode would break the signature"),
            ("a.pdf a.xopp -o no.pdf --mode raster", "this mode would break the signature"),
        ] {
            expect(
                try shell.limn("flatten \(arguments)"),
                "2> limn: \(arguments.prefix(5)): \(refused)\(reason)\(force)\n[1]")
        }
        expect(try shell.limn("flatten b.pdf a.xopp -o out.pdf --mode annotate --force --quiet"), "[0] ~out.pdf")
    }

    @Test func `A field for a signature without one is no signature`() throws {
        let shell = try Shell([
            "a.pdf": Documents.pdf(
                [(200, 100)], catalog: "/AcroForm<</Fields[5 0 R]>>",
                objects: ["<</FT/Sig/T(Signature)/Type/Annot/Subtype/Widget/Rect[0 0 0 0]>>"]),
            "a.xopp": Notes.xopp(),
        ])
        expect(try shell.limn("flatten a.pdf a.xopp -o out.pdf --quiet"), "[0] +out.pdf")
    }
}
