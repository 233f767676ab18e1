// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnLibrary
import TestSupport
import Testing

/// What the documentation tells writers of clients works.
@Suite struct ClientTests {
    private func bytes(_ name: String, _ folder: TemporaryFolder) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.url.appendingPathComponent(name)))
    }

    @Test func `The documentation's walk-through with curl works, word for word`() throws {
        let page = try String(
            contentsOf: Project.folder.appendingPathComponent("Documentation/Server.md"), encoding: .utf8)
        let part = try #require(page.components(separatedBy: "\n## Talk to the server\n").dropFirst().first)
        let block = try #require(part.components(separatedBy: "```sh\n").dropFirst().first)
        let script = try #require(block.components(separatedBy: "```").first)
        let server = try RunningServer()
        let folder = try TemporaryFolder()
        _ = try folder.write(try Project.sample("character-sheet.pdf"), "sheet.pdf")
        // The watcher ends with the script, once the last event has come.
        let whole = """
            set -e; cd '\(folder.path(""))'
            \(script.replacingOccurrences(of: "http://localhost:8420", with: "http://localhost:\(server.port)"))
            for turn in $(seq 100); do grep -q '"state":"done"' events.txt && break; sleep 0.1; done
            kill $!
            """
        let done = try TestSupport.run("bash", "-c", whole)
        #expect(done.status == 0, "\(done.text)")
        #expect(done.text.contains("\"revision\":1"))
        let events = String(decoding: try bytes("events.txt", folder), as: UTF8.self)
        for kind in ["page", "character", "job"] { #expect(events.contains("event: \(kind)\n"), "\(kind)") }
        #expect(events.contains("\"state\":\"done\""))
        #expect(try DecodedPicture(try bytes("page.png", folder)).width == 800)
        #expect(try DecodedPicture(try bytes("small.png", folder)).height == 256)
        #expect(try TestSupport.run("qpdf", "--check", folder.path("maren.pdf")).status == 0)
        #expect(try TestSupport.run("pdftotext", folder.path("maren.pdf"), "-").text.contains("Maren"))
    }

    @Test func `The example in Python imports a folder and exports all characters, also a second time`() throws {
        let server = try RunningServer()
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("in"), withIntermediateDirectories: true)
        for name in ["character-sheet", "map-landscape"] {
            _ = try folder.write(try Project.sample("\(name).pdf"), "in/\(name).pdf")
        }
        let example = Project.folder.appendingPathComponent("Documentation/examples/export_all.py").path
        func export() throws -> (status: Int32, text: String) {
            let done = try TestSupport.run("python3", example, server.address, folder.path("in"), folder.path("out"))
            return (done.status, done.text)
        }
        let first = try export()
        #expect(first.status == 0, "\(first.text)")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
        #expect(files.count == 2 && files[0].hasPrefix("character-sheet ") && files[1].hasPrefix("map-landscape "))
        for file in files { #expect(try TestSupport.run("qpdf", "--check", folder.path("out/\(file)")).status == 0) }
        #expect(try export().status == 0)
        #expect(try server.request("GET", "/characters").objects("items").count == 2)
        _ = try folder.write(Array("no PDF".utf8), "in/broken.pdf")
        let second = try export()
        #expect(second.status == 1)
    }
}
