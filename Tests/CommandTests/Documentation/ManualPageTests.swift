// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// The manual pages tell every command and option, and what they show works.
@Suite struct ManualPageTests {
    /// A command as `--experimental-dump-help` describes it.
    private struct Described: Decodable {
        struct Argument: Decodable {
            struct Name: Decodable {
                let kind: String
                let name: String
                var written: String { (kind == "short" ? "-" : "--") + name }
            }
            let names: [Name]?
            let shouldDisplay: Bool
        }
        let commandName: String
        let arguments: [Argument]?
        let subcommands: [Described]?

        /// The words that call each command, with its arguments.
        func all(below words: [String] = []) -> [(words: [String], arguments: [Argument])] {
            let own = words + [commandName]
            return [(own, arguments ?? [])] + (subcommands ?? []).flatMap { $0.all(below: own) }
        }
    }
    private struct Dump: Decodable {
        let command: Described
    }

    /// Makes the pages in a folder.
    private func pages(date: Int = 0) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let script = Project.folder.appendingPathComponent("Scripts/manual-pages").path
        let programs = URL(fileURLWithPath: Executable.path).deletingLastPathComponent().path
        let done = try run("env", "SOURCE_DATE_EPOCH=\(date)", script, folder.path(""), programs)
        try #require(done.status == 0, "\(done.text)\(done.stderr)")
        return folder
    }

    /// A page as a person reads it, without bold and underlined letters.
    private func read(_ name: String, in folder: TemporaryFolder) throws -> String {
        try run(try Requirement.tool("groff"), "-K", "utf8", "-man", "-Tutf8", "-P-cbou", folder.path("\(name).1")).text
    }

    @Test func `Each command has a page that names each of its options`() throws {
        let dump = try JSONDecoder().decode(
            Dump.self, from: Data(try run(Executable.path, "--experimental-dump-help").stdout))
        let folder = try pages()
        let commands = dump.command.all()
        #expect(commands.count > 50)
        #expect(Set(folder.names) == Set(commands.map { $0.words.joined(separator: "-") + ".1" }))
        for command in commands where command.words != ["limn", "serve"] {
            let lines = try read(command.words.joined(separator: "-"), in: folder).split(separator: "\n")
                .map { $0.trimmingCharacters(in: .whitespaces) }
            for name in command.arguments.filter(\.shouldDisplay).flatMap({ $0.names ?? [] }) {
                let isThere = lines.contains { line in
                    line.hasPrefix("-")
                        && line.split(whereSeparator: { ", ".contains($0) }).contains { $0 == name.written }
                }
                #expect(isThere, "\(command.words.joined(separator: " ")) \(name.written)")
            }
        }
        // The server knows its options itself.
        let serve = try read("limn-serve", in: folder)
        let told = try run(Executable.path, "serve", "--help").text
        let options = told.matches(of: /\n  (--[a-z-]+)/).map { String($0.1) }
        #expect(
            options.count > 15 && options.allSatisfy { serve.contains($0) }, "\(options.filter { !serve.contains($0) })"
        )
    }

    @Test func `groff and mandoc find nothing wrong with the pages`() throws {
        let (groff, mandoc) = (try Requirement.tool("groff"), try Requirement.tool("mandoc"))
        let folder = try pages()
        for name in folder.names {
            let set = try run(groff, "-ww", "-K", "utf8", "-man", "-Tutf8", folder.path(name))
            #expect(set.status == 0 && set.stderr.isEmpty, "\(name): \(set.stderr)")
            let checked = try run(mandoc, "-T", "lint", "-W", "warning", folder.path(name))
            #expect(checked.status == 0 && checked.text.isEmpty, "\(name): \(checked.text)")
        }
    }

    @Test func `The same programs give the same pages`() throws {
        let (one, other) = (try pages(date: 1_700_000_000), try pages(date: 1_700_000_000))
        for name in one.names {
            let bytes = try Data(contentsOf: one.url.appendingPathComponent(name))
            #expect(try Data(contentsOf: other.url.appendingPathComponent(name)) == bytes)
            #expect(String(decoding: bytes, as: UTF8.self).contains(" 1 2023-11-14 "))
        }
    }

    /// The examples of each page, as lines of shell.
    private static func examples() throws -> [(page: String, lines: String)] {
        let script = """
            import json, sys, tomllib
            pages = tomllib.load(open(sys.argv[1], 'rb'))['page']
            print(json.dumps([[page, '\\n'.join(one['run'] for one in told['examples'])] for page, told in pages.items() if told.get('examples')]))
            """
        let file = Project.folder.appendingPathComponent("Documentation/man/pages.toml").path
        let done = try run(try Requirement.python(), "-c", script, file)
        return try JSONDecoder().decode([[String]].self, from: Data(done.stdout)).map { ($0[0], $0[1]) }
    }

    @Test func `Every example of every page works`() throws {
        let examples = try Self.examples()
        #expect(examples.count > 45)
        let base = try TemporaryFolder()
        for (name, sample) in [
            "sheet.pdf": "character-sheet.pdf", "newer.pdf": "character-sheet-rotated-180.pdf",
            "notes.xopp": "character-sheet.xopp", "party.csv": "party.csv", "portrait.png": "portrait.png",
            "maren.limn": "maren-ashwick.limn", "letters/one.pdf": "map-landscape.pdf",
        ] {
            let url = base.url.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(try Project.sample(sample)).write(to: url)
        }
        // Some formats cannot hold all of the ink, which is a warning.
        let prelude = """
            set -e; export LIMN_LIBRARY=$PWD/library HOME=$PWD
            limn() { \(Executable.path) "$@" || [[ $? == 3 ]]; }

            """
        let begun = try run(
            "bash", "-c",
            prelude + "limn template import sheet.pdf; limn character create 'Maren Ashwick' --template sheet",
            directory: base.url)
        try #require(begun.status == 0, "\(begun.stderr)")
        for example in examples {
            let folder = try TemporaryFolder()
            _ = try run("cp", "-a", "\(base.url.path)/.", folder.url.path)
            let done = try run("bash", "-c", prelude + example.lines, directory: folder.url)
            #expect(done.status == 0, "\(example.page): \(done.text.suffix(300))\(done.stderr.suffix(600))")
        }
    }
}
