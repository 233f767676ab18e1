// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct VanishingFolderTests {
    @Test func `A folder that is removed half-way costs the pages that were on their way, and no more`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(400)])
        let done = try shell.sh(
            """
            \(Executable.path) render a.pdf --dpi 300 --json -o out > log 2> errors & p=$!
            until [ -e out/a-020.png ]; do sleep 0.01; kill -0 $p || [ -e out/a-020.png ] || exit 9; done
            until rm -rf out 2>/dev/null; do :; done; wait $p; echo $?
            """)
        #expect(done.hasPrefix("1> 0\n") || done.hasPrefix("1> 1\n"), "\(done)")
        let objects = try String(decoding: shell.read("log"), as: UTF8.self).split(separator: "\n").map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
        }
        #expect(objects.compactMap { $0["page"] as? Int } == Array(1...400))
        for object in objects where object["status"] as? String == "failed" {
            #expect((object["messages"] as? [String])?.first?.contains("cannot be written") == true, "\(object)")
        }
        // What stands is complete.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: shell.folder.path("out"))) ?? [] {
            #expect(name.hasSuffix(".png"))
            #expect(Array(try shell.read("out/\(name)").suffix(8).prefix(4)) == Array("IEND".utf8))
        }
    }
}
