// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Good files with bytes turned over, cut off, taken out or brought in from elsewhere: a run ends with a status, and what
/// it publishes is no worse than the original was.
@Suite struct FuzzedOriginalTests {
    /// `LIMN_FUZZ=5000` looks further than a test run has time for.
    private static let count = ProcessInfo.processInfo.environment["LIMN_FUZZ"].flatMap(Int.init) ?? 160
    private static let batches = 8

    private static let options = [
        "", "--no-verify", "--save append --no-verify", "--save rewrite --no-verify", "--mode annotate",
        "--mode annotate --no-verify", "--mode annotate --save rewrite --no-verify", "--mode burn --no-verify",
        "--no-source-ink --no-verify", "--census --receipt receipt.json --no-verify",
    ]

    /// A document of chance or a sample, damaged.
    private static func damaged(_ chance: inout SeededGenerator) throws -> [UInt8] {
        let samples = ["map-landscape.pdf", "character-sheet-rotated-90.pdf"]
        let isSample = Int.random(in: 0..<8, using: &chance) == 0
        let seed = UInt64.random(in: 0..<1000, using: &chance)
        var bytes = isSample ? try Project.sample(samples.randomElement(using: &chance)!) : RandomPDF(seed: seed).bytes
        for _ in 0..<Int.random(in: 1...3, using: &chance) {
            guard bytes.count > 20 else { break }
            let place = Int.random(in: 0..<bytes.count, using: &chance)
            let end = min(bytes.count, place + Int.random(in: 1...60, using: &chance))
            switch Int.random(in: 0..<7, using: &chance) {
            case 0, 1: bytes = bytes.flipped(using: &chance)
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &chance))
            case 4:
                let other = RandomPDF(seed: seed + 1).bytes
                let from = Int.random(in: 0..<other.count, using: &chance)
                bytes.replaceSubrange(place..<end, with: other[from..<min(other.count, from + end - place)])
            case 5:
                // Numbers are what most depends on.
                let digits = bytes.indices.filter { (48...57).contains(bytes[$0]) }
                if let digit = digits.randomElement(using: &chance) {
                    bytes[digit] = .random(in: 48...57, using: &chance)
                }
            default: if Int.random(in: 0..<3, using: &chance) == 0 { bytes = Array(bytes.prefix(max(20, place))) }
            }
        }
        return bytes
    }

    /// 0 for a file that qpdf finds nothing wrong with, 1 with warnings, 2 with errors.
    private func fault(_ file: String) throws -> Int {
        switch try run(try Requirement.tool("qpdf"), "--check", file).status {
        case 0: 0
        case 3: 1
        default: 2
        }
    }

    @Test(arguments: 0..<batches)
    func `Whatever bytes an original has, the command ends with a status and publishes nothing worse`(batch: Int) throws
    {
        var done = 0
        for seed in stride(from: batch, to: Self.count, by: Self.batches) {
            var chance = SeededGenerator(seed: UInt64(seed) &+ 77)
            let shell = try Shell(["a.pdf": try Self.damaged(&chance), "a.xopp": Notes.xopp()])
            let options = Self.options[seed % Self.options.count]
            let what = "seed \(seed), \(options)"
            let lines = try shell.limn("flatten a.pdf a.xopp -o out.pdf --timeout 20 --quiet \(options)")
                .trimmingCharacters(in: .whitespaces).components(separatedBy: "\n")
            let last = try #require(lines.last).components(separatedBy: " ")
            #expect(["[0]", "[1]", "[3]"].contains(last[0]), "\(what): \(lines)")
            #expect(lines.dropLast().allSatisfy { $0.hasPrefix("2> limn: ") }, "\(what): \(lines)")
            let expected = options.contains("--receipt") ? ["+out.pdf", "+receipt.json"] : ["+out.pdf"]
            #expect(Array(last.dropFirst()) == (last[0] == "[1]" ? [] : expected), "\(what): \(lines)")
            guard last[0] != "[1]" else { continue }
            done += 1
            let (before, after) = (try fault(shell.folder.path("a.pdf")), try fault(shell.folder.path("out.pdf")))
            #expect(after <= before, "\(what): qpdf finds \(after) after \(before): \(lines)")
        }
        // Most damage is none that matters, so that something was judged.
        #expect(done >= Self.count / Self.batches / 4)
    }
}
