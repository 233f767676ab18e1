// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnLibrary
import SystemPackage
import Testing

@Suite struct OwnStepTests {
    private let story: Story
    private let player: [String: String]
    private let viewer: [String: String]
    private let owner: [String: String]

    init() throws {
        let story = try Story([])
        self.story = story
        let own = try #require(CharacterID(story.character))
        func bearer(_ name: String, _ role: AccessRole) throws -> [String: String] {
            let characters: Set<CharacterID> = role == .owner ? [] : [own]
            return ["Authorization": "Bearer \(try story.access.add(name, role: role, characters: characters))"]
        }
        player = try bearer("player", .player)
        viewer = try bearer("viewer", .viewer)
        owner = try bearer("boss", .owner)
    }

    private func step(_ deed: String, _ headers: [String: String], change: Int? = nil) throws -> Reply {
        try story.server.request(
            "POST", "/characters/\(story.character)/\(deed)", headers, json: change.map { ["change": $0] } ?? [:])
    }

    private func places(page: Int = 1) throws -> [Double] {
        let ink = try story.server.request("GET", "\(story.page(page))/ink", owner)
        let strokes = ink.objects("pages").first?["strokes"] as? [[String: Any]] ?? []
        return strokes.compactMap { ($0["xy"] as? [Double])?.first }
    }

    @Test func `two people take back what they did themselves, wherever it is`() throws {
        for number in 1...10 {
            #expect(try story.edit(["add": [Story.stroke(Double(number))]], headers: player).status == 200)
            #expect(try story.edit(["add": [Story.stroke(Double(100 + number))]], headers: owner).status == 200)
        }
        #expect(try story.edit(["add": [Story.stroke(50)]], page: 2, headers: player).status == 200)
        let elsewhere = try step("undo", player)
        #expect(elsewhere.status == 200, "\(elsewhere.text)")
        #expect(elsewhere.string("kind") == "ink" && elsewhere.integer("page") == 2)
        #expect(elsewhere.integer("revision") == 2 && elsewhere.string("id") == story.character)
        for _ in 1...10 { #expect(try step("undo", player).integer("page") == 1) }
        #expect(try step("undo", player).status == 409)
        #expect(try places() == (101...110).map { Double($0) })
        for _ in 1...10 { #expect(try step("undo", owner).status == 200) }
        #expect(try step("undo", owner).status == 409)
        #expect(try places().isEmpty)
        for _ in 1...10 {
            #expect(try step("redo", owner).status == 200)
            #expect(try step("redo", player).status == 200)
        }
        #expect(Set(try places()) == Set((1...10).map { Double($0) } + (101...110).map { Double($0) }))
        #expect(try step("redo", player).integer("page") == 2)
        #expect(try step("redo", player).status == 409)
        #expect(try step("undo", viewer).status == 403)
    }

    @Test func `an undo names a place in the person's history`() throws {
        for number in 1...3 { _ = try story.edit(["add": [Story.stroke(Double(number))]], headers: player) }
        func history(_ headers: [String: String]) throws -> [String: [Int]] {
            let reply = try story.server.request("GET", "/characters/\(story.character)/history", headers)
            return try JSONDecoder().decode([String: [Int]].self, from: Data(reply.body))
        }
        #expect(try history(player) == ["undo": [1, 2, 3], "redo": []])
        #expect(try history(owner) == ["undo": [], "redo": []])
        #expect(try step("undo", player, change: 2).status == 412)
        let undone = try step("undo", player, change: 3)
        #expect(undone.integer("change") == 3 && undone.integer("undo") == 2 && undone.integer("redo") == 4)
        // The same undo again, such as after a lost answer, takes nothing else back.
        #expect(try step("undo", player, change: 3).status == 412)
        #expect(try history(player) == ["undo": [1, 2], "redo": [4]])
    }

    @Test func `a client's own undo is a step of the history`() throws {
        func edit(_ body: [String: Any], _ query: String, revision: Int? = nil) throws -> Int {
            var headers = player.merging(["Idempotency-Key": UUID().uuidString]) { $1 }
            if let revision { headers["If-Match"] = "\"\(revision)\"" }
            return try story.server.request("POST", "\(story.page())/edits?\(query)", headers, json: body).status
        }
        #expect(try edit(["add": [Story.stroke(1)]], "mark=a") == 200)
        #expect(try edit(["add": [Story.stroke(2)]], "mark=b") == 200)
        #expect(try edit(["remove": [1]], "mark=c&takesBack=b", revision: 2) == 200)
        #expect(try step("undo", player).status == 200)
        #expect(try step("undo", player).status == 409)
        #expect(try places().isEmpty)
        #expect(try step("redo", player).status == 200)
        #expect(try places() == [1])
        #expect(try step("redo", player).status == 200)
        #expect(try places() == [1, 2])
    }

    @Test func `a player takes back nothing in what is for the game master`() throws {
        #expect(try story.edit(["add": [Story.stroke(1)]], headers: player).status == 200)
        let layers: [[String: Any]] = [["name": "secret", "audience": "gameMaster"]]
        #expect(try story.edit(["layers": layers], revision: 1, headers: owner).status == 200)
        #expect(try step("undo", player).status == 422)
        #expect(try places() == [1])
        #expect(try step("undo", owner).string("kind") == "layers")
        #expect(try step("undo", player).status == 200)
    }
}
