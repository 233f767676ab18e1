// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnGeometry
import LimnInk
import LimnLibrary
import TestSupport
import Testing

@Suite struct JobTests {
    private static let page = onePagePDF(size: (200, 100), content: "1 0 0 rg 0 0 200 100 re f")

    /// Puts a file in.
    private func put(_ bytes: [UInt8], _ server: RunningServer) throws -> String {
        let reply = try server.request("POST", "/files", ["Content-Type": "application/octet-stream"], body: bytes)
        try #require(reply.status == 201, "\(reply.text)")
        #expect(reply.integer("bytes") == bytes.count)
        return try #require(reply.string("id"))
    }

    /// Begins a job and waits for its end.
    private func run(_ server: RunningServer, _ path: String = "/jobs", json: [String: Any]) throws -> Reply {
        let begun = try server.request("POST", path, json: json)
        try #require(begun.status == 202, "\(begun.text)")
        let place = try #require(begun.headers["location"])
        #expect(place == "/api/v1/jobs/\(begun.string("id") ?? "")")
        return try end(server, place)
    }

    /// Waits for the end of a job.
    private func end(_ server: RunningServer, _ place: String) throws -> Reply {
        var reply = try server.request("GET", place)
        let isOver = try Patience.wait {
            reply = try server.request("GET", place)
            return !["waiting", "running"].contains(reply.string("state"))
        }
        guard isOver else { throw RunningServer.Failure(description: "the job does not end") }
        return reply
    }

    private func result(_ server: RunningServer, _ job: Reply) throws -> Reply {
        try server.request("GET", "/jobs/\(job.string("id") ?? "")/result")
    }

    @Test func `a file is named by its content, and a job draws it`() throws {
        let server = try RunningServer()
        let id = try put(Self.page, server)
        #expect(id.count == 64)
        #expect(try put(Self.page, server) == id)
        let job = try run(
            server, json: ["verb": "render", "inputs": [id], "options": ["width": 100, "format": "png"]])
        #expect(job.string("state") == "done", "\(job.text)")
        #expect(job.json["progress"] as? Double == 1)
        #expect(!job.text.contains(server.library))
        let made = try result(server, job)
        #expect(made.headers["content-type"] == "image/png")
        #expect(made.headers["content-disposition"] == "attachment; filename=\"picture.png\"")
        #expect(made.headers["content-security-policy"] == "sandbox; default-src 'none'")
        let picture = try DecodedPicture(made.body)
        #expect("\(picture.width) \(picture.height)" == "100 50")
    }

    @Test func `several pictures come in one archive that other programs open`() throws {
        let server = try RunningServer()
        let ids = try [Self.page, onePagePDF(size: (50, 100))].map { try put($0, server) }
        let job = try run(server, json: ["verb": "thumbnail", "inputs": ids, "options": ["size": 64]])
        #expect(job.string("state") == "done", "\(job.text)")
        let made = try result(server, job)
        #expect(made.headers["content-type"] == "application/zip")
        let folder = try TemporaryFolder()
        let file = try folder.write(made.body, "pictures.zip")
        #expect(try TestSupport.run("unzip", "-tq", file).status == 0)
        #expect(try TestSupport.run("unzip", "-Z1", file).text == "1.png\n2.png\n")
    }

    @Test func `long reports are in the result, and long receipts are not in memory`() throws {
        let count = 300
        let entries = (0..<count).map { number in
            let next = number + 1 < count ? "/Next \(number + 11) 0 R" : ""
            let title = String(repeating: "x", count: 200)
            return "\(number + 10) 0 obj<</Title(\(title))/Parent 4 0 R/Dest[3 0 R/Fit]\(next)>>endobj\n"
        }
        let document = """
            %PDF-1.4
            1 0 obj<</Type/Catalog/Pages 2 0 R/Outlines 4 0 R>>endobj
            2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources<<>>>>endobj
            4 0 obj<</Type/Outlines/First 10 0 R/Last \(count + 9) 0 R/Count \(count)>>endobj
            \(entries.joined())trailer<</Root 1 0 R>>
            """
        let server = try RunningServer()
        let file = try put(Array(document.utf8), server)
        for (inputs, isShown) in [(1, true), (30, false)] {
            let job = try run(server, json: ["verb": "inspect", "inputs": Array(repeating: file, count: inputs)])
            let id = try #require(job.string("id"))
            let receipt = try #require(job.json["receipt"] as? [String: Any])
            #expect(((receipt["results"] as? [Any])?.count == inputs) == isShown, "\(receipt.keys)")
            let result = try result(server, job)
            #expect(result.objects("results").count == inputs && result.body.count > inputs * count * 200)
            let listed = try server.request("GET", "/jobs").objects("items").first { $0["id"] as? String == id }
            #expect((listed?["receipt"] == nil) == isShown)
        }
    }

    @Test func `ink is laid over a PDF, and the receipt tells of it without paths`() throws {
        let server = try RunningServer()
        let stroke = Stroke(
            brush: Brush(width: 4),
            points: StrokePoints(positions: [Point(x: 20, y: 50), Point(x: 180, y: 50)], widths: [4, 4]))
        let ink = try NativeInk.encode(
            InkDocument(pages: [.init(drawing: Drawing(strokes: [stroke]))]), precision: .lossless)
        let inputs = try [Self.page, ink].map { try put($0, server) }
        let job = try run(server, json: ["verb": "flatten", "inputs": inputs, "options": ["no-source-ink": true]])
        #expect(job.string("state") == "done", "\(job.text)")
        let receipt = try #require(job.json["receipt"] as? [String: Any])
        #expect(receipt["inkedPages"] as? [Int] == [1])
        #expect(receipt["input"] as? String == "in/1")
        let folder = try TemporaryFolder()
        let file = try folder.write(try result(server, job).body, "out.pdf")
        #expect(try TestSupport.run("qpdf", "--check", file).status == 0)
    }

    @Test func `inspecting tells the pages, and converting writes another format`() throws {
        let server = try RunningServer()
        let id = try put(Self.page, server)
        let job = try run(server, json: ["verb": "inspect", "inputs": [id]])
        let found = try result(server, job).objects("results")
        #expect(found.first?["kind"] as? String == "pdf")
        let ink = try put(
            try NativeInk.encode(InkDocument(pages: [.init(drawing: Drawing())]), precision: .lossless), server)
        let converted = try run(server, json: ["verb": "convert", "inputs": [ink], "options": ["to": "svg"]])
        #expect(converted.string("state") == "done", "\(converted.text)")
        #expect(try result(server, converted).text.contains("<svg"))
    }

    @Test func `what cannot be done is told at once, or in the job`() throws {
        let server = try RunningServer()
        let id = try put(Self.page, server)
        for (body, field) in [
            (["verb": "fly", "inputs": [id]], "verb"), (["verb": "render", "inputs": []], "inputs"),
            (["verb": "render", "inputs": [String(repeating: "0", count: 64)]], "inputs"),
            (["verb": "render", "inputs": ["../../etc/passwd"]], "inputs"),
            (["verb": "render", "inputs": [id], "options": ["dpi": "many"]], "dpi"),
            (["verb": "render", "inputs": [id], "options": ["colour": 1]], "colour"),
            (["verb": "flatten", "inputs": [id, id], "options": ["mode": "magic"]], "mode"),
            (["verb": "fill", "inputs": [id]], "set"), (["verb": "convert", "inputs": [id]], "to"),
        ] as [([String: Any], String)] {
            let reply = try server.request("POST", "/jobs", json: body)
            #expect(reply.status == 422, "\(body)")
            #expect(reply.string("field") == field, "\(reply.text)")
        }
        let junk = try put(Array("no PDF".utf8), server)
        let job = try run(server, json: ["verb": "render", "inputs": [junk]])
        #expect(job.string("state") == "failed")
        #expect((job.json["problem"] as? [String: Any])?["type"] as? String == "/problems/refused")
        #expect(!job.text.contains(server.library))
        #expect(try result(server, job).status == 409)
        #expect(try server.request("GET", "/jobs/0123").status == 404)
    }

    @Test func `a job that is removed is gone`() throws {
        let server = try RunningServer()
        let id = try put(Self.page, server)
        let begun = try server.request(
            "POST", "/jobs", json: ["verb": "render", "inputs": [id], "options": ["dpi": 2000]])
        let place = try #require(begun.headers["location"])
        #expect(try server.request("DELETE", place).status == 204)
        #expect(try server.request("GET", place).status == 404)
        #expect(try server.request("DELETE", place).status == 404)
    }

    @Test func `a character is exported, also when the server was killed meanwhile`() throws {
        let server = try RunningServer()
        let template = try server.add(template: Self.page, sizes: [Size(width: 200, height: 100)])
        let character = try server.add(character: NewCharacter(name: "Ada", template: template.id))
        let path = "/characters/\(character.id)/exports"
        let places = try (0..<12).map { _ in
            try #require(try server.request("POST", path, json: ["mode": "raster", "dpi": 600]).headers["location"])
        }
        server.send(signal: SIGKILL)
        #expect(server.wait() == 128 + SIGKILL)
        let next = try RunningServer(after: server)
        for place in places {
            let job = try end(next, place)
            #expect(job.string("state") == "done", "\(job.text)")
            #expect(job.string("character") == "\(character.id)")
            let made = try result(next, job)
            #expect(made.body.starts(with: Array("%PDF-".utf8)))
            #expect(made.headers["content-disposition"] == "attachment; filename=\"Ada.pdf\"")
        }
        #expect(try next.request("POST", "/characters/000000000000/exports", json: [:]).status == 404)
        #expect(try next.request("POST", path, json: ["modus": "raster"]).status == 422)
    }

    @Test func `chosen pages of a character are exported, under its name`() throws {
        let server = try RunningServer()
        let size = Size(width: 595.28, height: 841.89)
        let template = try server.add(template: try Project.sample("character-sheet.pdf"), sizes: [size, size])
        let character = try server.add(character: NewCharacter(name: "Zoë “Nachtigall” 龍/2", template: template.id))
        let path = "/characters/\(character.id)/exports"
        let place = try #require(try server.request("POST", path, json: ["pages": "2"]).headers["location"])
        let made = try result(server, try end(server, place))
        #expect(
            made.headers["content-disposition"]
                == "attachment; filename=\"Zo_ _Nachtigall_ __2.pdf\"; "
                + "filename*=UTF-8''Zo%C3%AB%20%E2%80%9CNachtigall%E2%80%9D%20%E9%BE%8D%2F2.pdf")
        let told = try server.request("POST", "/api/v1/inspect", body: made.body)
        #expect(told.integer("pageCount") == 1 || told.objects("pages").count == 1, "\(told.text.prefix(300))")
        let missing = try #require(try server.request("POST", path, json: ["pages": "1,3"]).headers["location"])
        let failed = try end(server, missing)
        #expect(failed.string("state") == "failed" && failed.text.contains("2 pages"), "\(failed.text)")
        for options: [String: Any] in [["pages": "1-x"], ["pages": "1", "save": "append"]] {
            #expect(try server.request("POST", path, json: options).status == 422)
        }
    }

    @Test func `a document that is sent comes back as a picture or a report`() throws {
        let server = try RunningServer()
        let drawn = try server.request("POST", "/api/v1/thumbnail?size=40&format=jpeg", body: Self.page)
        #expect(drawn.status == 200, "\(drawn.text)")
        let picture = try DecodedPicture(drawn.body)
        #expect("\(picture.format) \(picture.width) \(picture.height)" == "JPEG 40 20")
        let page = try server.request("POST", "/render?dpi=72", body: Self.page)
        #expect(try DecodedPicture(page.body).width == 200)
        #expect(try server.request("POST", "/inspect", body: Self.page).string("kind") == "pdf")
        #expect(try server.request("POST", "/render?page=2", body: Self.page).status == 422)
        #expect(try server.request("POST", "/render?dpi=x", body: Self.page).string("field") == "dpi")
        #expect(try server.request("POST", "/inspect", body: []).status == 422)
        let scratch = server.library + "/server/scratch"
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch).isEmpty)
        let attributes = try FileManager.default.attributesOfItem(atPath: server.library + "/server")
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test func `nothing more is taken than the library may hold`() throws {
        let server = try RunningServer(["--no-auth", "--quota", "16MiB", "--max-upload", "6MB"])
        let statuses = try (UInt8(1)...4).map {
            try server.request("POST", "/files", body: [UInt8](repeating: $0, count: 5_000_000)).status
        }
        #expect(statuses.first == 201)
        #expect(statuses.last == 507)
        #expect(try server.request("POST", "/files", body: [UInt8](repeating: 9, count: 6_000_001)).status == 413)
    }

    @Test func `who began a job hears of its steps up to its end`() throws {
        let server = try RunningServer()
        let sizes = Array(repeating: Size(width: 612, height: 792), count: 2)
        let template = try server.add(template: try Project.sample("character-sheet.pdf"), sizes: sizes)
        let character = try server.add(character: NewCharacter(name: "Ada", template: template.id))
        let watcher = try Watcher(server)
        let stroke = ["add": [Story.stroke(9)]]
        for page in 1...2 {
            let path = "/characters/\(character.id)/pages/\(page)/edits"
            #expect(try server.request("POST", path, ["Idempotency-Key": "\(page)"], json: stroke).status == 200)
        }
        let begun = try server.request("POST", "/characters/\(character.id)/exports", json: ["mode": "overlay"])
        var (states, shares): ([String], [Double]) = ([], [])
        while states.last != "done" {
            let event = try watcher.next("job")
            #expect(event.data["id"] as? String == begun.string("id"))
            #expect(event.data["verb"] as? String == "export")
            states.append(try #require(event.data["state"] as? String))
            try #require(states.last != "failed")
            shares.append(try #require(event.data["progress"] as? Double))
        }
        #expect(states.first == "waiting" && states.contains("running"))
        #expect(shares.first == 0 && shares.last == 1 && shares == shares.sorted())
        // Opened, placed, written, and two pages that are compared.
        #expect(Set(shares).count >= 5, "\(shares)")
    }

    @Test func `a client that leaves takes its work with it`() throws {
        let server = try RunningServer(["--no-auth", "--jobs", "1"])
        let path = String(repeating: "0 0 m 500 0 500 700 0 700 c 300 600 200 500 9 9 c f* ", count: 20_000)
        let slow = onePagePDF(size: (600, 800), content: path)
        let connection = try server.connect()
        try connection.send(RunningServer.bytes("POST", "/render?dpi=300", [:], slow, server.port))
        func running() throws -> Bool {
            try server.request("GET", "/metrics").text.contains("limn_pictures_running 1")
        }
        while try !running() { usleep(10_000) }
        connection.end()
        while try running() { usleep(10_000) }
        // The turn ends before the request is logged.
        func told() throws -> [Substring] {
            try server.logged().split(separator: "\n").filter { $0.contains("/render") }
        }
        _ = try Patience.wait { try !told().isEmpty }
        let lines = try told()
        #expect(lines.count == 1 && lines.allSatisfy { $0.contains("503") }, "\(lines)")
    }

    @Test func `another grant under an old name inherits neither files nor jobs`() throws {
        let story = try Story([])
        func grant() throws -> [String: String] {
            ["Authorization": "Bearer \(try story.access.add("ann", role: .player, characters: []))"]
        }
        let first = try grant()
        let body = ["Content-Type": "application/octet-stream"]
        let stored = try story.server.request("POST", "/files", body.merging(first) { $1 }, body: Self.page)
        let wanted: [String: Any] = ["verb": "inspect", "inputs": [stored.string("id") ?? ""]]
        let job = try story.server.request("POST", "/jobs", first, json: wanted)
        let place = try #require(job.headers["location"])
        #expect(try story.server.request("GET", place, first).status == 200)
        try story.access.revoke("ann")
        let second = try grant()
        #expect(try story.server.request("GET", place, first).status == 401)
        #expect(try story.server.request("GET", place, second).status == 404)
        #expect(try story.server.request("DELETE", place, second).status == 404)
        #expect(try story.server.request("POST", "/jobs", second, json: wanted).status == 422)
    }
}
