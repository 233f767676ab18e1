// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@Suite struct SignedTests {
    @Test func `A signed document is not changed unless it is forced`() throws {
        let shell = try Shell(["a.pdf": Documents.signed, "a.xopp": Notes.xopp()])
        let sentence =
            "The document is signed, and ink as page content would break the signature; --force does it all the same."
        expect(try shell.limn("flatten a.pdf a.xopp -o out.pdf"), "2> limn: a.pdf: \(sentence)\n[1]")
        let object = try #require(try shell.json("flatten a.pdf a.xopp -o out.pdf --json").first)
        #expect(object["status"] as? String == "refused")
        #expect(object["messages"] as? [String] == [sentence])
        expect(
            try shell.limn("flatten a.pdf a.xopp -o out.pdf --force"),
            """
            1> out.pdf  1 stroke on 1 of 1 page, N bytes
            [0] +out.pdf
            """)
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
