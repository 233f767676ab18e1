// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// `limn form fill --merge`: all rows in one document.
@Suite struct FormMergeTests {
    private static let party = Array(
        "name ,class,wounded,sum.a,sum.b\r\nMaren,Bard,yes,1,2\r\nOle,Thief,no,2,2\r\nTiia,m,no,3,4\r\n".utf8)

    /// The values of a form as pikepdf reads them, by full name.
    private func values(_ shell: Shell, _ name: String) throws -> [String: String] {
        let text = try python("form_values", shell.folder.path(name))
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String])
    }

    private func tool(_ name: String, _ arguments: String...) throws -> String {
        try run(try Requirement.tool(name), arguments.map { Array($0.utf8) }).text
    }

    @Test func `Rows become sheets with fields and a bookmark each, and a bad row is told and left out`() throws {
        let shell = try Shell(["a.pdf": Forms.all, "party.csv": Self.party])
        let done = try shell.sh("limn form fill a.pdf party.csv --merge one.pdf --strict")
        #expect(done.contains("Row 2 is left out.") && done.contains("Thief"), "\(done)")
        #expect(done.hasSuffix("[1] +one.pdf"), "\(done)")
        let values = try values(shell, "one.pdf")
        #expect(values["row1.name "] == "Maren" && values["row3.name "] == "Tiia" && values["row2.name "] == nil)
        #expect(values["row1.total"] == "3" && values["row3.total"] == "7")
        #expect(values["row1.wounded"] == "/Ja" && values["row3.wounded"] == nil, "\(values)")
        let file = shell.folder.path("one.pdf")
        #expect(try run(try Requirement.tool("qpdf"), "--check", file).status == 0)
        #expect(try tool("pdftotext", "-f", "1", "-l", "1", file, "-").contains("Maren"))
        #expect(try tool("pdftotext", "-f", "2", "-l", "2", file, "-").contains("Tiia"))
        #expect(
            try tool("mutool", "show", file, "outline").split(separator: "\n").map { $0.split(separator: "\"")[1] }
                == ["1 Maren", "3 Tiia"])
        // No form reader finds a name twice.
        let shown = try shell.limn("form show one.pdf")
        #expect(shown.hasPrefix("1> one.pdf: 18 fields, 2 pages"), "\(shown)")
        #expect(!shown.contains("calculated"))
    }

    @Test func `Merged sheets look in three engines as those that are filled alone`() throws {
        let shell = try Shell([
            "sheet.pdf": try Project.sample("character-sheet.pdf"), "party.csv": try Project.sample("party.csv"),
            "portrait.png": try Project.sample("portrait.png"),
        ])
        _ = try shell.limn("form fill sheet.pdf party.csv -o {@row}.pdf --rows 1,5 --quiet")
        let done = try shell.limn("form fill sheet.pdf party.csv --merge one.pdf --rows 1,5 --quiet")
        #expect(done == "[0] +one.pdf", "\(done)")
        for engine in [Engine.mupdf, .pdfium, .splash] {
            for (place, row) in [1, 5].enumerated() {
                for page in 1...2 {
                    let alone = try engine.draw(shell.folder.path("\(row).pdf"), page: page, dpi: 40)
                    let merged = try engine.draw(shell.folder.path("one.pdf"), page: 2 * place + page, dpi: 40)
                    #expect(alone == merged, "\(engine), row \(row), page \(page)")
                }
            }
        }
        // The second sheet shares what the first one has.
        let sizes = try ["1.pdf", "5.pdf", "one.pdf"].map { try shell.read($0).count }
        #expect(sizes[2] < sizes[0] + sizes[1] / 2, "\(sizes)")
        // Links lead to pages of their own sheet.
        let links = try run(try Requirement.tool("mutool"), "show", shell.folder.path("one.pdf"), "outline").text
        #expect(links.split(separator: "\n").count == 2, "\(links)")
    }

    @Test func `Flattened sheets have no fields, and the same pages`() throws {
        let shell = try Shell([
            "sheet.pdf": try Project.sample("character-sheet.pdf"), "party.csv": try Project.sample("party.csv"),
            "portrait.png": try Project.sample("portrait.png"),
        ])
        let done = try shell.sh("limn form fill sheet.pdf party.csv --merge one.pdf --rows 1,5 --flatten --quiet")
        #expect(done == "[0] +one.pdf", "\(done)")
        #expect(try shell.limn("form show one.pdf").hasPrefix("1> one.pdf: no form fields, 4 pages"))
        #expect(try tool("pdftotext", shell.folder.path("one.pdf"), "-").contains("Ветер помнит"))
    }

    @Test func `Contradicting options, and rows of which none can be filled, write nothing`() throws {
        let shell = try Shell(["a.pdf": Forms.all, "party.csv": Self.party])
        let both = try shell.sh("limn form fill a.pdf party.csv --merge one.pdf -o two.pdf")
        #expect(both.contains("--merge and --output contradict each other.") && both.hasSuffix("[64]"), "\(both)")
        let none = try shell.sh("limn form fill a.pdf party.csv --merge one.pdf --rows 2 --strict")
        #expect(none.contains("No row can be filled.") && none.hasSuffix("[1]"), "\(none)")
        let over = try shell.sh("limn form fill a.pdf party.csv --merge a.pdf")
        #expect(over.contains("would replace this file") && over.hasSuffix("[1]"), "\(over)")
    }
}
