// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct NamesTests {
    static let odd = Array("caf".utf8) + [0xe9, 0x20, 0x0a] + Array("x".utf8)

    /// A folder with a PDF and an ink file whose names hold a byte that is not UTF-8, a space and a line's end.
    static func shell() throws -> Shell {
        let shell = try Shell(["a.pdf": Documents.pages(1), "a.xopp": Notes.xopp(), "p q.pdf": Documents.pages(1)])
        _ = try shell.sh("mv a.pdf $'caf\\xe9 \\nx.pdf'; cp a.xopp $'caf\\xe9 \\nx.xopp'")
        return shell
    }

    private static func bytes(_ parts: Any...) -> [[UInt8]] {
        parts.map { ($0 as? [UInt8]) ?? Array("\($0)".utf8) }
    }

    @Test func `A name of any bytes is read, written and shown on one line`() throws {
        let pdf = Self.odd + Array(".pdf".utf8)
        let ink = Self.odd + Array(".xopp".utf8)
        let shell = try Self.shell()
        expect(
            try shell.limn(Self.bytes("render", pdf, "--dpi", "36", "--ink", ink)),
            #"""
            1> caf\xE9 \x0Ax-1.png  100 × 50 px, N bytes
            [0] +caf\xE9 \x0Ax-1.png
            """#)
        expect(
            try shell.limn(Self.bytes("flatten", pdf, ink, "-o", Self.odd)),
            #"""
            1> caf\xE9 \x0Ax  1 stroke on 1 of 1 page, N bytes
            [0] +caf\xE9 \x0Ax
            """#)
        expect(
            try shell.limn(Self.bytes("ink", "convert", ink, "-", "--to", "limn-json", "--quiet")).components(
                separatedBy: "\n"
            ).last ?? "", "[0]")
        expect(
            try shell.limn(Self.bytes("render", Self.odd + [0xff], "--json")),
            #"""
            1> {"bytes":null,"height":null,"input":"caf\\xE9 \nx\\xFF","messages":["It cannot be read: there is no such \#
            file."],"notes":[],"output":null,"page":null,"status":"failed","width":null}
            2> limn: caf\xE9 \x0Ax\xFF: It cannot be read: there is no such file.
            [1]
            """#)
    }

    @Test func `Names come from a list, a line each, or a zero byte behind each`() throws {
        let shell = try Self.shell()
        try shell.write("lines", Array("p q.pdf\nnone.pdf\n".utf8))
        expect(
            try shell.limn("thumbnail --files-from lines"),
            """
            1> p q.png  256 × 128 px, N bytes
            2> limn: none.pdf: It cannot be read: there is no such file.
            [1] +p q.png
            """)
        expect(
            try shell.sh("find . -name '*.pdf' -print0 | sort -z | limn thumbnail --files-from - -0 -o out"),
            #"""
            1> out/caf\xE9 \x0Ax.png  256 × 128 px, N bytes
            1> out/p q.png  256 × 128 px, N bytes
            [0] +out/ +out/caf\xE9 \x0Ax.png +out/p q.png
            """#)
    }

    @Test func `An empty list is no work and no mistake`() throws {
        expect(try Shell().limn("render --files-from -"), "[0]")
    }

    @Test func `A list that is missing is told`() throws {
        expect(
            try Shell().limn("render --files-from none"),
            """
            2> limn: none: It cannot be read: there is no such file.
            [1]
            """)
    }

    @Test func `A name that begins with a dash comes behind two`() throws {
        let shell = try Shell(["-x.pdf": Documents.pages(1)])
        expect(
            try shell.limn("thumbnail -- -x.pdf"),
            """
            1> -x.png  256 × 128 px, N bytes
            [0] +-x.png
            """)
    }

    @Test func `A name without an ending or with only one keeps its own`() throws {
        let shell = try Shell([
            "plain": Documents.pages(1), ".hidden": Documents.pages(1), "a.b.pdf": Documents.pages(1),
        ])
        expect(
            try shell.limn("thumbnail plain .hidden a.b.pdf --quiet"), "[0] +.hidden.png +a.b.png +plain.png")
    }
}
