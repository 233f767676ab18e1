// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Originals that are larger than what a worker may hold.
@Suite(.serialized) struct LargeOriginalTests {
    /// A page and a stream of zeros, which take no room on the disk.
    private static func write(_ size: Int, _ path: String) throws {
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        var offsets: [UInt64] = []
        func add(_ text: String) throws {
            offsets.append(try file.offset())
            try file.write(contentsOf: Data("\(offsets.count) 0 obj\n\(text)".utf8))
        }
        try file.write(contentsOf: Data("%PDF-1.4\n".utf8))
        try add("<</Type/Catalog/Pages 2 0 R>>endobj\n")
        try add("<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n")
        try add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\n")
        try add("<</Length \(size)>>stream\n")
        try file.seek(toOffset: file.offset() + UInt64(size))
        try file.write(contentsOf: Data("\nendstream endobj\n".utf8))
        let start = try file.offset()
        let entries = offsets.map { String(repeating: "0", count: 10 - "\($0)".count) + "\($0) 00000 n \n" }.joined()
        let trailer = "trailer\n<</Size 5/Root 1 0 R/Kept 4 0 R>>\nstartxref\n\(start)\n%%EOF\n"
        try file.write(contentsOf: Data("xref\n0 5\n0000000000 65535 f \n\(entries)\(trailer)".utf8))
        try file.close()
    }

    @Test
    func `Ink is appended to an original of 1.2 GB within the usual limits, and nothing of that size is in memory`()
        throws
    {
        let shell = try Shell(["ink.xopp": Notes.xopp()])
        let original = shell.folder.path("large.pdf")
        try Self.write(1_200_000_000, original)
        let output = shell.folder.path("out.pdf")
        #expect(try shell.limn("flatten large.pdf ink.xopp -o out.pdf").contains("it has more than 1 GiB; --max-input"))
        let object = try #require(
            try shell.json("flatten large.pdf ink.xopp -o out.pdf --json --max-input 2GiB").first)
        #expect(object["save"] as? String == "append")
        #expect(object["status"] as? String == "ok")
        let before = try #require(object["inputBytes"] as? Int)
        let after = try #require(object["bytes"] as? Int)
        #expect(after > before && after < before + 2000)
        #expect(try run("cmp", "-n", "\(before)", original, output).status == 0)
        let (red, green, blue) = try Engine.splash.draw(output, page: 1, dpi: 72)[35, 25]
        #expect(red > 200 && green < 60 && blue < 60)

        // The largest of the command and its workers, in KiB; 20 MiB of it are the program and its libraries.
        let peak = try python(
            "peak_memory", Executable.path, "flatten", original, shell.folder.path("ink.xopp"), "-o", output,
            "--max-input", "2GiB")
        #expect(try #require(Int(peak.split(separator: "\n").last ?? "")) < 60 << 10)
    }

    @Test func `A large original goes through pipes as well`() throws {
        let shell = try Shell(["ink.xopp": Notes.xopp()])
        try Self.write(50_000_000, shell.folder.path("large.pdf"))
        let transcript = try shell.sh(
            "cat large.pdf | limn flatten - ink.xopp -o - --save append | cat > out.pdf; limn flatten large.pdf ink.xopp -o same.pdf --quiet; cmp out.pdf same.pdf && echo same"
        )
        #expect(transcript.contains("1> same\n"))
    }
}
