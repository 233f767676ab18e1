// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Batches in which some documents hang, devour or crash what reads them.
@Suite(.serialized) struct HostileDocumentTests {
    private static let statuses = ["ok", "warnings", "refused", "limit", "locked", "failed"]

    /// Checks that there is one object for each input, with one known status, and no file but those that are told.
    private func check(_ shell: Shell, _ results: [[String: Any]], _ inputs: [String]) {
        #expect(results.compactMap { $0["input"] as? String } == inputs)
        for result in results {
            #expect(Self.statuses.contains(result["status"] as? String ?? ""))
            let isSuccess = ["ok", "warnings"].contains(result["status"] as? String)
            #expect((result["output"] as? String != nil) == isSuccess)
            #expect((result["messages"] as? [String])?.isEmpty == (result["status"] as? String == "ok"))
        }
        let outputs = results.compactMap { $0["output"] as? String }.map { String($0.dropFirst(4)) }
        let written = (try? FileManager.default.contentsOfDirectory(atPath: shell.folder.path("out"))) ?? []
        #expect(written.sorted() == outputs.sorted())
    }

    /// Whether something hung. How fast the limits act is measured by Scripts/robustness; here machines may be busy.
    private func isOver(_ limit: Double, _ start: ContinuousClock.Instant) -> Bool {
        ContinuousClock.now - start > .seconds(limit + 120)
    }

    @Test(arguments: HostileDocument.allCases)
    func `A hostile document ends in one status within its limit`(_ document: HostileDocument) throws {
        let shell = try Shell(["bad.pdf": document.bytes])
        let start = ContinuousClock.now
        let results = try shell.json("render bad.pdf -o out --dpi 72 --timeout 3 --memory 256 --json --pages 1")
        #expect(!isOver(4, start))
        check(shell, results, ["bad.pdf"])
    }

    @Test(arguments: [HostileDocument.giantPage, .exponentialForms])
    func `What cannot be drawn is not reported as drawn`(_ document: HostileDocument) throws {
        let shell = try Shell(["bad.pdf": document.bytes])
        let results = try shell.json("render bad.pdf -o out --dpi 72 --timeout 2 --json")
        let status = try #require(results.first?["status"] as? String)
        #expect(["refused", "limit", "failed"].contains(status))
    }

    @Test func `A box without numbers is taken for a sheet of letter paper, as other programs do`() throws {
        let shell = try Shell(["bad.pdf": HostileDocument.boxWithoutNumbers.bytes])
        let results = try shell.json("render bad.pdf -o out --dpi 72 --json")
        #expect(results.map { $0["width"] as? Int } == [612])
        #expect(results.map { $0["height"] as? Int } == [792])
    }

    /// PDFs that hang poppler or take gigabytes of it.
    private static let killers =
        ["field-tree.pdf", "jbig2-content.pdf", "turned-shading.pdf"].map { ForeignFile.made(.killers, $0) }
        + ForeignFile.further(.killers, "pdf")

    @Test(arguments: killers)
    func `A known killer ends in one status within its limit`(_ killer: ForeignFile) throws {
        let name = killer.name
        let shell = try Shell([name: killer.bytes])
        let start = ContinuousClock.now
        let results = try shell.json("render \(name) -o out --pages 1 --timeout 3 --memory 512 --json")
        #expect(!isOver(4, start))
        check(shell, results, [name])
        if killer == Self.killers[1] { #expect(results.first?["status"] as? String != "ok") }
    }

    @Test func `Killers in a batch cost their own results only, in the order of inputs`() throws {
        let shell = try Shell()
        var inputs: [String] = []
        for (index, document) in HostileDocument.allCases.enumerated() {
            try shell.write("bad\(index).pdf", document.bytes)
            try shell.write("good\(index).pdf", Documents.pages(1))
            inputs += ["bad\(index).pdf", "good\(index).pdf"]
        }
        let options = "-o out --dpi 20 --pages 1 --timeout 15 --memory 256 --json --jobs 2"
        let results = try shell.json("render \(inputs.joined(separator: " ")) \(options)")
        check(shell, results, inputs)
        for result in results where (result["input"] as? String)?.hasPrefix("good") == true {
            #expect(result["status"] as? String == "ok")
        }
    }

    @Test(arguments: [1, 2])
    func `A poison page fails alone, and its neighbors are drawn`(_ jobs: Int) throws {
        let shell = try Shell(["three.pdf": HostileDocument.poisoned(page: 2, of: 3)])
        // The time must do for the good pages with the start of a worker, however busy the machine is.
        let results = try shell.json("render three.pdf -o out --dpi 20 --timeout 15 --json --jobs \(jobs)")
        #expect(results.compactMap { $0["status"] as? String } == ["ok", "limit", "ok"])
        #expect(results.compactMap { $0["page"] as? Int } == [1, 2, 3])
        #expect(try FileManager.default.contentsOfDirectory(atPath: shell.folder.path("out")).count == 2)
    }

    @Test func `Results and pictures do not depend on the number of jobs`() throws {
        let shell = try Shell([
            "a.pdf": Documents.pages(7), "b.pdf": try Documents.sheet(), "c.pdf": Documents.pages(2),
        ])
        var reports: [String] = []
        var pictures: [[[UInt8]]] = []
        for jobs in [1, 2, 5] {
            let folder = "out\(jobs)"
            let results = try shell.json("render a.pdf b.pdf c.pdf -o \(folder) --dpi 30 --json --jobs \(jobs)")
            reports.append(
                results.map { "\($0["input"] ?? "") \($0["page"] ?? "") \($0["status"] ?? "")" }.joined(separator: "\n")
            )
            let names = try FileManager.default.contentsOfDirectory(atPath: shell.folder.path(folder)).sorted()
            pictures.append(try names.map { try shell.read("\(folder)/\($0)") })
        }
        #expect(pictures[0].count == 11)
        #expect(reports[0] == reports[1] && reports[0] == reports[2])
        #expect(pictures[0] == pictures[1] && pictures[0] == pictures[2])
    }

    @Test func `A page that poppler complains about comes with notes`() throws {
        var text = String(decoding: Documents.pages(1), as: UTF8.self)
        text = text.replacingOccurrences(of: "0 0 40 40 re f", with: "0 0 4 zz re ) f")
        let shell = try Shell(["odd.pdf": Array(text.utf8)])
        let results = try shell.json("render odd.pdf -o out --dpi 20 --json")
        check(shell, results, ["odd.pdf"])
        #expect(results.first?["status"] as? String == "ok")
        #expect((results.first?["notes"] as? [String])?.isEmpty == false)
    }

    @Test func `Ink goes on documents of more pages than an answer holds`() throws {
        let shell = try Shell(["many.pdf": Documents.pages(3000)])
        try shell.write("ink.limn", try Project.sample("character-sheet.limn"))
        let results = try shell.json("flatten many.pdf ink.limn -o out.pdf --timeout 60 --json")
        #expect(results.first?["pageCount"] as? Int == 3000)
    }
}
