// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// `limn flatten --receipt`, and the same object from `--json`.
struct ReceiptTests {
    private static let schema =
        Project.folder.appendingPathComponent("Sources/LimnPipeline/Flatten/receipt.schema.json").path

    private func shell() throws -> Shell {
        try Shell([
            "a.pdf": try Project.sample("character-sheet.pdf"), "a.xopp": try Project.sample("character-sheet.xopp"),
            "locked.pdf": try Documents.locked(),
            "lost.xopp": Notes.xopp(
                extra: "<image left=\"1\" top=\"1\" right=\"9\" bottom=\"9\">AAAA</image>"),
            "small.pdf": Documents.pages(2),
        ])
    }

    private func receipt(_ shell: Shell, _ name: String) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(try shell.read(name)))
        return try #require(object as? [String: Any])
    }

    @Test func `Receipts of every mode, of refusals and of failures keep to the schema`() throws {
        let shell = try shell()
        var receipts: [String] = []
        for options in [
            "--mode overlay", "--mode overlay --census", "--mode overlay --save rewrite", "--mode annotate",
            "--mode burn", "--mode redraw", "--mode raster --dpi 40", "--no-verify", "--no-source-ink",
        ] {
            let name = "r\(receipts.count).json"
            _ = try shell.limn("flatten a.pdf a.xopp -o out.pdf --receipt \(name) --quiet \(options)")
            receipts.append(name)
        }
        for arguments in [
            "locked.pdf a.xopp", "small.pdf lost.xopp", "missing.pdf a.xopp", "a.pdf a.xopp --max-size 1kB",
        ] {
            let name = "r\(receipts.count).json"
            let done = try shell.sh("limn flatten \(arguments) -o fail.pdf --json >\(name) 2>/dev/null")
            #expect(done.contains("+\(name)"))
            receipts.append(name)
        }
        let paths = receipts.map { shell.folder.path($0) }
        #expect(try python("judge_receipt", [Self.schema] + paths) == "")
    }

    @Test func `The judge sees a key that is missing and one that nobody described`() throws {
        let shell = try shell()
        _ = try shell.limn("flatten a.pdf a.xopp -o out.pdf --receipt r.json --quiet")
        for change in ["d.pop('mode')", "d['colour']=1", "d['pageCount']=-1", "d['kept']['basis']='hope'"] {
            let script = "import json;d=json.load(open('r.json'));\(change);json.dump(d,open('x.json','w'))"
            _ = try shell.sh("python3 -c \"\(script)\"")
            #expect(try python("judge_receipt", Self.schema, shell.folder.path("x.json")) != "", "\(change)")
        }
    }

    @Test func `A receipt tells what was kept, by prefix or by counting`() throws {
        let shell = try shell()
        _ = try shell.limn("flatten a.pdf a.xopp -o out.pdf --receipt r.json --quiet")
        let first = try receipt(shell, "r.json")
        #expect(first["originalIsPrefix"] as? Bool == true)
        #expect(try shell.read("out.pdf").starts(with: shell.read("a.pdf")))
        #expect((first["kept"] as? [String: Any])?["basis"] as? String == "prefix")
        let verification = try #require(first["verification"] as? [String: Any])
        #expect(verification["pages"] as? Int == 2)
        #expect(verification["elsewhere"] as? String == "exact")

        _ = try shell.limn("flatten a.pdf a.xopp -o out.pdf --mode burn --receipt r.json --quiet")
        let burn = try receipt(shell, "r.json")
        #expect(burn["originalIsPrefix"] as? Bool == false)
        let kept = try #require(burn["kept"] as? [String: Any])
        let before = try #require(kept["before"] as? [String: Any])
        let after = try #require(kept["after"] as? [String: Any])
        #expect(before["formFields"] as? Int == 176 && after["formFields"] as? Int == 0)
        #expect(before["links"] as? Int == 3 && after["links"] as? Int == 3)
        #expect(before["outlineItems"] as? Int == 14 && after["outlineItems"] as? Int == 14)
        #expect((burn["burnt"] as? [String: Any])?["paintedFields"] as? Int == 176)
    }

    @Test func `A receipt stands only beside a document that is there`() throws {
        let shell = try shell()
        expect(
            try shell.limn("flatten a.pdf a.xopp -o out.pdf --max-size 1kB --receipt r.json").components(
                separatedBy: "\n"
            ).last ?? "", "[1]")
        expect(
            try shell.limn("flatten a.pdf a.xopp -o out.pdf --receipt a.pdf"),
            """
            2> limn: a.pdf: The output would replace this file; give it another name.
            [1]
            """)
        #expect(try shell.limn("flatten a.pdf a.xopp -o out.pdf --receipt out.pdf").hasSuffix("[64]"))
        #expect(try shell.limn("flatten a.pdf a.xopp -o out.pdf --receipt -").hasSuffix("[64]"))
    }

    @Test func `A size that is asked for is kept to, and what it costs is told`() throws {
        let shell = try shell()
        let object = try #require(
            try shell.json("flatten a.pdf a.xopp -o out.pdf --no-source-ink --max-size 180kB --json").first)
        #expect(try shell.read("out.pdf").count <= 180_000)
        let tolerance = try #require(object["tolerance"] as? Double)
        #expect(tolerance > 0.1 && tolerance <= 1)
        #expect(try #require(object["largestEdgeError"] as? Double) <= tolerance)
        #expect((object["messages"] as? [String])?.first?.contains("written with a tolerance of") == true)
    }
}
