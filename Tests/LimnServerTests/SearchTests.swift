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

    @Test func `the printed words of several pages come in one answer`() throws {
        let path = "/characters/\(story.character)/text?pages="
        let both = try story.server.request("GET", "\(path)2,1", player)
        #expect(both.status == 200 && both.headers["cache-control"] == "private, no-store", "\(both.text)")
        let items = both.objects("items")
        #expect(items.map { $0["page"] as? Int } == [2, 1])
        for item in items {
            let one = try story.server.request(
                "GET", "/characters/\(story.character)/pages/\(item["page"] as? Int ?? 0)/text", player)
            let words = one.objects("words").map { $0["text"] as? String }
            #expect((item["words"] as? [[String: Any]])?.map { $0["text"] as? String } == words && !words.isEmpty)
            #expect((item["links"] as? [[String: Any]])?.count == one.objects("links").count)
        }
        #expect(items.contains { ($0["links"] as? [[String: Any]])?.contains { $0["page"] as? Int == 2 } == true })
        func links(_ page: [String: Any]) -> [[String: Any]] {
            (page["links"] as? [[String: Any]] ?? []).filter { $0["page"] != nil }
        }
        let before = try #require(items.first { !links($0).isEmpty })
        // A turned page is taken out of the document, and comes with the others.
        let turned = try story.server.request(
            "POST", "/characters/\(story.character)/pages", owner,
            json: ["action": "rotate", "page": try #require(before["page"]), "rotation": 90])
        #expect(turned.status == 200, "\(turned.text)")
        let after = try story.server.request("GET", "\(path)1,2", player).objects("items")
        #expect(Set(after.compactMap { $0["page"] as? Int }) == [1, 2])
        let wide = try #require(after.first { $0["page"] as? Int == before["page"] as? Int })
        #expect((wide["width"] as? Double ?? 0) > (wide["height"] as? Double ?? 0))
        // Links turn with the page.
        let height = try #require(before["height"] as? Double)
        for (link, old) in zip(links(wide), links(before)) {
            let (rect, was) = (link["rect"] as? [Double] ?? [], old["rect"] as? [Double] ?? [])
            #expect(link["page"] as? Int == old["page"] as? Int)
            #expect(zip(rect, [height - was[3], was[0], height - was[1], was[2]]).allSatisfy { abs($0 - $1) < 0.02 })
        }
        #expect(links(wide).count == links(before).count)
        for bad in ["", "0", "x", "1,,2x", Array(repeating: "1", count: 33).joined(separator: ",")] {
            #expect(try story.server.request("GET", path + bad, player).status == 400, "\(bad)")
        }
        #expect(try story.server.request("GET", "\(path)9", player).status == 404)
        #expect(try story.server.request("GET", "\(path)1").status == 401)
    }

    @Test func `printed words are found on their pages, for those who see them`() throws {
        let found = try places("q=WEIGHT&kinds=printed", player)
        let place = try #require(found.first)
        #expect(found.count == 1 && place["kind"] as? String == "printed" && place["page"] as? Int == 2)
        #expect(place["character"] as? String == story.character && place["template"] as? String == story.template)
        let words = try story.server.request("GET", "/characters/\(story.character)/pages/2/text", player).objects(
            "words")
        let printed = try #require(words.first { $0["text"] as? String == "WEIGHT" })
        #expect(place["box"] as? [Double] == printed["rect"] as? [Double])
        #expect((place["text"] as? String)?.contains("WEIGHT") == true && (place["size"] as? [Double])?.count == 2)
        #expect(try places("q=wayfarer%E2%80%99s%20ledger&kinds=printed", player).first?["page"] as? Int == 1)
        #expect(try places("q=ledger%20wayfarer&kinds=printed", player).isEmpty)
        // A template that nobody shows has no character, and is the owner's alone.
        let other = try story.server.request(
            "POST", "/templates?name=Map", owner.merging(["Content-Type": "application/pdf"]) { $1 },
            body: try Project.sample("map-landscape.pdf"))
        let template = try #require(other.string("id"))
        let word = try #require(
            try story.server.request("GET", "/templates/\(template)/pages/1/text", owner).objects("words")
                .compactMap { $0["text"] as? String }.first { $0.count > 5 && $0.allSatisfy(\.isLetter) })
        let mine = try places("q=\(word)&kinds=printed", owner).filter { $0["template"] as? String == template }
        #expect(!mine.isEmpty && mine.allSatisfy { $0["character"] == nil })
        #expect(try places("q=\(word)&kinds=printed", player).allSatisfy { $0["template"] as? String != template })
    }

    @Test func `names and tags are found, and pages by the words printed on them`() throws {
        let tagged = try story.server.request(
            "PATCH", "/characters/\(story.character)", owner,
            json: ["name": "Griffin Ashwick", "tags": ["Night watch"]])
        #expect(tagged.status == 200, "\(tagged.text)")
        let named = try places("q=ashwick", player)
        #expect(named.map { $0["kind"] as? String } == ["name"])
        #expect(named.first?["character"] as? String == story.character)
        #expect(try places("q=watch&kinds=tag", player).map { $0["text"] as? String } == ["Night watch"])
        let template = try #require(
            try story.server.request("GET", "/templates/\(story.template)", owner).string("name"))
        let shown = try places("q=\(template.prefix(4))&kinds=name", owner)
        #expect(shown.contains { $0["template"] as? String == story.template && $0["character"] == nil })
        // The library keeps the text of a template that was imported, and no page is read for it.
        let imported = try story.server.request(
            "POST", "/templates?name=Crop", owner.merging(["Content-Type": "application/pdf"]) { $1 },
            body: try Project.sample("character-sheet-cropped.pdf"))
        let made = try story.server.request(
            "POST", "/characters", owner, json: ["name": "Cropped", "template": try #require(imported.string("id"))])
        let character = try #require(made.string("id"))
        func pages(_ query: String) throws -> [Int] {
            try story.server.request("GET", "/characters/\(character)/pages?q=\(query)", owner).objects("items")
                .compactMap { $0["page"] as? Int }
        }
        #expect(try pages("weight") == [2])
        #expect(try pages("A") == [1, 2])
        #expect(try pages("nothing-like-it") == [])
        #expect(try pages("") == [1, 2])
        // Pages that were moved are found where they are now; paper has no words.
        for change: [String: Any] in [
            ["action": "move", "page": 2, "before": 1], ["action": "insert", "paper": "lined", "after": 1],
        ] {
            let changed = try story.server.request("POST", "/characters/\(character)/pages", owner, json: change)
            #expect(changed.status == 200, "\(changed.text)")
        }
        #expect(try pages("weight") == [2])
        let place = try #require(
            try places("q=weight&kinds=printed", owner).first { $0["character"] as? String == character })
        #expect(place["page"] as? Int == 2 && place["position"] as? Int == 1)
    }

    @Test func `the list of characters finds what is written on their pages`() throws {
        #expect(try characters("nest", player) == [story.character])
        #expect(try characters("trap", player) == [] && characters("trap", owner) == [story.character])
        // What was taken back is not found.
        #expect(try story.server.request("POST", "/characters/\(story.character)/undo", owner).status == 200)
        #expect(try characters("nest", owner) == [])
    }
}
