// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnLibrary
import SystemPackage
import Testing

@Suite struct SharingTests {
    private let story: Story
    private let owner: [String: String]

    init() throws {
        story = try Story([])
        owner = ["Authorization": "Bearer \(try story.access.add("boss", role: .owner))"]
    }

    private func give(_ values: [String: Any]) throws -> Reply {
        try story.server.request("POST", "/access", owner, json: values)
    }

    @Test func `a link for a player leads to the character, once`() throws {
        let reply = try give(["name": "Ada", "role": "player", "characters": [story.character], "days": 30])
        #expect(reply.status == 201)
        let link = try #require(reply.string("link"))
        #expect(link.hasPrefix("\(story.server.address)sign-in?code="))
        // Whoever only looks at the link, such as a program that previews it, uses nothing up.
        let path = "/" + link.dropFirst(story.server.address.count)
        for _ in 0..<2 {
            let shown = try story.server.request("GET", path)
            #expect(shown.status == 200 && shown.headers["set-cookie"] == nil)
        }
        let code = String(link.drop { $0 != "=" }.dropFirst())
        let followed = try story.server.signIn(code)
        #expect(followed.status == 303)
        #expect(followed.headers["location"] == "/c/\(story.character)")
        let cookie = try #require(followed.headers["set-cookie"]?.split(separator: ";").first.map(String.init))
        let session = try story.server.request("GET", "/session", ["Cookie": cookie])
        #expect(session.string("role") == "player" && session.string("name") == "Ada")
        #expect(try story.server.signIn(code).status == 401)
    }

    @Test func `the QR code is square and begins with a finder`() throws {
        let reply = try give(["name": "Ada", "role": "viewer", "characters": [story.character]])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any])
        let rows = try #require(object["qr"] as? [String])
        #expect(rows.count >= 21 && rows.allSatisfy { $0.count == rows.count })
        // The corner of ISO/IEC 18004: a dark frame of seven modules around a light one around three by three.
        #expect(rows[0].hasPrefix("11111110") && rows[1].hasPrefix("10000010") && rows[2].hasPrefix("10111010"))
        #expect(object["onlyHere"] as? Bool == true)
    }

    @Test func `who has access is listed, and loses it at once`() throws {
        let link = try #require(
            try give(["name": "Ada", "role": "player", "characters": [story.character]]).string("link"))
        let token = ["Authorization": "Bearer \(link.drop { $0 != "=" }.dropFirst())"]
        #expect(try story.server.request("GET", "/characters/\(story.character)", token).status == 200)
        let listed = try story.server.request("GET", "/access", owner).objects("items")
        #expect(listed.compactMap { $0["name"] as? String } == ["Ada", "boss"])
        #expect(listed[0]["characters"] as? [String] == [story.character])
        #expect(try story.server.request("DELETE", "/access/Ada", owner).status == 204)
        #expect(try story.server.request("GET", "/characters/\(story.character)", token).status == 401)
        #expect(try story.server.request("DELETE", "/access/Ada", owner).status == 404)
        let own = try story.server.request("DELETE", "/access/boss", owner)
        #expect(own.status == 409 && own.problem == "conflict")
    }

    @Test func `only the owner gives access, and only what makes sense`() throws {
        let link = try #require(
            try give(["name": "Ada", "role": "player", "characters": [story.character]]).string("link"))
        let player = ["Authorization": "Bearer \(link.drop { $0 != "=" }.dropFirst())"]
        #expect(try story.server.request("GET", "/access", player).status == 403)
        #expect(
            try story.server.request("POST", "/access", player, json: ["name": "x", "role": "owner"]).status == 403)
        #expect(try story.server.request("GET", "/trash", player).status == 403)
        #expect(try give(["name": "Ada", "role": "owner"]).status == 409)
        let refused: [[String: Any]] = [
            ["name": "B", "role": "king"], ["name": "B", "role": "player"], ["name": "", "role": "owner"],
            ["name": "B", "role": "owner", "characters": [story.character]],
            ["name": "B", "role": "player", "characters": ["000000000000"]],
            ["name": "B", "role": "player", "characters": [story.character], "days": 0],
        ]
        for values in refused { #expect(try give(values).status == 422, "\(values)") }
    }

    @Test func `what was removed is in the trash until it is brought back or deleted`() throws {
        let path = "/characters/\(story.character)"
        #expect(try story.server.request("DELETE", path, owner).status == 204)
        let listed = try story.server.request("GET", "/trash", owner).objects("items")
        #expect(listed.compactMap { $0["id"] as? String } == [story.character])
        #expect(listed[0]["kind"] as? String == "character")
        let restored = try story.server.request("POST", "/trash/\(story.character)/restore", owner, json: [:])
        #expect(restored.status == 200)
        #expect(try story.server.request("GET", path, owner).status == 200)
        #expect(try story.server.request("POST", "/trash/\(story.character)/restore", owner, json: [:]).status == 404)
        _ = try story.server.request("DELETE", path, owner)
        #expect(try story.server.request("DELETE", "/trash/\(story.character)", owner).status == 204)
        #expect(try story.server.request("GET", "/trash", owner).objects("items").isEmpty)
    }
}
