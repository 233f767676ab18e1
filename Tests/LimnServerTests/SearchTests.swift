// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnLibrary
import TestSupport
import Testing

/// What is written on pages is found, by those for whom it is meant.
@Suite struct SearchTests {
    private let story: Story
    private let player: [String: String]
    private let owner: [String: String]

    init() throws {
        let story = try Story([], sheet: try Project.sample("character-sheet.pdf"))
        self.story = story
        let own = try #require(CharacterID(story.character))
        player = [
            "Authorization": "Bearer \(try story.access.add("player", role: .player, characters: [own]))"
        ]
        owner = ["Authorization": "Bearer \(try story.access.add("boss", role: .owner, characters: []))"]
        let layers: [[String: Any]] = [["name": "all"], ["name": "secret", "audience": "gameMaster"]]
        #expect(try story.edit(["layers": layers], revision: 0, page: 2, headers: owner).status == 200)
        let color: [String: Any] = ["red": 1, "green": 0.8, "blue": 0.3, "alpha": 1]
        let notes: [[String: Any]] = [
            ["note": ["at": [100, 120], "color": color, "title": "Griffin’s Nest", "text": "Über der alten Mühle"]],
            [
                "note": ["at": [10, 20], "color": color, "title": "Griffin trap", "text": "the traitor"], "layer": 1,
            ],
        ]
        let added = try story.edit(["add": notes], page: 2, headers: owner)
        #expect(added.status == 200, "\(added.text)")
    }

    private func places(_ query: String, _ headers: [String: String]) throws -> [[String: Any]] {
        let reply = try story.server.request("GET", "/api/v1/search?\(query)", headers)
        #expect(reply.status == 200 && reply.headers["cache-control"] == "private, no-store", "\(reply.text)")
        return reply.objects("items")
    }

    private func characters(_ query: String, _ headers: [String: String]) throws -> [String] {
        try story.server.request("GET", "/characters?q=\(query)", headers).objects("items")
            .compactMap { $0["id"] as? String }
    }

    @Test func `a note is found with its page and its box, and a secret one by the owner alone`() throws {
        let all = try places("q=griffin", owner)
        #expect(all.map { $0["page"] as? Int } == [2, 2] && all.map { $0["kind"] as? String } == ["note", "note"])
        let seen = try places("q=GRIFFIN%20muhle", player)
        #expect(seen.count == 1 && seen.first?["character"] as? String == story.character)
        #expect(seen.first?["box"] as? [Double] == [100, 120, 118, 138])
        #expect((seen.first?["size"] as? [Double])?.count == 2)
        #expect((seen.first?["text"] as? String)?.hasPrefix("Griffin’s Nest\n") == true)
        #expect(try places("q=traitor", player).isEmpty && places("q=traitor", owner).count == 1)
        #expect(try places("q=griffin&limit=1", owner).count == 1)
        #expect(try places("q=griffin&kinds=text,form", owner).isEmpty)
        #expect(try places("q=", owner).isEmpty && places("q=%20", owner).isEmpty)
        #expect(try story.server.request("GET", "/api/v1/search?q=a&kinds=ink", owner).status == 400)
        #expect(try story.server.request("GET", "/api/v1/search?q=a").status == 401)
    }

    @Test func `a page tells its printed words and its notes, to everyone theirs`() throws {
        let path = "/characters/\(story.character)/pages/2/text"
        let own = try story.server.request("GET", path, player)
        #expect(own.status == 200 && own.integer("page") == 2, "\(own.text)")
        let words = own.objects("words")
        #expect(words.contains { $0["text"] as? String == "Satchel" && ($0["rect"] as? [Double])?.count == 4 })
        #expect(own.objects("items").map { $0["text"] as? String } == ["Griffin’s Nest\nÜber der alten Mühle"])
        #expect(own.objects("items").first?["rect"] as? [Double] == [100, 120, 118, 138])
        let tag = try #require(own.headers["etag"])
        #expect(try story.server.request("GET", path, player.merging(["If-None-Match": tag]) { $1 }).status == 304)
        #expect(try story.server.request("GET", path, owner).objects("items").count == 1)
        #expect(try story.server.request("GET", "\(path)?audience=gm", owner).objects("items").count == 2)
        #expect(try story.server.request("GET", "\(path)?audience=gm", player).status == 403)
        let bare = try story.server.request("GET", "/templates/\(story.template)/pages/2/text", player)
        #expect(bare.objects("words").count == words.count && bare.objects("items").isEmpty)
        #expect(try story.server.request("GET", "/characters/\(story.character)/pages/9/text", player).status == 404)
        #expect(try story.server.request("GET", "/templates/\(story.character)/pages/1/text", player).status == 404)
        #expect(try story.server.request("GET", path).status == 401)
    }

    @Test func `the list of characters finds what is written on their pages`() throws {
        #expect(try characters("nest", player) == [story.character])
        #expect(try characters("trap", player) == [] && characters("trap", owner) == [story.character])
        // What was taken back is not found.
        #expect(try story.server.request("POST", "/characters/\(story.character)/undo", owner).status == 200)
        #expect(try characters("nest", owner) == [])
    }
}
