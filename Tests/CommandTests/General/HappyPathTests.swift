// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct HappyPathTests {
    static func shell() throws -> Shell {
        try Shell(["a.pdf": Documents.pages(12), "a.xopp": Notes.xopp(on: "a.pdf")])
    }

    @Test func `Pages are numbered with as many digits as the last one`() throws {
        expect(
            try Self.shell().limn("render a.pdf --dpi 36 --pages 2,z -o out"),
            """
            1> out/a-02.png  100 × 50 px, N bytes
            1> out/a-12.png  100 × 50 px, N bytes
            [0] +out/ +out/a-02.png +out/a-12.png
            """)
    }

    @Test func `Quiet work says nothing`() throws {
        let shell = try Self.shell()
        expect(try shell.limn("render a.pdf --dpi 36 --pages 1 -o b.png --quiet"), "[0] +b.png")
        expect(try shell.limn("thumbnail a.pdf --quiet"), "[0] +a.png")
        expect(try shell.limn("flatten a.xopp -o b.pdf --quiet"), "[0] +b.pdf")
        expect(try shell.limn("ink convert a.xopp b.limn --quiet"), "[0] +b.limn")
    }

    @Test func `Ink is converted to both formats and back, and inspected`() throws {
        let shell = try Self.shell()
        let size = try shell.read("a.xopp").count
        expect(
            try shell.limn("ink convert a.xopp a.limn"),
            "1> a.limn  1 stroke, 2 → 2 points, \(size) → N bytes\n[0] +a.limn")
        expect(try shell.limn("ink convert a.limn a.json --quiet"), "[0] +a.json")
        expect(try shell.limn("ink convert a.json b.limn --quiet"), "[0] +b.limn")
        #expect(try shell.read("a.limn") == shell.read("b.limn"))
        expect(
            try shell.limn("ink convert a.xopp a.svgz"),
            """
            2> limn: a.xopp: Ink cannot be written as .svgz; use one of .limn, .json, .xopp, .xoj, .inkml, .svg, .drawing, or give --to.
            [1]
            """)
        expect(
            try shell.limn("inspect a.xopp"),
            """
            1> a.xopp: ink (xopp), 1 page, 1 stroke, 2 points, N bytes
            1>   on: a.pdf
            1>   page 1, 200 × 100 pt, pdf:1, 1 layer, 1 stroke, 2 points
            1>     pen #ff0000ff 2 pt: 1 stroke, 2 points
            [0]
            """)
    }

    @Test func `A PDF is inspected`() throws {
        let shell = try Shell(["a.pdf": Documents.pdf([(200, 100), (595, 842)])])
        expect(
            try shell.limn("inspect a.pdf"),
            """
            1> a.pdf: PDF 1.4, 2 pages, N bytes
            1>   form fields 0, links 0, embedded files 0
            1>   page 1: 200 × 100 pt
            1>   page 2: 595 × 842 pt
            [0]
            """)
        let object = try #require(try shell.json("inspect a.pdf --json").first)
        #expect(object["kind"] as? String == "pdf")
        #expect((object["pages"] as? [[String: Any]])?.map { $0["width"] as? Double } == [200, 595])
        #expect(object["signed"] as? Bool == false)
    }

    @Test func `The doctor tells of every library`() throws {
        let findings = try Shell().json("doctor --json")
        let names = findings.compactMap { $0["name"] as? String }
        #expect(
            names == [
                "limn", "poppler", "cairo", "qpdf", "libdeflate", "libjpeg-turbo", "libwebp", "sqlite", "libzip",
                "pango", "base-14 fonts",
                "poppler-data", "handwriting",
                "worker: no new privileges", "worker: no capabilities", "worker: not inspectable",
                "worker: ends with its parent", "worker: no core files", "worker: open files", "worker: file size",
                "worker: processor time", "worker: address space", "worker: Landlock", "worker: seccomp",
                "worker: self-test",
                "worker: system calls", "cgroup limits",
            ])
        let lines = try Shell().limn("doctor").split(separator: "\n").filter { $0.hasPrefix("1> ") }
        #expect(lines.count == names.count)
    }
}
