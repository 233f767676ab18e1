// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Everything that leaves a library or a file by a verb of the command, searched for what is for the game master.
@Suite struct SecretExitTests {
    /// What becomes of layers for the game master.
    enum Exit: Sendable {
        /// The verb makes something for an audience: players, unless `--audience gm` is given. The commands are typed
        /// one after the other; `AUDIENCE` stands for the option.
        case made(_ commands: [String], outputs: [String])
        /// The verb makes something for players only.
        case players(_ commands: [String], outputs: [String])
        /// The verb refuses until the audience is named.
        case named(_ command: String, output: String)
        /// The verb changes or copies a file or a library of the person as a whole, and says so in its manual.
        case whole
        /// The verb lists to its person what is in a file or a library.
        case listed
        /// The verb takes no ink along.
        case nothing
    }

    private static let conversions: [Exit] =
        ["svg", "xopp", "inkml", "json", "limn"].map { (ending: String) -> Exit in
            .named("ink convert a.limn out.\(ending)", output: "out.\(ending)")
        } + [.named("ink convert master.pdf out.limn", output: "out.limn")]

    private static let exports: [Exit] = ["overlay", "annotate", "burn", "redraw", "raster"].map {
        (mode: String) -> Exit in .made(["export Mia -o out.pdf --mode \(mode) AUDIENCE"], outputs: ["out.pdf"])
    }

    /// The exits of all verbs. A verb that is missing here fails the tests.
    static let exits: [String: [Exit]] = [
        "render": [
            .made(["render a.pdf --ink a.limn -o out.png --dpi 72 AUDIENCE"], outputs: ["out.png"]),
            .made(["render a.limn -o out.png --dpi 72 AUDIENCE"], outputs: ["out.png"]),
        ],
        "thumbnail": [.made(["thumbnail a.pdf --ink a.limn -o out.png AUDIENCE"], outputs: ["out.png"])],
        "contact-sheet": [.players(["contact-sheet a.limn -o out.png"], outputs: ["out.png"])],
        "flatten": [.made(["flatten a.pdf a.limn -o out.pdf AUDIENCE"], outputs: ["out.pdf"])],
        "inspect": [.listed], "text": [.listed], "marks": [.listed],
        "ink convert": conversions,
        "ink simplify": [.named("ink simplify a.limn out.limn", output: "out.limn")],
        "ink strip": [.whole],
        "item add": [.whole], "item list": [.listed], "item remove": [.whole],
        "layer list": [.listed], "layer add": [.whole], "layer rename": [.whole], "layer show": [.whole],
        "layer hide": [.whole], "layer lock": [.whole], "layer move": [.whole], "layer audience": [.whole],
        "form show": [.nothing], "form fill": [.whole], "form clear": [.whole], "form detect": [.whole],
        "form map": [.nothing], "form read": [.listed],
        // The moved ink is whole; the preview is for an audience.
        "rebase": [
            .made(
                ["rebase a.pdf b.pdf a.limn -o moved.limn --preview out AUDIENCE"], outputs: ["out"]), .whole,
        ],
        "template import": [.nothing], "template list": [.nothing], "template show": [.nothing],
        "template detect": [.nothing],
        "template rename": [.nothing], "template remove": [.nothing],
        "character create": [.nothing], "character import": [.nothing], "character list": [.nothing],
        "character show": [.nothing],
        "character rename": [.nothing], "character duplicate": [.whole], "character favorite": [.nothing],
        "character tag": [.nothing], "character attach": [.nothing], "character remove": [.nothing],
        "character draw": [.nothing], "character erase": [.nothing], "character undo": [.nothing],
        "character redo": [.nothing],
        "character changes": [.made(["character changes Mia -o out.png AUDIENCE"], outputs: ["out.png"])],
        "character item add": [.nothing], "character item list": [.listed], "character item remove": [.nothing],
        "character layer list": [.listed], "character layer add": [.nothing], "character layer rename": [.nothing],
        "character layer show": [.nothing], "character layer hide": [.nothing], "character layer lock": [.nothing],
        "character layer move": [.nothing], "character layer audience": [.nothing],
        "character page insert": [.nothing], "character page duplicate": [.nothing],
        "character page move": [.nothing], "character page rotate": [.nothing], "character page remove": [.nothing],
        "character page list": [.nothing],
        "character fill": [.nothing], "character values": [.nothing],
        "character rebase": [
            .made(["character rebase Mia --to b --dry-run --preview out AUDIENCE"], outputs: ["out"]), .whole,
        ],
        "export": exports,
        "thumbnails": [
            .made(["thumbnails Mia -o out AUDIENCE"], outputs: ["out/Mia.png"]),
            // What the library stores is for players, whatever was asked for before.
            .players(["thumbnails Mia -o out --audience gm", "thumbnails Mia -o out"], outputs: ["out/Mia.png"]),
        ],
        "library check": [.nothing], "library backup": [.whole], "library restore": [.whole],
        "library pack": [.named("library pack Mia out.limnpkg", output: "out.limnpkg")],
        "library unpack": [.whole],
        // The folder is that of one person's machines.
        "sync": [.whole],
        "trash list": [.nothing], "trash restore": [.nothing], "trash empty": [.nothing], "trash keep": [.nothing],
        // The routes have a test of their own.
        "serve": [.nothing],
        "access add": [.nothing], "access list": [.nothing], "access revoke": [.nothing],
        "batch plan": [.nothing],
        "batch run": [
            .made(
                [
                    "batch plan --verb flatten --ink a.limn a.pdf AUDIENCE > tasks.jsonl",
                    "batch run tasks.jsonl -o out",
                ], outputs: ["out"])
        ],
        "engine": [
            .players(
                [
                    #"engine --stdio <<< '{"id":1,"verb":"flatten","inputs":[{"path":"a.pdf"},{"path":"a.limn"}],"folder":"."}'"#
                ],
                outputs: ["out.pdf"])
        ],
        "batch status": [.nothing], "batch merge": [.nothing],
        "doctor": [.nothing],
    ]

    private struct Help: Decodable {
        struct Command: Decodable {
            let commandName: String
            let subcommands: [Command]?

            /// The verbs below this command, each with all its words.
            func verbs(_ above: [String]) -> [String] {
                let inner = (subcommands ?? []).filter { $0.commandName != "help" }
                return inner.isEmpty
                    ? [above.joined(separator: " ")] : inner.flatMap { $0.verbs(above + [$0.commandName]) }
            }
        }

        let command: Command
    }

    /// A page of 200 × 100 pt with words at its right, and a title.
    private static func edition(_ title: String) -> [UInt8] {
        let lines = [title, "Name", "Strength", "Dexterity", "Constitution", "Wisdom", "Charisma", "Armour"]
        let words = lines.enumerated().map { "1 0 0 1 110 \(88 - 10 * $0.offset) Tm (\($0.element)) Tj" }
        let content = "BT /F1 7 Tf \(words.joined(separator: " ")) ET"
        return Documents.file([
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>",
            "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream",
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        ])
    }

    /// A folder with ink, a PDF, an export for the game master and a library, all of which have secrets.
    private static func shell() throws -> Shell {
        let shell = try Shell([
            "a.pdf": edition("Sheet"), "b.pdf": edition("Sheet again"), "a.limn": try MarkedSecret.ink(),
        ])
        for command in [
            "template import a.pdf", "template import b.pdf", "character create Mia --template a",
            "character draw Mia --page 1 a.limn",
        ] {
            let done = try shell.limn("\(command) --library lib")
            try #require(!done.contains("[1]"), "\(done)")
        }
        let done = try shell.limn("flatten a.pdf a.limn -o master.pdf --audience gm")
        try #require(done.contains("kept.") && done.contains("[0]"), "\(done)")
        return shell
    }

    /// Types commands.
    ///
    /// - Returns: what they print, and what they make.
    private func made(
        _ commands: [String], _ outputs: [String], audience: String, in shell: Shell
    ) throws -> (said: String, marks: [String]) {
        var said = ""
        for command in commands {
            let typed = command.replacingOccurrences(of: "AUDIENCE", with: audience)
            said += try shell.sh("LIMN_LIBRARY=lib limn \(typed)")
        }
        var marks: Set<String> = Set(MarkedSecret.words.filter { said.contains($0) })
        for output in outputs {
            let url = shell.folder.url.appendingPathComponent(output)
            var files = [url]
            if let inner = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil) {
                files += inner.compactMap { $0 as? URL }
            }
            var isMade = false
            for file in files {
                guard let bytes = try? Data(contentsOf: file) else { continue }
                isMade = true
                marks.formUnion(try MarkedSecret.marks(in: Array(bytes)))
                if file.pathExtension == "png", commands[0].contains("changes") || commands[0].contains("preview"),
                    try MarkedSecret.isMarked(page: Array(bytes))
                {
                    marks.insert("a stroke")
                }
                try FileManager.default.removeItem(at: file)
            }
            if !isMade { said += "\nnothing was made" }
        }
        return (said, marks.sorted())
    }

    @Test func `Every verb is in the list of exits`() throws {
        let help = try run(Executable.path, "--experimental-dump-help")
        let verbs = Set(try JSONDecoder().decode(Help.self, from: Data(help.stdout)).command.verbs([]))
        #expect(verbs.subtracting(Self.exits.keys).sorted() == [], "Say what becomes of secrets.")
        #expect(Set(Self.exits.keys).subtracting(verbs).sorted() == [])
    }

    @Test(arguments: SecretExitTests.exits.keys.sorted()) func `Nothing for players has a secret`(verb: String) throws {
        for exit in Self.exits[verb] ?? [] {
            switch exit {
            case .made(let commands, let outputs):
                let shell = try Self.shell()
                for audience in ["", "--audience players"] {
                    let made = try made(commands, outputs, audience: audience, in: shell)
                    #expect(made.marks == [] && !made.said.contains("nothing was made"), "\(commands): \(made.said)")
                    // A thumbnail that is up to date is not looked at again.
                    guard audience.isEmpty, !verb.hasPrefix("batch") else { continue }
                    #expect(made.said.contains("left out"), "\(commands): \(made.said)")
                }
                let master = try made(commands, outputs, audience: "--audience gm", in: shell)
                #expect(master.marks != [], "\(commands): \(master.said)")
                if !verb.hasPrefix("batch") { #expect(master.said.contains("kept."), "\(master.said)") }
            case .players(let commands, let outputs):
                let made = try made(commands, outputs, audience: "", in: try Self.shell())
                #expect(made.marks == [] && !made.said.contains("nothing was made"), "\(commands): \(made.said)")
            case .named(let command, let output):
                let shell = try Self.shell()
                let refused = try made([command], [output], audience: "", in: shell)
                #expect(
                    refused.said.contains("--audience players leaves it out") && refused.said.contains("[1]")
                        && refused.said.hasSuffix("nothing was made"), "\(refused.said)")
                let players = try made(["\(command) --audience players"], [output], audience: "", in: shell)
                #expect(players.marks == [] && !players.said.contains("nothing was made"), "\(players.said)")
                #expect(players.said.contains("left out"), "\(players.said)")
                let master = try made(["\(command) --audience gm"], [output], audience: "", in: shell)
                #expect(master.marks != [], "\(master.said)")
                #expect(master.said.contains("kept."), "\(master.said)")
            case .whole, .listed, .nothing: break
            }
        }
    }

    @Test func `A PDF that carries a secret is no page for players`() throws {
        let shell = try Self.shell()
        try shell.write("open.xopp", Notes.xopp())
        let refused = try shell.limn("flatten master.pdf open.xopp -o out.pdf")
        #expect(refused.contains("ink for the game master") && refused.hasSuffix("[1]"), "\(refused)")
        let taken = try shell.limn("flatten master.pdf open.xopp -o out.pdf --audience gm")
        #expect(taken.contains("was kept") && taken.contains("+out.pdf"), "\(taken)")
        // The same holds for a character on such a template.
        for command in ["template import master.pdf", "character create Bo --template master"] {
            _ = try shell.limn("\(command) --library lib")
        }
        let export = try shell.limn("export Bo -o bo.pdf --library lib")
        #expect(export.contains("ink for the game master") && !export.contains("+bo.pdf"), "\(export)")
    }

    @Test func `An item is added to ink and to a PDF with a secret, and nothing of them is lost`() throws {
        let shell = try Self.shell()
        for name in ["a.limn", "master.pdf"] {
            let output = "out.\(name.split(separator: ".")[1])"
            let done = try shell.limn("item add \(name) -o \(output) --page 1 --text More --at 100,10")
            #expect(done.contains("[0]") || done.contains("[3]"), "\(done)")
            #expect(try MarkedSecret.marks(in: try shell.read(output)).contains("Quagmire"))
        }
    }
}
