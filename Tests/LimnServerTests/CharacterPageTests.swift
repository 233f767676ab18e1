// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnGeometry
import LimnLibrary
import Testing
import TestSupport

/// Changes of the pages of a character, by the server.
@Suite struct CharacterPageTests {
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

    private var path: String { "/characters/\(story.character)/pages" }

    private func change(_ body: [String: Any], _ headers: [String: String], mark: String? = nil) throws -> Reply {
        try story.server.request("POST", path + (mark.map { "?mark=\($0)" } ?? ""), headers, json: body)
    }

    private func pages() throws -> [[String: Any]] { try story.server.request("GET", path, viewer).objects("items") }

    private func numbers() throws -> [Int] { try pages().compactMap { $0["page"] as? Int } }

    @Test func `a player changes the pages, everybody sees their order, and a viewer may only look`() throws {
        #expect(try numbers() == [1, 2])
        #expect(try change(["action": "remove", "page": 1], viewer).status == 403)
        let made = try change(["action": "insert", "after": 1, "paper": "lined"], player)
        #expect(made.status == 200, "\(made.text)")
        #expect(made.integer("page") == 3)
        let all = try pages()
        #expect(all.compactMap { $0["page"] as? Int } == [1, 3, 2])
        #expect(all.compactMap { $0["position"] as? Int } == [1, 2, 3])
        #expect(all[1]["paper"] as? String == "lined" && all[1]["template"] as? Int == nil)
        #expect(all[1]["width"] as? Double == 200 && all[1]["height"] as? Double == 100)
        #expect(try story.edit(["add": [Story.stroke(5)]], page: 3, headers: player).status == 200)
        #expect(try change(["action": "duplicate", "page": 3], player).integer("page") == 4)
        let ink = try story.server.request("GET", "\(story.page(4))/ink", viewer)
        #expect((ink.objects("pages").first?["strokes"] as? [Any])?.count == 1)
        #expect(try change(["action": "duplicate", "page": 3, "ink": false], player).integer("page") == 5)
        let bare = try story.server.request("GET", "\(story.page(5))/ink", viewer)
        #expect((bare.objects("pages").first?["strokes"] as? [Any] ?? []).isEmpty)
        #expect(try change(["action": "move", "page": 2, "before": 1], owner).status == 200)
        let turned = try change(["action": "rotate", "page": 1], player)
        #expect(turned.status == 200)
        let first = try #require(try pages().first { $0["page"] as? Int == 1 })
        #expect(first["rotation"] as? Int == 90 && first["width"] as? Double == 100)
        #expect(try change(["action": "remove", "page": 3], player).status == 200)
        #expect(try numbers() == [2, 1, 5, 4])
        let details = try story.server.request("GET", "/characters/\(story.character)", viewer)
        #expect(details.integer("pageCount") == 4)
        // Another character of the template has its pages.
        let other = try story.server.request(
            "POST", "/characters", owner, json: ["name": "Ole", "template": story.template])
        let place = "/characters/\(other.string("id") ?? "")/pages"
        let others = try story.server.request("GET", place, owner).objects("items")
        #expect(others.compactMap { $0["page"] as? Int } == [1, 2])
    }

    @Test func `what makes no sense is refused with its reason, and nothing changes`() throws {
        for (body, status) in [
            (["action": "fly"], 400), (["action": "remove"], 400), (["action": "remove", "page": 9], 404),
            (["action": "insert"], 400), (["action": "insert", "before": 1, "after": 1], 400),
            (["action": "insert", "after": 1, "paper": "striped"], 400),
            (["action": "insert", "after": 1, "width": 5], 400),
            (["action": "insert", "after": 1, "width": 5, "height": 99_999], 422),
            (["action": "rotate", "page": 1, "rotation": 45], 400), (["action": "move", "page": 1], 400),
            (["action": "move", "page": 1, "after": 7], 404),
        ] as [([String: Any], Int)] {
            let reply = try change(body, owner)
            #expect(reply.status == status, "\(body): \(reply.text)")
        }
        #expect(try numbers() == [1, 2])
        #expect(try change(["action": "remove", "page": 2], owner).status == 200)
        #expect(try change(["action": "remove", "page": 1], owner).status == 422)
    }

    @Test func `the same mark again changes nothing, and everybody takes back what they did`() throws {
        let insert: [String: Any] = ["action": "insert", "after": 2, "width": 300, "height": 300]
        #expect(try change(insert, player, mark: "a").integer("page") == 3)
        #expect(try change(insert, player, mark: "a").integer("page") == 3)
        #expect(try numbers() == [1, 2, 3])
        #expect(try story.edit(["add": [Story.stroke(5)]], page: 3, headers: player).status == 200)
        #expect(try change(["action": "remove", "page": 3], player, mark: "b").status == 200)
        #expect(try change(["action": "move", "page": 2, "before": 1], owner).status == 200)
        func step(_ deed: String, _ headers: [String: String]) throws -> Reply {
            try story.server.request("POST", "/characters/\(story.character)/\(deed)", headers, json: [:])
        }
        let back = try step("undo", player)
        #expect(back.string("kind") == "pages", "\(back.text)")
        #expect(try numbers() == [2, 3, 1])
        #expect(try story.server.request("GET", "\(story.page(3))/ink", viewer).status == 200)
        #expect(try step("undo", player).string("kind") == "ink")
        #expect(try step("undo", player).string("kind") == "pages")
        #expect(try numbers() == [2, 1])
        #expect(try step("undo", player).status == 409)
        #expect(try step("undo", owner).string("kind") == "pages")
        #expect(try numbers() == [1, 2])
        for _ in 1...2 { #expect(try step("redo", player).status == 200) }
        #expect(try numbers() == [1, 2, 3])
    }

    @Test func `pictures, information and the manifest follow the pages`() throws {
        let server = try RunningServer()
        let template = try server.add(
            template: onePagePDF(size: (200, 100)), sizes: [Size(width: 200, height: 100)])
        let character = try server.add(character: NewCharacter(name: "Ada", template: template.id))
        let path = "/api/v1/characters/\(character.id)/pages"
        #expect(
            try server.request("POST", path, json: ["action": "insert", "after": 1, "paper": "squared"]).status == 200)
        #expect(try server.request("POST", path, json: ["action": "duplicate", "page": 1]).status == 200)
        #expect(try server.request("POST", path, json: ["action": "rotate", "page": 1]).status == 200)
        #expect(try server.request("POST", path, json: ["action": "move", "page": 2, "before": 1]).status == 200)
        let manifest = try server.request("GET", "/iiif/\(character.id)/manifest.json")
        let canvases = manifest.objects("items")
        #expect(canvases.count == 3)
        let shapes = canvases.map { ($0["width"] as? Int ?? 0) > ($0["height"] as? Int ?? 0) }
        #expect(shapes == [true, false, true])
        for (page, isWide) in [(1, false), (2, true), (3, true)] {
            let information = try server.request("GET", "/iiif/\(character.id):\(page)/info.json")
            #expect(information.status == 200)
            let (width, height) = (information.integer("width") ?? 0, information.integer("height") ?? 0)
            #expect((width > height) == isWide, "\(page): \(width) × \(height)")
            let picture = try server.request("GET", "/iiif/\(character.id):\(page)/full/100,/0/default.png")
            #expect(picture.status == 200, "\(picture.text)")
            let sides = picture.body.dropFirst(16).prefix(8).map { Int($0) }
            #expect((sides[2] << 8 + sides[3] > sides[6] << 8 + sides[7]) == isWide)
        }
        #expect(try server.request("GET", "/iiif/\(character.id):4/info.json").status == 404)
    }

    @Test func `ink that was drawn for a page before its turn turns with it`() throws {
        #expect(try change(["action": "insert", "after": 2, "width": 300, "height": 200], player).status == 200)
        func ink(_ headers: [String: String] = [:]) throws -> Reply {
            try story.server.request("GET", "\(story.page(3))/ink", viewer.merging(headers) { $1 })
        }
        let blank = try ink()
        #expect(try change(["action": "rotate", "page": 3], player).status == 200)
        // The turned page has another size at the same revision, and so another tag.
        let turned = try ink(["If-None-Match": try #require(blank.headers["etag"])])
        #expect(turned.status == 200 && turned.objects("pages").first?["size"] as? [Double] == [200, 300])
        #expect(try ink(["If-None-Match": try #require(turned.headers["etag"])]).status == 304)
        func add(_ turn: String, key: String = UUID().uuidString, tag: String? = nil) throws -> Reply {
            var headers = player.merging(["Idempotency-Key": key, "Content-Type": "application/json"]) { $1 }
            if let tag { headers["If-Match"] = tag }
            let body = Array(try JSONSerialization.data(withJSONObject: ["add": [Story.stroke(5)]]))
            return try story.server.request("POST", "\(story.page(3))/edits?turn=\(turn)", headers, body: body)
        }
        #expect(try add("90", tag: turned.headers["etag"]).status == 200)
        #expect(try add("0").status == 200)
        #expect(try add("45").status == 400)
        #expect(try add("0", tag: "\"2\"").status == 412)
        let strokes = try ink().objects("pages").first?["strokes"] as? [[String: Any]] ?? []
        let places = strokes.compactMap { $0["xy"] as? [Double] }.map { Array($0.prefix(2)) }
        #expect(places.count == 2 && places[0].count == 2)
        if places.count == 2 {
            let (now, then) = (places[0], places[1])
            #expect(abs(then[0] - (200 - now[1])) < 0.01 && abs(then[1] - now[0]) < 0.01, "\(places)")
        }
        let history = try story.server.request("GET", "\(story.page(3))/ink?revision=1", viewer)
        #expect(history.objects("pages").first?["size"] as? [Double] == [200, 300])
        #expect(try change(["action": "remove", "page": 3], player).status == 200)
        #expect(try add("90").status == 404)
    }

    @Test func `texts of removed pages are not found, and take no place of those that are`() throws {
        let color: [String: Any] = ["red": 1, "green": 0.8, "blue": 0.3, "alpha": 1]
        for page in 1...2 {
            let note: [String: Any] = ["at": [10, 20], "color": color, "title": "Lamp \(page)", "text": ""]
            #expect(try story.edit(["add": [["note": note]]], page: page, headers: player).status == 200)
        }
        #expect(try change(["action": "remove", "page": 1], player).status == 200)
        let found = try story.server.request("GET", "/api/v1/search?q=lamp&limit=1", viewer)
        #expect(found.objects("items").map { $0["page"] as? Int } == [2])
        #expect(found.objects("items").map { $0["position"] as? Int } == [1])
        #expect(found.text.contains("\"hasMore\":false"), "\(found.text)")
    }

    @Test func `the addresses of a manifest name the pictures of the pages as they are`() throws {
        let server = try RunningServer()
        let template = try server.add(
            template: onePagePDF(size: (200, 100)), sizes: [Size(width: 200, height: 100)])
        let character = try server.add(character: NewCharacter(name: "Ada", template: template.id))
        func address() throws -> String {
            let canvas = try server.request("GET", "/iiif/\(character.id)/manifest.json").objects("items").first
            let page = (canvas?["items"] as? [[String: Any]])?.first
            let picture = (page?["items"] as? [[String: Any]])?.first?["body"] as? [String: Any]
            return (picture?["id"] as? String ?? "").components(separatedBy: "/iiif/").last ?? ""
        }
        let old = try address()
        let path = "/api/v1/characters/\(character.id)/pages"
        #expect(try server.request("POST", path, json: ["action": "rotate", "page": 1]).status == 200)
        let new = try address()
        #expect(old != new)
        let lasting = try server.request("GET", "/iiif/\(new)")
        #expect(lasting.status == 200 && lasting.headers["cache-control"]?.contains("immutable") == true)
    }
}
