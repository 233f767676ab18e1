// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Files with bits turned over and with their ends cut off: whatever comes of it, it is an exit code and sentences.
@Suite struct DamageSweepTests {
    private static let seeds = Array(UInt64(1)...15)

    /// The bytes with bits turned over, or for every third seed cut off.
    private static func damaged(_ bytes: [UInt8], seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        if seed % 3 == 0 { return Array(bytes.prefix(Int.random(in: 1..<bytes.count, using: &generator))) }
        return (0..<4).reduce(bytes) { bytes, _ in bytes.flipped(using: &generator) }
    }

    /// Runs it and looks at all that every transcript has in common.
    private func check(_ shell: Shell, _ typed: String, makes files: [String]) throws {
        let lines = try shell.limn(typed).components(separatedBy: "\n")
        let last = try #require(lines.last).components(separatedBy: " ")
        #expect(["[0]", "[1]", "[3]"].contains(last[0]), "\(typed): \(lines)")
        let stderrLines = lines.filter { $0.hasPrefix("2> ") }
        #expect(stderrLines.allSatisfy { $0.hasPrefix("2> limn: ") }, "\(stderrLines)")
        #expect(stderrLines.isEmpty == (last[0] == "[0]"), "\(lines)")
        #expect(Set(last.dropFirst()).isSubset(of: files.map { "+" + $0 }), "\(last)")
        if files.count == 1 { #expect((last.count == 1) == (last[0] == "[1]"), "\(lines)") }
        for change in last.dropFirst() { try shell.delete(String(change.dropFirst())) }
    }

    @Test(arguments: seeds) func `A damaged PDF`(seed: UInt64) throws {
        let shell = try Shell(["a.pdf": Self.damaged(Documents.pages(2), seed: seed), "a.xopp": Notes.xopp()])
        try check(shell, "render a.pdf --dpi 20", makes: (1...9).map { "a-\($0).png" })
        try check(shell, "thumbnail a.pdf --ink a.xopp", makes: ["a.png"])
        try check(shell, "flatten a.pdf a.xopp -o out.pdf", makes: ["out.pdf"])
        try check(shell, "flatten a.pdf a.xopp -o out.pdf --mode redraw", makes: ["out.pdf"])
        try check(shell, "inspect a.pdf", makes: [])
    }

    @Test(arguments: seeds) func `Damaged ink`(seed: UInt64) throws {
        let shell = try Shell([
            "a.pdf": Documents.pages(2), "a.xopp": Self.damaged(Notes.xopp([Notes.line, Notes.line]), seed: seed),
            "good.xopp": Notes.xopp([Notes.line, Notes.line]),
        ])
        _ = try shell.limn("ink convert good.xopp a.limn")
        try shell.write("a.limn", Self.damaged(try shell.read("a.limn"), seed: seed))
        for ink in ["a.xopp", "a.limn"] {
            try check(shell, "thumbnail a.pdf --ink \(ink)", makes: ["a.png"])
            try check(shell, "flatten a.pdf \(ink) -o out.pdf", makes: ["out.pdf"])
            try check(shell, "ink convert \(ink) out.json", makes: ["out.json"])
            try check(shell, "inspect \(ink)", makes: [])
        }
    }
}
