// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// What the commands look at before they read: how large it is, and whether it ends.
@Suite(.serialized) struct InputLooksTests {
    private func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try body()
        let parts = (ContinuousClock.now - start).components
        return Double(parts.seconds)
    }

    @Test(arguments: [
        "render /dev/zero -o out", "thumbnail /dev/zero", "inspect /dev/zero", "flatten a.pdf /dev/zero -o out.pdf",
        "flatten /dev/zero a.xopp -o out.pdf", "ink convert /dev/zero out.xopp", "ink strip /dev/zero out.pdf",
    ])
    func `A device without end is refused with a sentence, and nothing is written`(_ command: String) throws {
        let shell = try Shell(["a.pdf": Documents.pages(1), "a.xopp": Notes.xopp()])
        let took = try seconds {
            let transcript = try shell.limn(command)
            #expect(transcript.hasSuffix("\n[1]"), "\(transcript)")
            #expect(transcript.contains("/dev/zero: It cannot be read: it is a device"), "\(transcript)")
        }
        // Reading to the end would never end.
        #expect(took < 120)
    }

    @Test(arguments: ["render p.pdf", "inspect p.pdf", "flatten a.pdf p.pdf -o out.pdf"])
    func `A pipe that nobody writes into is told of`(_ command: String) throws {
        let shell = try Shell(["a.pdf": Documents.pages(1)])
        #expect(mkfifo(shell.folder.path("p.pdf"), 0o600) == 0)
        let transcript = try shell.limn(command)
        #expect(
            transcript.contains(
                "p.pdf: It cannot be read: it is a device, or a pipe that nobody writes into; give a file."),
            "\(transcript)")
        #expect(transcript.hasSuffix("\n[1]"))
    }

    @Test func `What is larger than --max-input is refused, from a file and from a pipe`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1) + [UInt8](repeating: 32, count: 5000)])
        let why = "It cannot be read: it has more than 4 KiB; --max-input allows more."
        expect(try shell.limn("render a.pdf -o out --max-input 4KiB"), "2> limn: a.pdf: \(why)\n[1]")
        expect(
            try shell.sh("cat a.pdf | limn render - -o out --max-input 4KiB"), "2> limn: standard input: \(why)\n[1]")
        expect(
            try shell.sh("limn inspect - --max-input 4KiB < a.pdf"), "2> limn: standard input: \(why)\n[1]")
        // The blanks behind the end of the file count as damage.
        #expect(try shell.limn("render a.pdf -o out --max-input 8KiB --quiet").contains("[3] +"))
        #expect(try shell.limn("render a.pdf -o out --max-input 0").hasSuffix("[64]"))
    }

    @Test func `What comes without end through a pipe is refused, and little of it is kept`() throws {
        let shell = try Shell()
        let transcript = try shell.sh(
            "limn render - -o out < /dev/zero; head -c 400000000 /dev/zero | limn render - -o out")
        #expect(transcript.contains("it is a device"))
        #expect(transcript.contains("it has more than 256 MiB"), "\(transcript)")
    }

    @Test func `A document of twenty slow pages ends with its budget of time`() throws {
        // Each page draws a form that draws another one eight times, and so on for thirty levels.
        let pages = 20
        let first = 4 + pages
        let forms = (0..<30).map { level -> String in
            let content = String(repeating: "/X Do ", count: 8)
            let next = level < 29 ? "/Resources<</XObject<</X \(first + level + 1) 0 R>>>>" : ""
            return
                "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]\(next)/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
        }
        var all = [
            "<</Type/Catalog/Pages 2 0 R>>",
            "<</Type/Pages/Kids[\((0..<pages).map { "\($0 + 4) 0 R" }.joined(separator: " "))]/Count \(pages)>>",
            "<</Length 5>>stream\n/X Do\nendstream",
        ]
        let page =
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 3 0 R/Resources<</XObject<</X \(first) 0 R>>>>>>"
        all += (0..<pages).map { _ in page } + forms
        let shell = try Shell(["slow.pdf": Documents.file(all)])
        for budget in ["", " --time-budget 5"] {
            var results: [[String: Any]] = []
            let took = try seconds {
                results = try shell.json("render slow.pdf -o out --timeout 3 --json\(budget)")
            }
            #expect(results.count == pages)
            #expect(results.allSatisfy { $0["status"] as? String == "limit" })
            let messages = results.flatMap { $0["messages"] as? [String] ?? [] }
            let sentence = "The document takes longer than \(budget.isEmpty ? 30 : 5) s in all"
            #expect(messages.count { $0.contains(sentence) } >= (budget.isEmpty ? 8 : 13), "\(messages)")
            // The budget counts what all processors do; starting workers anew costs more where machines are busy.
            #expect(took < 120)
        }
    }
}
