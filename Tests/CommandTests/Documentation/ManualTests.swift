// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// A reader who types what the manual says gets what it shows.
@Suite struct ManualTests {
    /// A listing of a page: its language and its text.
    private struct Listing {
        let language: String
        let text: String
    }

    private static let catalogue = Project.folder.appendingPathComponent("Documentation/Manual.docc")

    private func listings(of page: String) throws -> [Listing] {
        let text = try String(contentsOf: Self.catalogue.appendingPathComponent("\(page).md"), encoding: .utf8)
        return text.matches(of: /\n```([a-z]+)\n((?:.|\n)*?)```/).map { Listing(language: "\($0.1)", text: "\($0.2)") }
    }

    @Test(arguments: ["RolePlayer": 9, "NoteTaker": 6, "Operator": 5])
    func `The commands of a tutorial print what it shows`(page: String, shown: Int) throws {
        let listings = try listings(of: page)
        let mark = "-- listing --"
        // A program and no function of the shell, so that signals reach it.
        let programs = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: programs.path("limn"), withDestinationPath: Executable.path)
        var script = """
            set -euo pipefail
            PATH=\(programs.url.path):$PATH
            trap 'kill $(jobs -p) 2>/dev/null || true' EXIT

            """
        for listing in listings where listing.language == "sh" {
            script += "echo '\(mark)'\n"
            // Where the samples are, and a port that nobody has: below those that the kernel gives to others.
            script += listing.text.replacing(
                "samples=/usr/share/doc/limn/examples", with: "samples='\(Project.samples.path)'"
            )
            .replacing("port=8420", with: "port=$((20000 + $$ % 12000))")
        }
        let folder = try TemporaryFolder()
        let done = try run("bash", ["-c", script].map { Array($0.utf8) }, directory: folder.url)
        try #require(done.status == 0, "\(done.text.suffix(800))\(done.stderr.suffix(800))")
        let printed = done.text.components(separatedBy: "\(mark)\n").dropFirst()
        #expect(printed.count == listings.count { $0.language == "sh" })

        var at = printed.startIndex - 1
        var compared = 0
        for listing in listings {
            if listing.language == "sh" { at += 1 }
            guard listing.language == "text" else { continue }
            compared += 1
            let lines = printed[at].split(separator: "\n").map(String.init)
            let expected = listing.text.split(separator: "\n").map(String.init)
            #expect(lines.count == expected.count, "\(printed[at])")
            for (line, pattern) in zip(lines, expected) {
                #expect(Self.matches(line, pattern), "\(page) shows “\(pattern)”, and this was printed: \(line)")
            }
        }
        #expect(compared == shown)
    }

    /// Whether a line is what a tutorial shows; an ellipsis stands for anything.
    private static func matches(_ line: String, _ pattern: String) -> Bool {
        let parts = pattern.components(separatedBy: "…").map { NSRegularExpression.escapedPattern(for: $0) }
        return line.range(of: "^\(parts.joined(separator: ".*"))$", options: .regularExpression) != nil
    }

    @Test func `The manual becomes a site with a page for every command`() throws {
        let folder = try TemporaryFolder()
        let script = Project.folder.appendingPathComponent("Scripts/manual").path
        let programs = URL(fileURLWithPath: Executable.path).deletingLastPathComponent().path
        let done = try run(script, folder.path("site"), programs)
        try #require(done.status == 0, "\(done.text)\(done.stderr)")
        for page in ["manual", "limn/roleplayer", "limn/developer", "limn/limn-ink-convert", "limn/limn-serve"] {
            let data = folder.path("site/data/documentation/\(page).json")
            #expect(FileManager.default.isReadableFile(atPath: data), "\(page)")
        }
        let flatten = try String(
            contentsOfFile: folder.path("site/data/documentation/limn/limn-flatten.json"), encoding: .utf8)
        #expect(
            flatten.contains("--no-source-ink") && flatten.contains("limn flatten sheet.pdf notes.xopp -o filled.pdf"))
    }
}
