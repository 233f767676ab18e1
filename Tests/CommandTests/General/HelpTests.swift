// SPDX-License-Identifier: GPL-3.0-or-later

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
    }

    @Test func `The version is a number`() throws {
        #expect(try Shell().limn("--version").contains(/^1> \d+\.\d+\.\d+\n\[0\]$/))
    }

    @Test func `An unknown option is wrong usage`() throws {
        #expect(
            try Shell().limn("render a.pdf --bogus") == """
                2> limn: Unknown option '--bogus'. Did you mean '--jobs'?
                2> Usage: limn render [<options>] [<inputs> ...]
                2>   See 'limn render --help' for more information.
                [64]
                """)
    }

    @Test func `An unknown verb is wrong usage`() throws {
        #expect(
            try Shell().limn("paint a.pdf") == """
                2> limn: limn has no verb “paint”.
                2> Usage: limn <subcommand>
                2>   See 'limn --help' for more information.
                [64]
                """)
    }

    @Test(arguments: [
        "render a.pdf --format tiff", "paint",
    ])
    func `What is not built yet does not exist`(arguments: String) throws {
        #expect(try Shell().limn(arguments).hasSuffix("\n[64]"))
    }
}
