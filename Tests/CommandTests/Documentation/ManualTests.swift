// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// A reader who types what the manual says gets what it shows.
@Suite struct ManualTests {
    private static let catalog = Project.folder.appendingPathComponent("Documentation/Manual.docc")

    /// Types the commands of a page in an empty folder, and compares what they print with what the page shows.
    private func follow(_ page: String) throws -> (status: Int32, text: String, stderr: String) {
        let lib = Project.folder.appendingPathComponent("Scripts/lib").path
        let made = try run("env", "PYTHONPATH=\(lib)", try Requirement.python(), "-m", "manual.tutorial", page)
        try #require(made.status == 0, "\(made.stderr)")
        // Where the samples are, and a port that nobody has: below those that the kernel gives to others.
        let script = made.text
            .replacing("samples=/usr/share/doc/limn/examples", with: "samples='\(Project.samples.path)'")
            .replacing("port=8420", with: "port=$((20000 + $$ % 12000))")
        // A program and no function of the shell, so that signals reach it.
        let programs = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: programs.path("limn"), withDestinationPath: Executable.path)
        let folder = try TemporaryFolder()
        let done = try run(
            "bash", ["-c", "PATH=\(programs.url.path):$PATH\n\(script)"].map { Array($0.utf8) }, directory: folder.url)
        return (done.status, done.text, done.stderr)
    }

    @Test(arguments: ["RolePlayer": 11, "NoteTaker": 6, "Operator": 5])
    func `The commands of a tutorial print what it shows`(page: String, shown: Int) throws {
        let done = try follow(Self.catalog.appendingPathComponent("\(page).md").path)
        #expect(done.status == 0, "\(done.text.suffix(800))\(done.stderr.suffix(800))")
        #expect(done.text == "\(page): \(shown) listings are as shown.\n")
    }

    @Test(
        arguments: [
            ("echo one; echo two", "one\ntwo", nil), ("echo one two", "o…wo", nil), ("echo '[a]*'", "[a]*", nil),
            ("echo one", "two", "shows “two”, and this was printed: one"),
            ("echo ab", "[ab]b", "and this was printed: ab"),
            ("echo one", "one\ntwo", "and nothing was printed"), ("echo one; echo two", "one", "it was printed: two"),
            ("ls nothing", "…", "nothing"),
        ] as [(String, String, String?)])
    func `A tutorial that shows something else is found out`(typed: String, shown: String, complaint: String?) throws {
        let folder = try TemporaryFolder()
        let page = folder.url.appendingPathComponent("Page.md")
        try Data("# Page\n\n```sh\n\(typed)\n```\n\n```text\n\(shown)\n```\n".utf8).write(to: page)
        let done = try follow(page.path)
        #expect((done.status == 0) == (complaint == nil), "\(done.stderr)")
        #expect(complaint.map { done.stderr.contains($0) } ?? true, "\(done.stderr)")
    }

    @Test func `The manual becomes a site with a page for every command`() throws {
        let folder = try TemporaryFolder()
        let script = Project.folder.appendingPathComponent("Scripts/manual").path
        let programs = URL(fileURLWithPath: Executable.path).deletingLastPathComponent().path
        let done = try run(script, folder.path("site"), programs)
        try #require(done.status == 0, "\(done.text)\(done.stderr)")
        for page in [
            "manual", "limn/figures", "limn/roleplayer", "limn/developer", "limn/limn-ink-convert", "limn/limn-serve",
        ] {
            let data = folder.path("site/data/documentation/\(page).json")
            #expect(FileManager.default.isReadableFile(atPath: data), "\(page)")
        }
        let first = try String(contentsOfFile: folder.path("site/index.html"), encoding: .utf8)
        #expect(first.contains(#"href="documentation/manual/""#))
        let flatten = try String(
            contentsOfFile: folder.path("site/data/documentation/limn/limn-flatten.json"), encoding: .utf8)
        #expect(
            flatten.contains("--no-source-ink") && flatten.contains("limn flatten sheet.pdf notes.xopp -o filled.pdf"))
        // Two hyphens in a sentence would become a dash.
        #expect(!flatten.contains("–mode"))

        // The page of figures tells what the reports tell, and has a graph of it.
        let figures = try String(
            contentsOfFile: folder.path("site/data/documentation/limn/figures.json"), encoding: .utf8)
        let baseline = try JSONDecoder().decode(
            [String: [String: Int]].self,
            from: try Data(contentsOf: Project.folder.appendingPathComponent("Benchmarks/baseline.json")))
        let instructions = try #require(baseline["render-page"]?["all"])
        #expect(figures.contains("\(Int((Double(instructions) / 1e6).rounded())) million"))
        let graph = try String(
            contentsOfFile: folder.path("site/images/limn.manual/figures-instructions.svg"), encoding: .utf8)
        #expect(graph.contains("draw a page") && graph.contains("<polyline"))
    }
}
