// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnGeometry
import LimnInk
import LimnLibrary
import SystemPackage
import Testing

@Suite struct RoleTests {
    private let story: Story
    private let other: String
    private let player: [String: String]
    private let viewer: [String: String]
    private let owner: [String: String]

    init() throws {
        let story = try Story([])
        self.story = story
        let library = try Library(at: FilePath(story.server.library))
        other = "\(try library.createCharacter(NewCharacter(name: "Other", template: nil)).id)"
        let own = try #require(CharacterID(story.character))
        func bearer(_ name: String, _ role: AccessRole, _ characters: Set<CharacterID>) throws -> [String: String] {
            ["Authorization": "Bearer \(try story.access.add(name, role: role, characters: characters))"]
        }
        player = try bearer("player", .player, [own])
        viewer = try bearer("viewer", .viewer, [own])
        owner = try bearer("boss", .owner, [])
    }

    /// Every route that names a character.
    private func routes(_ character: String) -> [(String, String)] {
        let path = "/characters/\(character)"
        return [
            ("GET", path), ("PATCH", path), ("DELETE", path), ("GET", "\(path)/pages"), ("GET", "\(path)/package"),
            ("POST", "\(path)/duplicate"), ("GET", "\(path)/pages/1/ink"), ("POST", "\(path)/pages/1/edits"),
            ("POST", "\(path)/pages/1/undo"), ("POST", "\(path)/pages/1/redo"),
        ]
    }

    @Test func `a player and a viewer cannot tell another's character from one that is not there`() throws {
        for headers in [player, viewer] {
            for ((method, path), (_, nowhere)) in zip(routes(other), routes("000000000000")) {
                var bodies: [Reply] = []
                for path in [path, nowhere] {
                    bodies.append(try story.server.request(method, path, headers, json: ["name": "x"]))
                }
                #expect(bodies.map(\.status) == [404, 404], "\(method) \(path)")
                #expect(bodies[0].body == bodies[1].body, "\(method) \(path)")
            }
        }
    }

    @Test func `a list shows what one may see`() throws {
        for headers in [player, viewer] {
            let listed = try story.server.request("GET", "/characters", headers).objects("items")
            #expect(listed.compactMap { $0["id"] as? String } == [story.character])
            let templates = try story.server.request("GET", "/templates", headers).objects("items")
            #expect(templates.compactMap { $0["id"] as? String } == [story.template])
        }
        #expect(try story.server.request("GET", "/characters", owner).objects("items").count == 2)
    }

    @Test func `a player edits their character, and a viewer only looks`() throws {
        let add = ["add": [Story.stroke(1)]]
        #expect(try story.edit(add, headers: player).status == 200)
        let refused = try story.edit(add, headers: viewer)
        #expect(refused.status == 403 && refused.problem == "forbidden")
        #expect(try story.server.request("POST", "\(story.page())/undo", viewer).status == 403)
        #expect(
            try story.server.request("PATCH", "/characters/\(story.character)", viewer, json: ["name": "x"]).status
                == 403)
        #expect(
            try story.server.request("PATCH", "/characters/\(story.character)", player, json: ["favorite": true]).status
                == 200)
        #expect(try story.server.request("GET", "\(story.page())/ink", viewer).status == 200)
        #expect(try story.server.request("GET", "/templates/\(story.template)/file", viewer).status == 200)
    }

    @Test func `what only the owner does is refused to others`() throws {
        let template = "/templates/\(story.template)"
        let character = "/characters/\(story.character)"
        for (method, path) in [
            ("POST", "/templates?name=x"), ("PATCH", template), ("DELETE", template), ("POST", "/characters"),
            ("DELETE", character), ("POST", "\(character)/duplicate"), ("GET", "\(character)/package"),
            ("POST", "/characters/unpack"), ("POST", "/characters/import?name=x"), ("POST", "\(character)/restore"),
        ] {
            for headers in [player, viewer] {
                #expect(
                    try story.server.request(method, path, headers, json: ["name": "x"]).status == 403,
                    "\(method) \(path)")
            }
        }
    }

    @Test func `players neither see nor change what is for the game master`() throws {
        let layers: [[String: Any]] = [["name": "all"], ["name": "secret plans", "audience": "gameMaster"]]
        #expect(try story.edit(["layers": layers], revision: 0, headers: owner).status == 200)
        let secret = try story.edit(["add": [Story.stroke(1), Story.stroke(77, layer: 1)]], headers: owner)
        #expect(secret.integer("strokes") == 2)
        for headers in [player, viewer] {
            let ink = try story.server.request("GET", "\(story.page())/ink", headers)
            #expect(!ink.text.contains("77") && !ink.text.contains("secret"))
            #expect((ink.objects("pages").first?["strokes"] as? [Any])?.count == 2)
        }
        #expect(try story.edit(["remove": [1]], revision: 2, headers: player).status == 422)
        #expect(try story.edit(["add": [Story.stroke(5, layer: 1)]], headers: player).status == 422)
        #expect(try story.edit(["layers": [["name": "x"]]], revision: 2, headers: player).status == 422)
        #expect(try story.edit(["remove": [0]], revision: 2, headers: player).status == 200)
        #expect(try story.server.request("GET", "\(story.page())/ink", owner).text.contains("secret plans"))
    }

    @Test func `what hidden items are, and how many points they have, is not counted for players`() throws {
        let layers: [[String: Any]] = [["name": "all"], ["name": "secret plans", "audience": "gameMaster"]]
        #expect(try story.edit(["layers": layers], revision: 0, headers: owner).status == 200)
        let library = try Library(at: FilePath(story.server.library))
        let place = CharacterPage(try #require(CharacterID(story.character)), page: 1)
        try library.append([.object(.note(NoteItem(at: .zero, title: "a", layer: 1)))], to: place, expecting: 1)
        let strokes = [Story.stroke(1), Story.stroke(77, layer: 1)]
        #expect(try story.edit(["add": strokes], headers: owner).integer("items") == 1)
        for (headers, counts) in [(owner, [2, 1, 4]), (player, [3, 0, 0]), (viewer, [3, 0, 0])] {
            let one = try story.server.request("GET", "/characters/\(story.character)", headers).objects("pages")[0]
            #expect(["strokes", "items", "points"].map { one[$0] as? Int } == counts)
            let listed = try story.server.request("GET", "/characters/\(story.character)/pages", headers)
            #expect(["strokes", "items"].map { listed.objects("items")[0][$0] as? Int } == Array(counts.prefix(2)))
        }
        let body = Array(try JSONSerialization.data(withJSONObject: ["add": [Story.stroke(3)]]))
        let fields = player.merging(["Idempotency-Key": "own", "Content-Type": "application/json"]) { $1 }
        for _ in 0..<2 {
            let own = try story.server.request("POST", "\(story.page())/edits", fields, body: body)
            #expect(own.integer("strokes") == 4 && own.integer("items") == 0, "\(own.text)")
        }
        #expect(try story.server.request("POST", "\(story.page())/undo", player).integer("items") == 0)
    }

    @Test func `a player neither undoes nor redoes what the owner did to layers and items for the game master`() throws
    {
        let layers: [[String: Any]] = [["name": "all"], ["name": "secret", "audience": "gameMaster"]]
        #expect(
            try story.edit(["layers": [["name": "all"], ["name": "secret"]]], revision: 0, headers: owner).status == 200
        )
        #expect(try story.edit(["add": [Story.stroke(77, layer: 1)]], headers: owner).status == 200)
        #expect(try story.edit(["layers": layers], revision: 2, headers: owner).status == 200)
        func step(_ deed: String, _ headers: [String: String]) throws -> Reply {
            try story.server.request("POST", "\(story.page())/\(deed)", headers)
        }
        #expect(try step("undo", player).status == 422)
        #expect(!(try story.server.request("GET", "\(story.page())/ink", player).text.contains("77")))
        #expect(try story.edit(["add": [Story.stroke(5)]], headers: player).status == 200)
        #expect(try step("undo", player).status == 200)
        #expect(try step("undo", owner).status == 200)
        #expect(try step("redo", player).status == 422)
        #expect(try step("redo", owner).status == 200)
    }

    @Test func `what the owner knows of a page does not stand for what a player sees`() throws {
        let layers: [[String: Any]] = [["name": "all"], ["name": "secret", "audience": "gameMaster"]]
        #expect(try story.edit(["layers": layers], revision: 0, headers: owner).status == 200)
        let known = ["If-None-Match": "\"1\""]
        let path = "\(story.page())/ink"
        #expect(try story.server.request("GET", path, owner.merging(known) { $1 }).status == 304)
        let reply = try story.server.request("GET", path, player.merging(known) { $1 })
        #expect(reply.status == 200)
        #expect(reply.headers["vary"] == "Accept, Cookie, Authorization")
    }

    @Test func `nobody gets the answer to another's edit by its key`() throws {
        let body = Array(try JSONSerialization.data(withJSONObject: ["add": [Story.stroke(1)]]))
        let own = ["Idempotency-Key": "k", "Content-Type": "application/json"]
        for (person, revision) in [(owner, 1), (player, 2), (owner, 1), (player, 2)] {
            let headers = own.merging(person) { $1 }
            let reply = try story.server.request("POST", "\(story.page())/edits", headers, body: body)
            #expect(reply.integer("revision") == revision)
        }
    }
}
