// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnLibrary
import Testing

@Suite struct HistoryTests {
    private func edits(_ story: Story, _ query: String = "", _ headers: [String: String] = [:]) throws -> Reply {
        try story.server.request("GET", "\(story.page())/history\(query)", headers)
    }

    private func places(_ story: Story, at revision: Int) throws -> [Double] {
        let reply = try story.server.request("GET", "\(story.page())/ink?revision=\(revision)")
        #expect(reply.status == 200 && reply.headers["etag"] == nil, "\(reply.text)")
        let strokes = reply.objects("pages").first?["strokes"] as? [[String: Any]] ?? []
        return strokes.compactMap { ($0["xy"] as? [Double])?.first }
    }

    @Test func `the edits of a page are told in their order, and the ink after each can be had`() throws {
        let story = try Story()
        #expect(try edits(story).integer("revision") == 0)
        for place in 1...3 { #expect(try story.edit(["add": [Story.stroke(Double(place))]]).status == 200) }
        #expect(try story.edit(["remove": [0]], revision: 3).status == 200)
        #expect(
            try story.edit(["replace": [["index": 0, "item": Story.stroke(9)]]], revision: 4).status == 200)
        #expect(try story.edit(["layers": [["name": "a"], ["name": "b"]]], revision: 5).status == 200)
        let all = try edits(story)
        let list = all.objects("edits")
        #expect(list.compactMap { $0["revision"] as? Int } == Array(1...6))
        #expect(list.compactMap { $0["kind"] as? String } == ["add", "add", "add", "remove", "change", "layers"])
        #expect(list.compactMap { $0["added"] as? Int } == [1, 1, 1, 0, 1, 0])
        #expect(list.compactMap { $0["removed"] as? Int } == [0, 0, 0, 1, 1, 0])
        #expect(list.allSatisfy { $0["canReplay"] as? Bool == true && ($0["time"] as? String)?.hasSuffix("Z") == true })
        #expect(all.string("next") == nil && all.integer("revision") == 6)
        #expect(try places(story, at: 0) == [])
        #expect(try places(story, at: 3) == [1, 2, 3])
        #expect(try places(story, at: 4) == [2, 3])
        #expect(try places(story, at: 6) == [9, 3])
        #expect(try story.server.request("GET", "\(story.page())/ink?revision=7").status == 404)
        #expect(try story.server.request("GET", "\(story.page())/ink?revision=x").status == 400)
    }

    @Test func `a cursor leads through a long history`() throws {
        let story = try Story()
        _ = try story.edit(list: (1...25).map { ["add": [Story.stroke(Double($0))]] })
        var (seen, query) = ([Int](), "?limit=10")
        for _ in 0..<3 {
            let part = try edits(story, query)
            seen += part.objects("edits").compactMap { $0["revision"] as? Int }
            guard let next = part.string("next") else { break }
            query = "?limit=10&cursor=\(next)"
        }
        #expect(seen == Array(1...25))
        #expect(try edits(story, "?cursor=x").status == 400 && edits(story, "?limit=0").status == 400)
    }

    @Test func `what was undone is not in it, and revisions count back from now`() throws {
        let story = try Story()
        for place in 1...3 { _ = try story.edit(["add": [Story.stroke(Double(place))]]) }
        #expect(try story.server.request("POST", "\(story.page())/undo").integer("revision") == 4)
        let list = try edits(story).objects("edits")
        #expect(list.compactMap { $0["revision"] as? Int } == [3, 4])
        #expect(try places(story, at: 4) == [1, 2])
        #expect(try places(story, at: 3) == [1])
        #expect(try places(story, at: 2) == [])
        #expect(try story.server.request("GET", "\(story.page())/ink?revision=1").status == 404)
    }

    @Test func `a player does not see the history of a page with ink for the game master`() throws {
        let story = try Story([])
        let id = try #require(CharacterID(story.character))
        func bearer(_ name: String, _ role: AccessRole) throws -> [String: String] {
            [
                "Authorization":
                    "Bearer \(try story.access.add(name, role: role, characters: role == .owner ? [] : [id]))"
            ]
        }
        let (owner, player) = (try bearer("boss", .owner), try bearer("player", .player))
        #expect(try story.edit(["add": [Story.stroke(1)]], headers: owner).status == 200)
        #expect(try edits(story, "", player).objects("edits").count == 1)
        let layers: [[String: Any]] = [["name": "all"], ["name": "plans", "audience": "gameMaster"]]
        #expect(try story.edit(["layers": layers], revision: 1, headers: owner).status == 200)
        #expect(try edits(story, "", player).status == 403)
        #expect(try story.server.request("GET", "\(story.page())/ink?revision=1", player).status == 403)
        #expect(try edits(story, "", owner).objects("edits").count == 2)
    }

    @Test func `a stroke of three keys is enough`() throws {
        let story = try Story()
        let stroke: [String: Any] = ["brush": ["kind": "pen"], "width": 1.4, "xy": [10, 20, 30, 40]]
        #expect(try story.edit(["add": [stroke]]).status == 200)
        let ink = try story.server.request("GET", "\(story.page())/ink")
        let read = try #require((ink.objects("pages").first?["strokes"] as? [[String: Any]])?.first)
        let brush = try #require(read["brush"] as? [String: Any])
        #expect(brush["cap"] as? String == "round" && (brush["dash"] as? [Double])?.isEmpty == true)
        #expect(read["width"] as? Double == 1.4)
    }
}
