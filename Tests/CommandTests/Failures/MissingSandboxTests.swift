// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Machines that offer no place to read a document in safely.
struct MissingSandboxTests {
    private let shell: Shell

    init() throws { shell = try Shell(["a.pdf": Documents.pages(1), "a.xopp": Notes.xopp()]) }

    /// Runs a line of shell with workers that lack a layer.
    private func transcript(_ line: String, without layer: String) throws -> String {
        let worker = URL(fileURLWithPath: Executable.path).deletingLastPathComponent().appendingPathComponent(
            "limn-worker")
        // A folder of its own: other tests may run such a program while this one is written. No transcript shows it.
        let folder = try TemporaryFolder()
        let program = try Without.program(layer, around: worker.path, in: folder)
        return try withExtendedLifetime(folder) { try shell.sh("export LIMN_WORKER=\(program)\n\(line)") }
    }

    @Test(arguments: ["landlock", "seccomp", "both"])
    func `Nothing is read without a sandbox, and a sentence says what allows it`(_ layer: String) throws {
        for line in [
            "limn render a.pdf -o out.png", "limn flatten a.pdf a.xopp -o out.pdf", "limn inspect a.pdf",
            "limn ink convert a.xopp b.svg",
        ] {
            let told = try transcript(line, without: layer)
            #expect(told.contains("This machine has no sandbox to read it in"), "\(told)")
            #expect(told.contains("--unconfined or LIMN_UNCONFINED=1 reads it anyway."), "\(told)")
            #expect(told.hasSuffix("\n[1]"), "\(told)")
        }
    }

    @Test func `A refusal for want of a sandbox has a status of its own kind`() throws {
        let told = try transcript("limn render a.pdf -o out.png --json 2>/dev/null", without: "landlock")
        #expect(told.contains(#""status":"refused""#), "\(told)")
    }

    @Test(arguments: ["--unconfined", "with the variable"])
    func `Who allows it gets results, and they say so`(_ how: String) throws {
        let (before, after) = how == "--unconfined" ? ("", " --unconfined") : ("LIMN_UNCONFINED=1 ", "")
        let script = "export LIMN_TEST=1; \(before.isEmpty ? "" : "export \(before);")"
        let drawn = try transcript(
            "\(script) limn render a.pdf -o out.png --dpi 36 --json\(after)", without: "landlock")
        #expect(drawn.contains(#""status":"ok""#), "\(drawn)")
        #expect(drawn.contains(#""unconfined":true"#), "\(drawn)")
        #expect(drawn.contains("2> limn: the work was done without a sandbox, as you allowed"), "\(drawn)")
        let flattened = try transcript(
            "\(script) limn flatten a.pdf a.xopp -o out.pdf --receipt r.json --json --quiet\(after); grep unconfined r.json",
            without: "landlock")
        #expect(flattened.contains(#""unconfined":true"#), "\(flattened)")
        #expect(flattened.contains(#"1>   "unconfined" : true"#), "\(flattened)")
    }

    @Test func `Results of confined workers say nothing of it`() throws {
        let drawn = try shell.limn("render a.pdf -o out.png --dpi 36 --json --unconfined")
        #expect(!drawn.contains("unconfined"), "\(drawn)")
    }

    @Test func `The doctor tells what is missing`() throws {
        let told = try transcript("limn doctor", without: "landlock")
        #expect(told.contains("missing  worker: Landlock"), "\(told)")
        #expect(told.contains("Documents are refused"), "\(told)")
    }
}
