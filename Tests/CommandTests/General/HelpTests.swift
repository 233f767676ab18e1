// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct HelpTests {
    @Test(arguments: [
        "--help", "render --help", "thumbnail --help", "contact-sheet --help", "flatten --help", "inspect --help",
        "ink --help",
        "ink convert --help", "ink simplify --help", "doctor --help", "help render", "template --help",
        "template import --help", "character --help", "character draw --help", "character fill --help",
        "character values --help", "character undo --help", "character erase --help",
        "export --help",
        "thumbnails --help", "library --help", "library check --help", "library restore --help", "trash --help",
        "layer --help", "layer add --help", "character layer move --help", "item --help", "item add --help",
        "character item add --help",
        "trash list --help", "trash empty --help",
        "batch --help", "batch plan --help", "batch run --help", "batch status --help", "batch merge --help",
    ])
    func `Help goes to standard output and is a success`(arguments: String) throws {
        let transcript = try Shell().limn(arguments)
        #expect(transcript.contains("1> USAGE: limn "))
        #expect(!transcript.contains("2> "))
        #expect(transcript.hasSuffix("[0]"))
    }

    @Test func `A server that is not installed is told with what brings it, and its help works`() throws {
        let shell = try Shell()
        let missing = try shell.sh("LIMN_SERVER=/none/limn-server limn serve --port 0")
        #expect(missing.hasPrefix("2> limn: There is no /none/limn-server. "), "\(missing)")
        #expect(missing.contains("Scripts/demo --serve builds it") && missing.hasSuffix("[1]"), "\(missing)")
        let help = try shell.sh("LIMN_SERVER=/none/limn-server limn serve --help")
        #expect(help.contains("1> USAGE: limn serve ") && help.hasSuffix("[0]"), "\(help)")
        #expect(try shell.sh("LIMN_SERVER=/none/limn-server limn help serve") == help)
    }

    @Test func `The version is a number`() throws {
        #expect(try Shell().limn("--version").contains(/^1> \d+\.\d+\.\d+\n\[0\]$/))
    }

    @Test func `An unknown option is wrong usage`() throws {
        #expect(
            try Shell().limn("render a.pdf --bogus") == """
                2> limn: Unknown option '--bogus'. Did you mean '--pages'?
                2> Usage: limn render [<options>] [<inputs> ...]
                2>   See 'limn render --help' for more information.
                [64]
                """)
    }

    @Test func `An unknown verb is wrong usage`() throws {
        #expect(
            try Shell().limn("paint a.pdf") == """
                2> limn: limn has no command “paint”.
                2> Usage: limn <subcommand>
                2>   See 'limn --help' for more information.
                [64]
                """)
    }

    @Test func `The help of limn groups the commands`() throws {
        let help = try Shell().limn("--help")
        let groups = [
            "PAGES AND FILES:", "FORMS:", "A LIBRARY:", "SHARING:", "MANY AT ONCE:", "THIS MACHINE:", "TOPICS:",
        ]
        for group in groups { #expect(help.contains("1> \(group)\n"), "\(help)") }
    }

    /// The commands that have no commands below them, by their words, with the names of their options.
    private static func commands() throws -> [String: [String]] {
        struct Dump: Decodable {
            struct Command: Decodable {
                struct Argument: Decodable {
                    struct Name: Decodable { let kind: String, name: String }
                    let names: [Name]?
                }
                let commandName: String
                let arguments: [Argument]?
                let subcommands: [Command]?
            }
            let command: Command
        }
        var found: [String: [String]] = [:]
        func add(_ command: Dump.Command, _ path: [String]) {
            let names = (command.arguments ?? []).flatMap { $0.names ?? [] }
            found[path.joined(separator: " ")] = names.map { ($0.kind == "short" ? "-" : "--") + $0.name }
            for verb in command.subcommands ?? [] where verb.commandName != "help" {
                add(verb, path + [verb.commandName])
            }
        }
        let dumped = try run(Executable.path, "--experimental-dump-help").stdout
        add(try JSONDecoder().decode(Dump.self, from: Data(dumped)).command, [])
        // The server tells its own options.
        found["serve"] = nil
        return found
    }

    private static let known = Result { try commands() }

    @Test(arguments: try known.get().keys.sorted())
    func `A help has two examples with options that exist, and fits a screen without its limits`(path: String) throws {
        let commands = try Self.known.get()
        #expect(commands.count > 55)
        let help = try run(
            Executable.path, path.split(separator: " ").map { Array($0.utf8) } + [Array("--help".utf8)]
        ).text
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: "EXAMPLES:"))
        let examples = lines[(start + 1)...].prefix { $0.hasPrefix("  limn ") }
        #expect(examples.count >= 2)
        for example in examples {
            let words = example.split(separator: " ").dropFirst()
            let named = (0...3).reversed().map { words.prefix($0).joined(separator: " ") }
            let options = try #require(named.lazy.compactMap { commands[$0] }.first)
            for word in words where word.hasPrefix("--") { #expect(options.contains(String(word)), "\(example)") }
        }
        let ending = lines.firstIndex { $0.hasPrefix("RESULTS:") || $0.hasPrefix("LIMITS AND") } ?? lines.count
        // The help of limn itself lists all commands in their groups.
        #expect(ending <= (path.isEmpty ? 75 : 40))
    }

    @Test(arguments: ["limits", "exit-codes", "page-ranges", "times", "completion"])
    func `Topics are told`(topic: String) throws {
        let told = try Shell().limn("help \(topic)")
        #expect(told.hasSuffix("[0]") && told.split(separator: "\n").count > 5, "\(told)")
        if topic == "limits" { #expect(told.contains("--memory") && told.contains("--password-file"), "\(told)") }
    }

    @Test func `Help for what does not exist is wrong usage`() throws {
        #expect(
            try Shell().limn("help nosuch")
                == "2> limn: There is no command or topic “nosuch”. limn --help lists the commands and topics.\n[64]")
        #expect(try Shell().limn("help limit").contains("Did you mean “limits”?"))
    }

    @Test(arguments: [
        ("delete x", "limn character remove"), ("ls", "limn character list"), ("new Maren", "limn character create"),
        ("version", "limn --version"), ("character export Maren", "limn export does that."),
        ("character delete Maren", "limn character remove does that."),
        ("template ls", "limn template list does that."),
    ])
    func `Words that people try lead on`(typed: String, advice: String) throws {
        let told = try Shell().limn(typed)
        #expect(told.contains(advice) && told.hasSuffix("[64]"), "\(told)")
    }

    @Test func `The library may be named before the command`() throws {
        let shell = try Shell(["sheet.pdf": Documents.pages(1)])
        _ = try shell.limn("--library lib template import sheet.pdf --quiet")
        #expect(try shell.limn("--library lib template list").contains("sheet"))
        #expect(try shell.limn("--library=lib template list").contains("sheet"))
    }

    @Test func `Short options and other spellings work`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(3)])
        #expect(try shell.limn("render a.pdf -r 36 -p 2,3 -j 1 -q --format jpg").hasSuffix("[0] +a-2.jpg +a-3.jpg"))
        #expect(try shell.limn("contact-sheet a.pdf -o - --format jpg -q").hasSuffix("[0]"))
    }

    @Test(arguments: [
        "render a.pdf --format tiff", "paint",
    ])
    func `What is not built yet does not exist`(arguments: String) throws {
        #expect(try Shell().limn(arguments).hasSuffix("\n[64]"))
    }
}
