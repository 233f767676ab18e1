// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import Testing
import TestSupport

/// `limn flatten` over the samples and over every real PDF that `Scripts/corpus` fetches.
struct CorpusTests {
    /// So many real files must be judged, and so many of each feature.
    private static let (leastFiles, leastOfEach) = (50, 5)
    private static let features = ["form", "outline", "links", "rotation", "CropBox", "object streams"]

    /// What limn cannot write on, each with the status and the reason. Nothing else may be refused.
    private static let refusals: [String: (status: String, reason: String)] = [
        "ocrmypdf/tests/resources/invalid.pdf": ("failed", "no trailer, which libqpdf cannot do without"),
        "pikepdf/tests/resources/fuzz/378014596.pdf": ("failed", "no trailer, which libqpdf cannot do without"),
        "pikepdf/tests/resources/cyclic-toc.pdf": ("failed", "no /Count, so that poppler finds no pages"),
        "pikepdf/tests/resources/newline-buffer-test.pdf": ("failed", "no pages"),
        "pikepdf/tests/resources/graph-encrypted.pdf": ("locked", "a password"),
        "pypdf/resources/crazyones-encrypted-256.pdf": ("locked", "a password"),
        "pypdf/resources/encrypted-file.pdf": ("locked", "a password"),
        "pypdf/resources/encryption/r2-user-password.pdf": ("locked", "a password"),
        "pypdf/resources/encryption/r3-user-password.pdf": ("locked", "a password"),
        "pypdf/resources/encryption/r4-aes-user-password.pdf": ("locked", "a password"),
        "pypdf/resources/encryption/r4-user-password.pdf": ("locked", "a password"),
        "pypdf/resources/encryption/r6-both-passwords.pdf": ("locked", "a password"),
        "pypdf/resources/encryption/r6-cleartext-metadata.pdf": ("locked", "a password"),
        "pypdf/resources/libreoffice-writer-password.pdf": ("locked", "a password"),
    ]

    /// Files that Limn repairs and the judge cannot open at all, and why. Their exports are judged by nothing here.
    private static let unjudged = ["pikepdf/fuzzing/corpus/small.pdf": "no cross-references"]

    /// Every tool and, on the second page, only one: so that each page of each file changes visibly.
    private static func inks(in folder: TemporaryFolder) throws -> (onePage: String, twoPages: String) {
        func points(_ numbers: Double...) -> [Point] {
            stride(from: 0, to: numbers.count, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
        }
        let drawing = Drawing(strokes: [
            Stroke(
                brush: Brush(color: Color(rgba: 0xff00_00ff), width: 3),
                points: StrokePoints(points(50, 50, 100, 80, 120, 60), width: 3)),
            Stroke(
                brush: Brush(kind: .highlighter, color: Color(rgba: 0xffff_007f), width: 12),
                points: StrokePoints(points(60, 100, 160, 110), width: 12)),
            Stroke(
                brush: Brush(color: Color(rgba: 0x0000_ffff), width: 2),
                points: StrokePoints(positions: points(70, 150, 90, 170, 130, 140), widths: [2, 1, 3])),
        ])
        let page = InkDocument.Page(drawing: drawing)
        return (
            try folder.write(try NativeInk.encode(InkDocument(pages: [page])), "one.limn"),
            try folder.write(try NativeInk.encode(InkDocument(pages: [page, page])), "two.limn")
        )
    }

    private func judge(_ folder: URL, passwords: [String: String] = [:]) throws -> [ExportJudge.Verdict] {
        let inks = try TemporaryFolder()
        return try ExportJudge.judge(
            filesIn: folder, with: try Self.inks(in: inks), program: Executable.path, passwords: passwords)
    }

    @Test func `Ink over every sample leaves all the rest of it as it was`() throws {
        let verdicts = try judge(Project.samples, passwords: ["character-sheet-encrypted.pdf": "limn"])
        #expect(verdicts.count >= 8)
        for verdict in verdicts {
            #expect(verdict.isSuccess, "\(verdict.file): \(verdict.messages)")
            #expect(verdict.harm == [], "\(verdict.file)")
            #expect(verdict.save == "append", "\(verdict.reason)")
        }
    }

    @Test func `Ink over hundreds of real files leaves all the rest of them as it was`() throws {
        let verdicts = try judge(try Requirement.corpus())
        let done = verdicts.filter(\.isSuccess)
        #expect(done.count >= Self.leastFiles)
        let counts = Self.features.map { name in (name, done.count { $0.features.contains(name) }) }
        for (name, count) in counts { #expect(count >= Self.leastOfEach, "\(count) files with \(name)") }
        print(
            "Corpus: \(done.count) of \(verdicts.count) files written on;",
            counts.map { "\($1) \($0)" }.joined(separator: ", "))
        let appended = done.count { $0.save == "append" }
        print("Corpus: \(appended) of \(done.count) appended.")
        #expect(Double(appended) >= 0.93 * Double(done.count))
        for verdict in verdicts {
            let name = verdict.file
            if Self.unjudged[name] != nil {
                #expect(verdict.status == "lost", "\(verdict)")
                continue
            }
            if let refusal = Self.refusals[name] {
                #expect(verdict.status == refusal.status, "\(name) was refused: \(refusal.reason)")
            } else {
                #expect(verdict.isSuccess, "\(verdict)")
            }
            #expect(verdict.harm == [], "\(name)")
        }
    }

    /// What became of a file in a mode: see `Scripts/lib/exports/export_report.py`.
    private struct Finding: Decodable {
        var file, mode, save, why: String
        var isSuccess: Bool
        var messages, harm, unjudged: [String]
    }

    @Test func `A sample of all real files is exported without harm, by appending to nearly all`() throws {
        _ = try Requirement.corpus()
        let folder = try TemporaryFolder()
        let modes = ["overlay", "annotate"]
        let modules = Project.folder.appendingPathComponent("Scripts/lib").path
        let arguments = [
            // The same files whichever further sets are there.
            "-m", "exports.exports", Executable.path, "--only", ".corpus/", "--sample", "150", "--seed", "1",
            "--modes", modes.joined(separator: ","),
            "--results", folder.path("results"), "--json", folder.path("findings"),
        ]
        // The script's own exit code is for a run over everything.
        let done = try run(
            try Requirement.python(), arguments.map { Array($0.utf8) }, environment: ["PYTHONPATH": modules],
            directory: Project.folder)
        let data = try #require(FileManager.default.contents(atPath: folder.path("findings")), "\(done.stderr)")
        let findings = try JSONDecoder().decode([Finding].self, from: data)
        for finding in findings { #expect(finding.harm == [], "\(finding.file), \(finding.mode)") }
        for mode in modes {
            let all = findings.filter { $0.mode == mode }
            try #require(all.count >= 100)
            let refused = all.filter { !$0.isSuccess && !["password", "signed"].contains($0.why) }
            #expect(Double(refused.count) < 0.02 * Double(all.count), "\(refused)")
            let appended = all.count { $0.save == "append" }
            #expect(Double(appended) >= 0.85 * Double(all.count))
            #expect(Double(all.count { !$0.unjudged.isEmpty }) < 0.05 * Double(all.count))
        }
        #expect(!findings.contains { $0.why == "lost" })
    }

    @Test func `The judge sees a lost annotation, another page's content and a lost outline`() throws {
        let folder = try TemporaryFolder()
        let sheet = Project.samples.appendingPathComponent("character-sheet.pdf").path
        let ink = try Self.inks(in: folder).onePage
        let export = folder.path("export.pdf")
        let qpdf = try Requirement.tool("qpdf")
        #expect(try run(Executable.path, "flatten", sheet, ink, "-o", export).status == 0)
        #expect(try ExportJudge.harm(original: sheet, output: export, pages: [0], files: 1) == [])
        #expect(try ExportJudge.harm(original: sheet, output: export, pages: [], files: 1) != [])
        #expect(try ExportJudge.harm(original: sheet, output: export, pages: [0]) != [])
        let spoiled = folder.path("spoiled.pdf")
        for options in [
            ["--flatten-annotations=all"], ["--coalesce-contents"], ["--empty", "--pages", export, "1-z", "--"],
        ] {
            let arguments = (options.contains("--empty") ? options : [export] + options) + [spoiled]
            _ = try run(qpdf, arguments.map { Array($0.utf8) })
            #expect(try ExportJudge.harm(original: sheet, output: spoiled, pages: [0], files: 1) != [], "\(options)")
        }
    }
}
