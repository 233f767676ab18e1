// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Ink files that were made to take long and to become large. `LIMN_SLOW_INK` is their size in MB, 20 unless set.
@Suite(.serialized) struct SlowInkTests {
    private static let megabytes = ProcessInfo.processInfo.environment["LIMN_SLOW_INK"].flatMap { Int($0) } ?? 20

    private func check(_ path: String, _ shell: Shell) throws {
        let lines = try python(
            "parent_peak", Executable.path, "ink", "convert", path, shell.folder.path("out.svg"), "--timeout", "4"
        ).split(separator: "\n").map { String($0) }
        let peak = try #require(lines.first.flatMap { Int($0) })
        #if !SANITIZED
            #expect(peak < 200_000, "KiB for \(path)")
        #endif
        let outcome = lines[1] == "1" ? lines.last?.components(separatedBy: ": ").last ?? "" : "read in time"
        let name = path.split(separator: "/").last ?? ""
        printFigure("\(name) of \(Self.megabytes) MB", 1, "\(peak / 1024) MiB; \(outcome)")
        // It may be that one is read in time; then the result is whole.
        if lines[1] == "0" || lines[1] == "3" { return }
        #expect(lines[1] == "1", "\(lines)")
        #expect(lines.count == 3 && lines[2].hasSuffix(".") && !lines[2].contains("signal"), "\(lines)")
        #expect(!FileManager.default.fileExists(atPath: shell.folder.path("out.svg")))
    }

    @Test(arguments: SlowInk.all.map(\.name))
    func `A file that was made to be slow ends with a sentence, and the command stays small`(
        _ name: String
    ) throws {
        let file = try #require(SlowInk.all.first { $0.name == name })
        let shell = try Shell()
        let path = shell.folder.path(name)
        let perMegabyte = 1_000_000 / file.part.count
        let start = file.start(perMegabyte * Self.megabytes)
        #expect(FileManager.default.createFile(atPath: path, contents: Data(start)))
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.seekToEnd()
        let chunk = Data([[UInt8]](repeating: file.part, count: perMegabyte).joined())
        for _ in 0..<Self.megabytes { try handle.write(contentsOf: chunk) }
        try handle.write(contentsOf: Data(file.end))
        try handle.close()
        try check(path, shell)
    }

    @Test func `A small file that unpacks to hundreds of megabytes ends with a sentence, and the command stays small`()
        throws
    {
        let shell = try Shell()
        let path = shell.folder.path("bomb.xopp")
        let script = """
            { printf '<?xml version="1.0"?><xournal creator="x" fileversion="4"><page width="9" height="9"><layer>'
              printf '<stroke tool="pen" color="#000000ff" width="1">1 1'
              yes ' 2.5 3.5 4.5 5.5' | head -c \(Self.megabytes * 20)000000
              printf '</stroke></layer></page></xournal>'; } | gzip -1 > \(path)
            """
        #expect(try run("bash", "-c", script).status == 0)
        try check(path, shell)
    }
}
