// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// What the shells offer when Tab is pressed.
@Suite struct CompletionTests {
    /// A folder with a library that has the characters Maren Ashwick and Ole, who is a hero, on the template sheet.
    private func shell() throws -> Shell {
        let shell = try Shell(["sheet.pdf": Documents.pages(1)])
        try shell.write("library/.keep", [])
        try shell.delete("library/.keep")
        for line in [
            "template import sheet.pdf --name sheet", "character create Maren_Ashwick --template sheet",
            "character create Ole --template sheet --tag hero", "access add Ada --role owner",
            "character create Gone --template sheet", "character remove Gone --yes",
        ] {
            let arguments = line.split(separator: " ").map { Array($0.replacing("_", with: " ").utf8) }
            let done = try shell.limn(arguments + [Array("--library".utf8), Array("library".utf8)])
            #expect(done.contains("\n[0]"), "\(line): \(done)")
        }
        return shell
    }

    /// What bash offers for the last of the words.
    private func offered(_ words: [String], in shell: Shell, library: String? = "library") throws -> [String] {
        let quoted = words.map { "'\($0.replacing("'", with: #"'\''"#))'" }.joined(separator: " ")
        let script = """
            \(library.map { "export LIMN_LIBRARY=\($0)" } ?? "export HOME=$PWD")
            limn() { \(Executable.path) "$@"; }
            source <(limn --generate-completion-script bash)
            COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1)
            COMP_LINE="${COMP_WORDS[*]}" COMP_POINT=${#COMP_LINE}
            _limn limn "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let done = try run("bash", "-c", script, directory: shell.folder.url)
        return done.text.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [
        (["character", "draw", ""], ["Maren Ashwick", "Ole"]),
        (["character", "draw", "Ma"], ["Maren Ashwick"]),
        // The library does not compare case, so what was typed stays as it is.
        (["character", "draw", "ma"], ["maren Ashwick"]),
        (["character", "show", "Zo"], []),
        (["character", "item", "list", "O"], ["Ole"]),
        (["character", "create", "New", "--template", ""], ["sheet"]),
        (["character", "list", "--tag", ""], ["hero"]),
        (["template", "show", ""], ["sheet"]),
        (["trash", "restore", ""], ["Gone"]),
        (["access", "revoke", ""], ["Ada"]),
        (["export", "Ole", "M"], ["Maren Ashwick"]),
        (["flatten", "--mode", "r"], ["redraw", "raster"]),
        (["thumb"], ["thumbnail", "thumbnails"]),
        (["render", "--trans"], ["--transparent"]),
    ])
    func `bash offers commands, options, their values, and names from the library`(
        words: [String], expected: [String]
    ) throws {
        #expect(try offered(["limn"] + words, in: try shell()) == expected)
    }

    @Test func `The library that the line names counts, quoted or not`() throws {
        let shell = try shell()
        try shell.write("other lib/.keep", [])
        try shell.delete("other lib/.keep")
        let lines = ["template import sheet.pdf", "character create Tiia --template sheet"]
        for line in lines {
            let arguments = line.split(separator: " ").map { Array($0.utf8) }
            _ = try shell.limn(arguments + [Array("--library".utf8), Array("other lib".utf8)])
        }
        for written in ["'other lib'", "\"other lib\"", #"other\ lib"#] {
            #expect(try offered(["limn", "character", "show", "--library", written, ""], in: shell) == ["Tiia"])
        }
    }

    @Test func `Where there is no library, no name is offered and none is made`() throws {
        let shell = try Shell()
        #expect(try offered(["limn", "character", "show", ""], in: shell, library: nil).isEmpty)
        #expect(shell.folder.names.isEmpty)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `The completions are sound scripts`(name: String) throws {
        let program = try Requirement.tool(name)
        let folder = try TemporaryFolder()
        let made = try run(Executable.path, "--generate-completion-script", name)
        try Data(made.stdout).write(to: folder.url.appendingPathComponent("limn"))
        let done = try run(program, "-n", folder.path("limn"))
        #expect(done.status == 0 && done.stderr.isEmpty, "\(done.stderr)")
        #expect(made.text.contains("---completion character draw -- positional@0"))
    }
}
