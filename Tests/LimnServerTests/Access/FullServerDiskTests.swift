// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnLibrary
import TestSupport
import Testing

/// A server whose disk is full, and stays full: whatever becomes free is taken by another program.
@Suite struct FullServerDiskTests {
    /// Fills the disk to its last byte.
    private static func fill(_ server: RunningServer) throws {
        let descriptor = open(server.place("filler"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        for size in [65_536, 4096] {
            let filler = [UInt8](repeating: 1, count: size)
            while write(descriptor, filler, size) > 0 {}
        }
    }

    /// The code in a link.
    private static func code(_ link: String?) throws -> String {
        String(try #require(link).drop { $0 != "=" }.dropFirst())
    }

    @Test func `on a full disk people are revoked, sign out, and the trash fills and empties, every time`() throws {
        let server = try RunningServer([], disk: .small(12_000))
        let starter = ["Authorization": "Bearer \(try Self.code(server.link))"]
        let given = try server.request("POST", "/access", starter, json: ["name": "boss", "role": "owner"])
        let boss = ["Authorization": "Bearer \(try Self.code(given.string("link")))"]
        var (characters, people): ([String], [String]) = ([], [])
        for number in 0..<14 {
            let made = try server.request("POST", "/characters", boss, json: ["name": "C\(number)"])
            characters.append(try #require(made.string("id"), "\(made.text)"))
        }
        for number in 0..<14 {
            let given = try server.request(
                "POST", "/access", boss,
                json: ["name": "P\(number)", "role": "player", "characters": [characters[number]]])
            let signed = try server.signIn(try Self.code(given.string("link")))
            people.append(String(try #require(signed.headers["set-cookie"], "\(signed.text)").prefix { $0 != ";" }))
        }
        func tag(_ number: Int) throws -> Int {
            let tags = (0..<40).map { "tag \(number) \($0)" }
            return try server.request("PATCH", "/characters/\(characters[13])", boss, json: ["tags": tags]).status
        }
        try Self.fill(server)
        for number in 0..<12 {
            #expect([200, 507].contains(try tag(number)))
            try Self.fill(server)
            let revoked = try server.request("DELETE", "/access/P\(number)", boss)
            #expect(revoked.status == 204, "\(number): \(revoked.text)")
            #expect(try server.request("GET", "/session", ["Cookie": people[number]]).status == 401)
            try Self.fill(server)
            let removed = try server.request("DELETE", "/characters/\(characters[number])", boss)
            #expect(removed.status == 204, "\(number): \(removed.text)")
            try Self.fill(server)
            guard number % 3 == 2 else { continue }
            let emptied = try server.request("DELETE", "/trash", boss)
            #expect(emptied.status == 200 && emptied.integer("deleted") == 3, "\(number): \(emptied.text)")
            try Self.fill(server)
        }
        let origin = String(server.address.dropLast())
        for cookie in people[12...] {
            #expect(try server.request("DELETE", "/session", ["Cookie": cookie, "Origin": origin]).status == 204)
            #expect(try server.request("GET", "/session", ["Cookie": cookie]).status == 401)
            try Self.fill(server)
        }
        // This adds a time to the list of people.
        #expect(try server.request("DELETE", "/access/owner", boss).status == 204)
        #expect(try server.request("GET", "/session", starter).status == 401)
    }

    @Test func `a library that can only be read is read by those who have a link`() throws {
        let story = try Story([])
        let boss = ["Authorization": "Bearer \(try story.access.add("boss", role: .owner))"]
        _ = try story.edit(["add": [Story.stroke(1)]], headers: boss)
        let player = try story.access.add(
            "Ada", role: .player, characters: [try #require(CharacterID(story.character))])
        story.server.send(signal: SIGTERM)
        #expect(story.server.wait() == 0)
        let server = try RunningServer([], after: story.server, disk: .readOnly)
        for (code, name) in [(try Self.code(server.link), "owner"), (player, "Ada")] {
            let signed = try server.signIn(code)
            #expect(signed.status == 303, "\(signed.text)")
            let cookie = String(try #require(signed.headers["set-cookie"]).prefix { $0 != ";" })
            #expect(try server.request("GET", "/session", ["Cookie": cookie]).string("name") == name)
            #expect(try server.request("GET", "\(story.page())/ink", ["Cookie": cookie]).status == 200)
            #expect(try server.request("GET", "/characters", ["Cookie": cookie]).objects("items").count == 1)
            let origin = String(server.address.dropLast())
            let fields = ["Cookie": cookie, "Origin": origin, "Idempotency-Key": name]
            let edit = try server.request(
                "POST", "\(story.page())/edits", fields, json: ["add": [Story.stroke(2)]])
            #expect(edit.status == 503 && edit.problem == "busy", "\(edit.status) \(edit.text)")
            // What is made from an upload needs no room in the library.
            let upload = try server.request(
                "POST", "/files", ["Cookie": cookie, "Origin": origin, "Content-Type": "application/pdf"],
                body: onePagePDF(size: (20, 10)))
            #expect(upload.status == 201, "\(upload.text)")
            #expect(try server.request("DELETE", "/session", ["Cookie": cookie, "Origin": origin]).status == 204)
            #expect(try server.request("GET", "/session", ["Cookie": cookie]).status == 401)
        }
        // An owner who changes something is told, too.
        let pdf = boss.merging(["Content-Type": "application/pdf"]) { $1 }
        for path in ["/templates?name=New", "/characters/unpack", "/characters/import?name=New"] {
            let body = onePagePDF(size: (20, 10))
            #expect(try [503, 415].contains(server.request("POST", path, pdf, body: body).status), "\(path)")
        }
        #expect(try server.request("DELETE", "/characters/\(story.character)", boss).status == 503)
        #expect(try server.request("DELETE", "/access/Ada", boss).status == 503)
        server.send(signal: SIGTERM)
        #expect(server.wait() == 0)
    }
}
