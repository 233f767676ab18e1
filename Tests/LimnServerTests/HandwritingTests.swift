// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnForms
import LimnGeometry
import LimnInk
import LimnLibrary
import LimnPipeline
import SystemPackage
import TestSupport
import Testing

/// Handwriting that was read is found beside other words, by those who may see it.
@Suite struct HandwritingTests {
    private let story: Story
    private let player: [String: String]
    private let owner: [String: String]

    init() throws {
        let story = try Story([], sheet: try Project.sample("character-sheet.pdf"))
        self.story = story
        let own = try #require(CharacterID(story.character))
        player = ["Authorization": "Bearer \(try story.access.add("player", role: .player, characters: [own]))"]
        owner = ["Authorization": "Bearer \(try story.access.add("boss", role: .owner, characters: []))"]
        for page in 1...2 {
            #expect(try story.edit(["add": [Story.stroke(5)]], page: page, headers: owner).status == 200)
        }
        // Nothing is printed on the pages, and that is known.
        let library = try Library(at: FilePath(story.server.library))
        try library.execute("UPDATE templateSearch SET text = 'one' || char(12) || 'two' || char(12)")
        try keep(["the lantern feast", "lanterns"], page: 1)
        try keep(["lantern", "gold"], page: 2, secret: ["lantern traitor"])
    }

    private func keep(_ lines: [String], page: Int, secret: [String] = []) throws {
        let library = try Library(at: .init(story.server.library))
        let all = lines.map { ($0, false) } + secret.map { ($0, true) }
        let reading = ReadWords.reading(
            all.enumerated().map { ReadWords($1.0, y: 20 * Double($0), isSecret: $1.1) })
        let page = CharacterPage(try #require(CharacterID(story.character)), page: page)
        try library.store(PageReading(page: page, revision: 1, bytes: reading), version: HandwrittenPage.keptVersion)
    }

    private func places(_ query: String, _ headers: [String: String]) throws -> [[String: Any]] {
        let reply = try story.server.request("GET", "/api/v1/search?q=\(query)", headers)
        #expect(reply.status == 200, "\(reply.text)")
        return reply.objects("items").filter { $0["kind"] as? String == "handwriting" }
    }

    private func pages(_ query: String, _ headers: [String: String]) throws -> [[String: Any]] {
        try story.server.request("GET", "/characters/\(story.character)/pages?q=\(query)", headers).objects("items")
    }

    @Test func `the search tells pages, pieces and certainties, and secret layers to the owner alone`() throws {
        let all = try places("L%C3%84NTERN", owner)
        #expect(all.map { $0["page"] as? Int } == [1, 1, 2, 2])
        #expect(all.allSatisfy { $0["certainty"] as? Double == 1 && ($0["size"] as? [Double])?.count == 2 })
        // “the ” has four of 17 letters, two steps each; the box is 136 points wide.
        let box = try #require(all.first?["box"] as? [Double])
        #expect(abs(box[0] - 42) < 8 && abs(box[2] - 98) < 8 && box[1] == 0 && box[3] == 12, "\(box)")
        #expect(try places("lantern", player).map { $0["page"] as? Int } == [1, 1, 2])
        #expect(try places("traitor", owner).count == 1 && places("traitor", player).isEmpty)
        // All words must be on the page, and none may be hidden.
        #expect(try places("lantern%20gold", player).count == 2)
        #expect(try places("lantern%20traitor", player).isEmpty)
        let reply = try story.server.request("GET", "/api/v1/search?q=lantern&kinds=text,note", owner)
        #expect(reply.objects("items").isEmpty)
    }

    @Test func `the pages of a character tell their places`() throws {
        let found = try pages("lantern", player)
        #expect(found.map { $0["page"] as? Int } == [1, 2])
        #expect(found.map { $0["count"] as? Int } == [0, 0])
        #expect(found.map { ($0["handwriting"] as? [Any])?.count } == [2, 1])
        #expect(try pages("traitor", player).isEmpty && pages("traitor", owner).count == 1)
        let whole = try pages("lantern&whole=true", player)
        #expect(whole.map { ($0["handwriting"] as? [Any])?.count } == [1, 1])
        #expect(try pages("lant&whole=true", player).isEmpty)
        let place = try #require((try pages("gold", player).first?["handwriting"] as? [[String: Any]])?.first)
        #expect(place["certainty"] as? Double == 1 && (place["box"] as? [Double])?.count == 4)
        let list = try story.server.request("GET", "/characters/\(story.character)/pages", player).objects("items")
        #expect(list.count == 2 && list.allSatisfy { $0["handwriting"] == nil })
    }

    @Test func `viewers find it on their canvases, with its certainty beside the text`() throws {
        func found(_ query: String, _ headers: [String: String]) throws -> [[String: Any]] {
            let reply = try story.server.request("GET", "/iiif/\(story.character)/search?q=\(query)", headers)
            #expect(reply.status == 200, "\(reply.text)")
            return reply.objects("items")
        }
        let all = try found("lantern", player)
        #expect(all.count == 3)
        let bodies = try #require(all.first?["body"] as? [[String: Any]])
        #expect(bodies.map { $0["value"] as? String } == ["the lantern feast", "1.0"])
        #expect(bodies.map { $0["purpose"] as? String } == [nil, "assessing"])
        // Even the owner gets secret layers only where they are asked for.
        #expect(try found("traitor", player).isEmpty && found("traitor", owner).isEmpty)
        #expect(try found("traitor&audience=gm", owner).count == 1)
    }

    @Test func `a page that the character no longer shows is neither found nor read, until it is back`() throws {
        let library = try Library(at: .init(story.server.library))
        let id = try #require(CharacterID(story.character))
        try library.changePages(.remove(2), of: id)
        #expect(try places("gold", owner).isEmpty && places("lantern", player).allSatisfy { $0["page"] as? Int == 1 })
        try library.execute("DELETE FROM drawingReading")
        #expect(try library.pagesToRead().map(\.page.page) == [1])
        try library.undo(id)
        #expect(try library.pagesToRead().map(\.page.page).sorted() == [1, 2])
    }

    @Test func `a word that a hyphen breaks at the end of a line is found in both lines`() throws {
        try keep(["we met the lan-", "tern bearer"], page: 2, secret: ["at the trai-", "tor"])
        let found = try places("lantern", player).filter { $0["page"] as? Int == 2 }
        #expect(found.compactMap { ($0["box"] as? [Double])?[1] }.sorted() == [0, 20], "\(found)")
        #expect(try places("traitor", owner).count == 2 && places("traitor", player).isEmpty)
        // A line for everyone does not go on in one for the game master.
        try keep(["a gold-"], page: 2, secret: ["smith"])
        #expect(try places("goldsmith", owner).isEmpty)
    }

    @Test func `a page that has changed is not found until it is read again`() throws {
        #expect(try story.edit(["add": [Story.stroke(9)]], page: 1, headers: owner).status == 200)
        #expect(try places("lantern", player).map { $0["page"] as? Int } == [2])
        let layers: [[String: Any]] = [["name": "secret", "audience": "gameMaster"]]
        let hidden = try story.edit(["layers": layers], revision: 1, page: 2, headers: owner)
        #expect(hidden.status == 200, "\(hidden.text)")
        #expect(try places("lantern", player).isEmpty)
    }

    @Test func `fields offer what was read, the owner's layers to the owner alone, and nothing is filled in`() throws {
        let library = try Library(at: .init(story.server.library))
        let id = try #require(CharacterID(story.character))
        let template = try #require(try library.character(id).template)
        func keep(_ template: TemplateID, revision: Int) throws {
            let offers = [
                ReadWords.Offer("open", "17"), .init("doubtful", "4", certainty: 0.5),
                .init("hidden", "13", isSecret: true),
            ]
            let reading = ReadWords.reading([], offers: offers, template: "\(template)")
            try library.store(
                PageReading(page: CharacterPage(id, page: 1), revision: revision, bytes: reading),
                version: HandwrittenPage.keptVersion)
        }
        let path = "/characters/\(story.character)/pages/1/offers"
        func fields(_ headers: [String: String]) throws -> [String] {
            try story.server.request("GET", path, headers).objects("items").compactMap { $0["field"] as? String }
        }
        let before = try story.server.request("GET", path, player)
        try keep(template, revision: 1)
        let reply = try story.server.request("GET", path, player)
        #expect(reply.json["read"] as? Bool == true && reply.json["revision"] as? Int == 1, "\(reply.text)")
        let items = reply.objects("items")
        #expect(items.map { $0["value"] as? String } == ["17", "4"])
        #expect(items.map { $0["certain"] as? Bool } == [true, false])
        #expect(items.first?["box"] as? [Double] == [10, 10, 40, 30] && items.first?["type"] as? String == "text")
        #expect(try fields(owner) == ["open", "doubtful", "hidden"])
        let all = try story.server.request("GET", path, owner).objects("items")
        #expect(all.map { $0["secret"] as? Bool } == [false, false, true])
        let tag = try #require(reply.headers["etag"])
        #expect(before.headers["etag"] != nil)
        #expect(
            try story.server.request("GET", path, player.merging(["If-None-Match": tag]) { $1 }).status == 304)
        let values = try story.server.request("GET", "/characters/\(story.character)/form", player)
        #expect((values.json["given"] as? [String: Any])?.isEmpty == true, "\(values.text)")
        // Fields of another template may be elsewhere.
        let other = try story.server.add(
            template: onePagePDF(size: (9, 9)), named: "Other", sizes: [Size(width: 9, height: 9)])
        try keep(other.id, revision: 1)
        #expect(try fields(owner).isEmpty)
        // A page that has changed offers nothing until it is read again.
        try keep(template, revision: 1)
        #expect(try story.edit(["add": [Story.stroke(9)]], page: 1, headers: owner).status == 200)
        let changed = try story.server.request("GET", path, player)
        #expect(changed.json["read"] as? Bool == false && changed.objects("items").isEmpty)
    }

    @Test func `A value that somebody gives a field corrects what the same letters say in others`() throws {
        let library = try Library(at: .init(story.server.library))
        let id = try #require(CharacterID(story.character))
        let template = try #require(try library.character(id).template)
        let offers = [
            ReadWords.Offer("one", "1", certainty: 0.98, other: "7"), .init("two", "1", certainty: 0.98, other: "7"),
            .init("three", "1", certainty: 0.98, other: "7"), .init("sure", "4"),
            .init("hidden", "4", certainty: 0.98, other: "9", isSecret: true),
        ]
        try library.store(
            PageReading(
                page: CharacterPage(id, page: 1), revision: 1,
                bytes: ReadWords.reading([], offers: offers, template: "\(template)")),
            version: HandwrittenPage.keptVersion)
        let path = "/characters/\(story.character)/pages/1/offers"
        func offered(_ headers: [String: String]) throws -> [String: String] {
            let items = try story.server.request("GET", path, headers).objects("items")
            return Dictionary(
                uniqueKeysWithValues: items.compactMap { item in
                    (item["field"] as? String).map {
                        ($0, "\(item["value"] as? String ?? "") \(item["certain"] as? Bool ?? false)")
                    }
                })
        }
        let tag = try #require(try story.server.request("GET", path, player).headers["etag"])
        #expect(try offered(player) == ["one": "1 true", "two": "1 true", "three": "1 true", "sure": "4 true"])
        try library.setFormValues(["one": .text("7")], of: id)
        #expect(try offered(player)["two"] == "1 false" && offered(player)["sure"] == "4 true")
        try library.setFormValues(["two": .number("7")], of: id)
        #expect(try offered(player)["three"] == "7 false")
        #expect(try story.server.request("GET", path, player.merging(["If-None-Match": tag]) { $1 }).status == 200)
        // What the game master's layer says is corrected for the game master alone.
        try library.setFormValues(["hidden": .text("9")], of: id)
        #expect(try offered(player)["sure"] == "4 true")
        #expect(try offered(owner)["hidden"] == "4 false")
    }

    @Test func `A number that somebody writes into a field is offered once they rest`() throws {
        let files = try Requirement.reading()
        let server = try RunningServer(environment: ["LIMN_READING": files.path])
        let sheet = try server.add(
            template: try Project.sample("character-sheet.pdf"), named: "Sheet",
            sizes: [Size](repeating: Size(width: 595.28, height: 841.89), count: 2))
        let hero = try server.add(character: NewCharacter(name: "Mia", template: sheet.id))
        let library = try Library(at: .init(server.library))
        let strokes = WrittenValue.strokes("17", x: 62, y: 210, height: 18)
        try library.append(strokes.map { .stroke($0) }, to: CharacterPage(hero.id, page: 1))
        func offers() throws -> [[String: Any]] {
            try server.request("GET", "/characters/\(hero.id)/pages/1/offers").objects("items")
        }
        #expect(try Patience.wait { try offers().count == 1 })
        let offer = try #require(try offers().first)
        #expect(offer["field"] as? String == "ability.might.score" && offer["value"] as? String == "17", "\(offer)")
    }

    @Test func `What somebody writes is read once they rest, and found`() throws {
        let files = try Requirement.reading()
        let server = try RunningServer(environment: ["LIMN_READING": files.path])
        let library = try Library(at: .init(server.library))
        let record = try library.createCharacter(NewCharacter(name: "A", template: nil))
        let page = CharacterPage(record.id, page: 3)
        try library.append(WrittenHello.strokes(x: 50, y: 50).map { .stroke($0) }, to: page)
        func found() throws -> [[String: Any]] {
            try server.request("GET", "/api/v1/search?q=hello").objects("items")
        }
        #expect(try Patience.wait { try found().count == 1 })
        #expect(try found().first?["page"] as? Int == 3)
        try library.append(WrittenHello.strokes(x: 50, y: 90).map { .stroke($0) }, to: page)
        #expect(try found().isEmpty)
        #expect(try Patience.wait { try found().count == 2 })
    }
}
