// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnLibrary
import SystemPackage
import Testing

@Suite struct EventTests {
    @Test func `edits are told in the order of revisions, with what they did`() throws {
        let story = try Story()
        let watcher = try Watcher(story.server)
        for place in 1...20 { _ = try story.edit(["add": [Story.stroke(Double(place))]]) }
        _ = try story.edit(["remove": [0]], revision: 20)
        _ = try story.server.request("POST", "\(story.page())/undo")
        for revision in 1...20 {
            let event = try watcher.next("page")
            #expect(event.data["revision"] as? Int == revision)
            #expect(event.data["character"] as? String == story.character && event.data["page"] as? Int == 1)
            let edit = event.data["edit"] as? [String: Any]
            #expect((edit?["insert"] as? [[String: Any]])?.first?["index"] as? Int == revision - 1)
        }
        let removal = try watcher.next("page").data["edit"] as? [String: Any]
        #expect(removal?["remove"] as? [Int] == [0])
        #expect(try watcher.next("page").data["revision"] as? Int == 22)
    }

    @Test func `who comes back gets what was missed, and a reset where that is not known`() throws {
        let story = try Story()
        let first = try Watcher(story.server)
        _ = try story.edit(["add": [Story.stroke(1)]])
        let last = try first.next("page").id
        for place in 2...5 { _ = try story.edit(["add": [Story.stroke(Double(place))]]) }
        let again = try Watcher(story.server, ["Last-Event-ID": last])
        for revision in 2...5 { #expect(try again.next("page").data["revision"] as? Int == revision) }
        for unknown in ["nonsense", "000000000000-1", "\(last.prefix(12))-99999999"] {
            let reset = try Watcher(story.server, ["Last-Event-ID": unknown])
            #expect(try reset.next("reset").data["reason"] as? String == "gap")
        }
    }

    @Test func `templates and characters are told, too`() throws {
        let story = try Story()
        let watcher = try Watcher(story.server)
        _ = try story.server.request("PATCH", "/characters/\(story.character)", json: ["name": "New"])
        let changed = try watcher.next("character")
        #expect(
            changed.data["change"] as? String == "changed" && changed.data["character"] as? String == story.character)
        _ = try story.server.request("PATCH", "/templates/\(story.template)", json: ["name": "New"])
        #expect(try watcher.next("template").data["template"] as? String == story.template)
    }

    @Test func `somebody whose access is taken back hears nothing more`() throws {
        let story = try Story([])
        let own = try #require(CharacterID(story.character))
        let owner = ["Authorization": "Bearer \(try story.access.add("boss", role: .owner))"]
        let code = try story.access.add("Ada", role: .player, characters: [own])
        let watcher = try Watcher(story.server, ["Authorization": "Bearer \(code)"])
        #expect(try story.server.request("DELETE", "/access/Ada", owner).status == 204)
        _ = try story.server.request("PATCH", "/characters/\(story.character)", owner, json: ["name": "New"])
        #expect(throws: RunningServer.Failure.self) { try watcher.next("character") }
    }

    @Test func `a player hears of their own character alone, and nothing of what is for the game master`() throws {
        let story = try Story([])
        let own = try #require(CharacterID(story.character))
        let owner = ["Authorization": "Bearer \(try story.access.add("boss", role: .owner))"]
        let code = try story.access.add("Ada", role: .player, characters: [own])
        let watcher = try Watcher(story.server, ["Authorization": "Bearer \(code)"])
        let other = try #require(
            try story.server.request("POST", "/characters", owner, json: ["name": "B", "template": story.template])
                .string("id"))
        #expect(try story.edit(["add": [Story.stroke(1)]], of: other, headers: owner).status == 200)
        let layers: [[String: Any]] = [["name": "all"], ["name": "secret", "audience": "gameMaster"]]
        _ = try story.edit(["add": [Story.stroke(2)]], headers: owner)
        _ = try story.edit(["layers": layers], revision: 1, headers: owner)
        _ = try story.edit(["add": [Story.stroke(77, layer: 1)]], headers: owner)
        let first = try watcher.next("page")
        #expect(first.data["character"] as? String == story.character)
        #expect(first.data["edit"] is [String: Any])
        for revision in 2...3 {
            let hidden = try watcher.next("page")
            #expect(hidden.data["revision"] as? Int == revision && hidden.data["edit"] is NSNull)
        }
        // Who comes back does not get what everybody could see before.
        let start = first.id.prefix { $0 != "-" }
        let again = try Watcher(story.server, ["Authorization": "Bearer \(code)", "Last-Event-ID": "\(start)-0"])
        let earlier = try again.next("page")
        #expect(earlier.data["revision"] as? Int == 1 && earlier.data["edit"] is NSNull)
    }

    @Test func `who has missed more than can wait reads everything anew`() throws {
        let story = try Story()
        let last = try { () throws -> String in
            let watcher = try Watcher(story.server)
            _ = try story.edit(["add": [Story.stroke(1)]])
            return try watcher.next("page").id
        }()
        let points = (0..<12_000).map { Double($0) / 7 }
        let long: [String: Any] = ["brush": Story.brush, "width": 1.5, "xy": points]
        for _ in 0..<40 { #expect(try story.edit(["add": [long]]).status == 200) }
        let again = try Watcher(story.server, ["Last-Event-ID": last])
        #expect(try again.next("reset").data["reason"] as? String == "gap")
    }

    @Test func `a watcher that never reads is dropped, and nobody waits for it`() throws {
        let story = try Story()
        let watcher = try Watcher(story.server, receiveBuffer: 4096)
        let points = (0..<12_000).map { Double($0) / 7 }
        let long: [String: Any] = ["brush": Story.brush, "width": 1.5, "xy": points]
        for _ in 0..<60 { #expect(try story.edit(["add": [long]]).status == 200) }
        // What the kernel holds still comes; then the connection is at its end.
        #expect(throws: (any Error).self) { for _ in 0..<60 { _ = try watcher.next("page") } }
        _ = try Watcher(story.server)
    }
}
