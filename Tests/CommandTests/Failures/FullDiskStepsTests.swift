// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Disks on which an old export stands, each with room for one block more of the new one.
@Suite(.serialized) struct FullDiskStepsTests {
    /// What is typed behind `limn flatten`, and what more is to be written to the disk.
    static let works = [
        "--save append", "--save append --receipt small/receipt.json", "--save rewrite",
        "--save rewrite --receipt small/receipt.json", "--mode annotate",
        "--mode annotate --receipt small/receipt.json --census", "--mode burn --no-verify",
        "--save rewrite --no-verify --receipt small/receipt.json",
    ]

    /// How a run came out.
    private struct Step {
        let code: Int
        let names: String
        /// `old`, `new` or `neither`.
        let file: String
        let status: String?
        let bytes: Int?
        /// What the receipt says of the new file's size.
        let receipt: Int?

        init(_ line: Substring) throws {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(parts.count == 5, "\(line)")
            func object(_ text: String) -> [String: Any]? {
                (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
            }
            code = Int(parts[0]) ?? -1
            names = parts[1]
            file = parts[2]
            status = object(parts[3])?["status"] as? String
            bytes = object(parts[3])?["bytes"] as? Int
            receipt = object(parts[4])?["bytes"] as? Int
        }
    }

    /// Runs `limn flatten` on disks of 4 KiB, 8 KiB and so on, until there is room enough twice.
    private func steps(_ options: String, temporary: String = "/tmp") throws -> (steps: [Step], bytes: Int) {
        let unshare = try Requirement.mounting()
        var noise = SeededGenerator(seed: 5)
        let kept = String((0..<30_000).map { _ in "0123456789abcdef".randomElement(using: &noise)! })
        let shell = try Shell([
            "a.pdf": Documents.pdf(
                [(200, 100)], catalog: "/Kept 5 0 R", objects: ["<</Length 30000>>stream\n\(kept)\nendstream"]),
            "a.xopp": Notes.xopp(), "small/inside": [], "whole/inside": [], "old": Array("old".utf8),
        ])
        let script = """
            export TMPDIR=/tmp SWIFT_BACKTRACE=enable=no
            \(Executable.path) flatten a.pdf a.xopp -o new \(options.replacingOccurrences(of: "small/", with: "whole/")) \
                > whole/new.json || exit 8
            enough=0
            for ((pages = 1; pages < 200 && enough < 2; pages++)); do
                mount -t tmpfs -o size=$((pages * 4))k none small || exit 9
                cp old small/out.pdf
                TMPDIR=\(temporary) \(Executable.path) flatten a.pdf a.xopp -o small/out.pdf \(options) --json > out.json
                code=$?
                file=neither
                if cmp -s old small/out.pdf; then file=old; elif cmp -s new small/out.pdf; then file=new; fi
                printf '%s\\t%s\\t%s\\t%s\\t%s\\n' $code "$(ls -A small | tr '\\n' ' ')" $file "$(cat out.json)" \
                    "$(cat small/receipt.json 2>/dev/null | tr -d '\\n')"
                if ((code == 0)); then enough=$((enough + 1)); fi
                # A worker that was ended may hold its file for a moment longer.
                until umount small 2>/dev/null; do ((tries++ < 600)) || exit 7; sleep 0.1; done
            done
            """
        try shell.write("script", Array(script.utf8))
        let words = unshare.split(separator: " ").map { Array($0.utf8) } + [Array("bash".utf8), Array("script".utf8)]
        let done = try run("env", words, directory: shell.folder.url)
        try #require(done.status == 0, "\(done.stderr)")
        let new = shell.folder.path("new")
        #expect(try run(try Requirement.tool("qpdf"), "--check", new).status == 0)
        return (try done.text.split(separator: "\n").map(Step.init), try shell.read("new").count)
    }

    private func check(_ step: Step, of bytes: Int, hasReceipt: Bool, _ what: String) {
        if step.code == 0 {
            #expect(step.file == "new" && step.status == "ok" && step.bytes == bytes, "\(what): \(step)")
            #expect(step.names == (hasReceipt ? "out.pdf receipt.json " : "out.pdf "), "\(what): \(step)")
            #expect(step.receipt == (hasReceipt ? bytes : nil), "\(what): \(step)")
        } else {
            #expect(step.code == 1 && step.file == "old" && step.status == "failed", "\(what): \(step)")
            #expect(step.names == "out.pdf ", "\(what): \(step)")
        }
    }

    @Test(arguments: works)
    func `However little room there is, the old file stays and nothing else, or all of the new one is there`(
        options: String
    ) throws {
        let (steps, bytes) = try steps(options)
        let hasReceipt = options.contains("--receipt")
        for step in steps { check(step, of: bytes, hasReceipt: hasReceipt, options) }
        // A block is the old file's, others are the receipt's, and the new file needs all the rest.
        let blocks = (bytes + 4095) / 4096
        #expect(blocks >= 8)
        #expect(steps.count { $0.code == 1 } == blocks + (hasReceipt ? 1 : 0), "\(steps.map(\.code))")
        #expect(steps.suffix(2).allSatisfy { $0.code == 0 })
    }

    @Test func `What is only for a while is on the full disk as well`() throws {
        let (steps, bytes) = try steps("--save append", temporary: "small")
        for step in steps { check(step, of: bytes, hasReceipt: false, "TMPDIR") }
        #expect(steps.count { $0.code == 1 } >= (bytes + 4095) / 4096)
    }
}
