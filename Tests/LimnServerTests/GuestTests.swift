// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnGeometry
import LimnInk
import LimnLibrary
import SystemPackage
import TestSupport
import Testing

/// What one guest does, and what the others feel.
@Suite struct GuestTests {
    /// Draws on a page of the story beside the server.
    private static func fill(_ story: Story, strokes: Int) throws {
        let library = try Library(at: FilePath(story.server.library))
        let id = try #require(CharacterID(story.character))
        let items = (0..<strokes).map { number in
            Item.stroke(
                Stroke(
                    brush: Brush(width: 1),
                    points: StrokePoints((0..<40).map { Point(x: Double(number % 200), y: Double($0)) }, width: 1)))
        }
        try library.append(items, to: CharacterPage(id, page: 1), expecting: nil)
    }

    @Test func `a list of edits of a large page does not hold another person's edits`() async throws {
        let story = try Story()
        try Self.fill(story, strokes: 4000)
        let list = (0..<60).map { _ in ["remove": [0]] }
        let start = ContinuousClock.now
        let long = Task.detached {
            (reply: try story.edit(list: list, revision: 1), time: start.duration(to: .now))
        }
        var longest = Duration.zero
        for _ in 0..<20 {
            var status = 0
            let time = try ContinuousClock().measure {
                status = try story.edit(["add": [Story.stroke(1)]], page: 2).status
            }
            #expect(status == 200)
            longest = max(longest, time)
        }
        let (reply, time) = try await long.value
        #expect([200, 503].contains(reply.status), "\(reply.text)")
        // Who waits for the whole list waits about as long as its own sender.
        #expect(longest < max(time / 2, .seconds(2)), "\(longest) of \(time)")
        if reply.status == 200 { #expect(reply.integer("strokes") == 3940) }
    }

    @Test func `the past of a large page is read, much is undone, and pages of high numbers are listed`() throws {
        let story = try Story()
        try Self.fill(story, strokes: 4000)
        #expect(try story.edit(["add": [Story.stroke(7)]]).integer("strokes") == 4001)
        let past = try story.server.request("GET", "\(story.page())/ink?revision=1")
        #expect((past.objects("pages").first?["strokes"] as? [Any])?.count == 4000)
        #expect(try story.server.request("GET", "\(story.page())/ink?revision=9").status == 404)
        for count in [4000, 0] {
            #expect(try story.server.request("POST", "\(story.page())/undo").integer("strokes") == count)
        }
        #expect(try story.server.request("POST", "\(story.page())/undo").status == 409)
        #expect(try story.server.request("POST", "\(story.page())/redo").integer("strokes") == 4000)
        let loose = try #require(try story.server.request("POST", "/characters", json: ["name": "B"]).string("id"))
        #expect(try story.edit(["add": [Story.stroke(1)]], page: 1_000_000, of: loose).status == 200)
        let pages = try story.server.request("GET", "/characters/\(loose)/pages").objects("items")
        #expect(pages.compactMap { $0["page"] as? Int } == [1_000_000])
    }

    @Test func `additions to a large page, and lists that only add, are stored in order`() throws {
        let story = try Story()
        try Self.fill(story, strokes: 1500)
        for place in 0..<3 { #expect(try story.edit(["add": [Story.stroke(Double(place))]]).status == 200) }
        let list = (0..<30).map { ["add": [Story.stroke(Double(100 + $0))]] }
        #expect(try story.edit(list: list).integer("revision") == 34)
        #expect(try story.strokes().suffix(33) == [0, 1, 2] + (100..<130).map(Double.init))
    }

    @Test func `bodies of seven megabytes are refused where options are meant, and health never waits`() throws {
        let story = try Story()
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 7 << 20)
        let wide = Array(("{\"add\":[" + Array(repeating: "{}", count: 2_000_000).joined(separator: ",") + "]}").utf8)
        let type = ["Content-Type": "application/json", "Idempotency-Key": "a"]
        let path = "/characters/\(story.character)"
        for (method, place, status) in [
            ("POST", "\(path)/exports", 413), ("PATCH", path, 413), ("POST", "/jobs", 413), ("POST", "/access", 413),
            ("POST", "\(story.page())/edits", 400), ("POST", "\(story.page())/items/picture", 413),
        ] {
            #expect(try story.server.request(method, place, type, body: deep).status == status, "\(place)")
            #expect(try story.server.request("GET", "/livez").status == 200)
        }
        #expect(try story.server.request("POST", "\(story.page())/edits", type, body: wide).status == 400)
    }

    @Test func `the owner sees and ends everybody's jobs, and revoking somebody ends theirs`() throws {
        let story = try Story([])
        let own = try #require(CharacterID(story.character))
        func bearer(_ name: String, _ role: AccessRole, _ characters: Set<CharacterID>) throws -> [String: String] {
            ["Authorization": "Bearer \(try story.access.add(name, role: role, characters: characters))"]
        }
        let (viewer, owner) = (try bearer("Vic", .viewer, [own]), try bearer("boss", .owner, []))
        let type = ["Content-Type": "application/octet-stream"]
        let file = try story.server.request(
            "POST", "/files", viewer.merging(type) { $1 },
            body: onePagePDF(size: (2000, 2000), content: String(repeating: "0 0 m 9 9 l S ", count: 20_000)))
        let id = try #require(file.string("id"))
        func begin() throws -> String {
            let body: [String: Any] = [
                "verb": "thumbnail", "inputs": Array(repeating: id, count: 900), "options": ["size": 2000],
            ]
            return try #require(try story.server.request("POST", "/jobs", viewer, json: body).string("id"))
        }
        func seen(_ headers: [String: String]) throws -> [[String: Any]] {
            try story.server.request("GET", "/jobs", headers).objects("items")
        }
        let job = try begin()
        #expect(try seen(viewer).compactMap { $0["id"] as? String } == [job])
        #expect(try seen(viewer).first?["person"] == nil)
        #expect(try seen(owner).compactMap { $0["person"] as? String } == ["Vic"])
        #expect(try story.server.request("DELETE", "/jobs/\(job)", owner).status == 204)
        #expect(try seen(viewer).isEmpty)
        _ = try begin()
        #expect(try story.server.request("DELETE", "/jobs", owner).integer("removed") == 1)
        _ = try begin()
        #expect(try story.server.request("DELETE", "/access/Vic", owner).status == 204)
        #expect(try seen(owner).isEmpty)
        let folder = story.server.library + "/server/files"
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        // Another process may revoke, too.
        let other = try bearer("Vic", .viewer, [own])
        #expect(
            try story.server.request("POST", "/files", other.merging(type) { $1 }, body: Array("%PDF".utf8)).status
                == 201)
        try story.access.revoke("Vic")
        let isEmpty = try Patience.wait { try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty }
        #expect(isEmpty)
    }

    @Test func `edits, forms and uploads that fail count before they are written, and are given back`() throws {
        let story = try Story(["--no-auth", "--quota", "8MB"])
        let picture = Data((0..<9_000_000).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
        let item: [String: Any] = ["picture": ["data": 0, "frame": [0, 0, 9, 9]]]
        for _ in 0..<2 {
            let full = try story.edit(["add": [item], "pictures": [["format": "png", "bytes": picture]]])
            #expect(full.status == 507 && full.problem == "no-space")
        }
        #expect(try story.edit(["add": [Story.stroke(1)]]).status == 200)
        // What was announced and never came takes nothing.
        for _ in 0..<3 {
            let connection = try story.server.connect()
            try connection.send(
                RunningServer.bytes("POST", "/files", ["Content-Length": "4000000"], nil, story.server.port)
                    + Array("begun".utf8))
        }
        usleep(200_000)
        #expect(try story.server.request("POST", "/files", body: [UInt8](repeating: 1, count: 300_000)).status == 201)
        let form = try story.server.request(
            "PUT", "/characters/\(story.character)/form", ["Content-Type": "application/json", "If-Match": "\"0\""],
            body: Array("{\"values\":{\"a\":{\"picture\":\"\(picture)\"}}}".utf8))
        #expect(form.status == 507)
    }

    @Test func `slow readers of a large answer share one copy`() throws {
        let story = try Story()
        try Self.fill(story, strokes: 10_000)
        let request = RunningServer.bytes("GET", "\(story.page())/ink", [:], nil, story.server.port)
        func reader() throws -> Connection {
            let connection = try story.server.connect(receiveBuffer: 4096)
            try connection.send(request)
            return connection
        }
        // Making the copy takes many times its size. It is there when the first reader has the beginning of it.
        let first = try reader()
        let size = try #require(try first.head().headers["content-length"].flatMap { Int($0) })
        let before = try story.server.residentMemory()
        let readers = try (0..<120).map { _ in try reader() }
        for reader in readers { #expect(try reader.head().status == 200) }
        let after = try story.server.residentMemory()
        #expect(size > 3_000_000)
        // Copies for all would take 120 times the size.
        #expect(after - before < 30 * size, "\((after - before) >> 20) MiB for \(size >> 20) MiB")
        // Nobody keeps the server from ending.
        story.server.send(signal: SIGTERM)
        #expect(story.server.wait() == 0)
        withExtendedLifetime(first) {}
        withExtendedLifetime(readers) {}
    }
}
