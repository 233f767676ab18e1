// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

@Suite struct ResumeTests {
    static func shell() throws -> Shell {
        try Shell([
            "in/a.pdf": Documents.pages(3), "in/b.pdf": Documents.pages(1), "ink.xopp": Notes.xopp(size: (200, 100)),
        ])
    }

    /// The pages that were made anew, and those that were kept.
    private func pages(_ shell: Shell, _ typed: String) throws -> (made: Int, kept: Int) {
        let objects = try shell.json(typed + " --json")
        #expect(objects.allSatisfy { $0["status"] as? String == "ok" && ($0["width"] as? Int ?? 0) > 0 })
        let kept = objects.count { $0["resumed"] as? Bool == true }
        return (objects.count - kept, kept)
    }

    @Test func `A stopped run goes on with the pages that are missing, and gives the same bytes`() throws {
        let shell = try Self.shell()
        _ = try shell.limn("render in -o whole --quiet")
        _ = try shell.limn("render in/a.pdf --pages 1-2 -o out --quiet")
        #expect(try pages(shell, "render in -o out --resume") == (2, 2))
        #expect(try pages(shell, "render in -o out --resume") == (0, 4))
        expect(try shell.sh("diff -r whole out"), "[0]")
    }

    @Test func `Dates decide nothing`() throws {
        let shell = try Self.shell()
        _ = try shell.limn("render in -o out --quiet")
        expect(try shell.sh("touch -d 2001-01-01 out/*; touch in/*"), "[0]")
        #expect(try pages(shell, "render in -o out --resume") == (0, 4))
        try shell.write("in/b.pdf", Documents.pdf([(100, 200)]))
        expect(try shell.sh("touch -d 2000-01-01 in/b.pdf"), "[0]")
        #expect(try pages(shell, "render in -o out --resume") == (1, 3))
    }

    @Test(arguments: ["--dpi 72", "--transparent", "--width 50", "--ink ink.xopp --pages 1"])
    func `Other options make other pictures`(options: String) throws {
        let shell = try Self.shell()
        _ = try shell.limn("render in -o out --quiet")
        #expect(try pages(shell, "render in -o out --resume \(options)").kept == 0)
        #expect(try pages(shell, "render in -o out --resume \(options)").made == 0)
    }

    @Test func `A file that is no picture of the page is replaced`() throws {
        let shell = try Self.shell()
        _ = try shell.limn("render in -o out --quiet")
        try shell.write("out/a-2.png", Array("something else".utf8))
        #expect(try pages(shell, "render in -o out --resume") == (1, 3))
    }

    @Test func `A page with warnings is made again, so that they are told again`() throws {
        let shell = try Self.shell()
        try shell.write("in/text.xopp", Notes.xopp(size: (200, 100)))
        let typed = "render in/a.pdf --pages 1 -o out --ink small.xopp --resume"
        try shell.write("small.xopp", Notes.xopp(size: (50, 50)))
        let first = try shell.limn(typed)
        #expect(first.contains("warning: "))
        let second = try shell.limn(typed)
        #expect(second.contains("warning: "))
    }
}
