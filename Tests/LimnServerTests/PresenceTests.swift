// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnLibrary
import SystemPackage
import Testing

@testable import LimnServer

@Suite struct PresenceTests {
    @Test func `who looks at a page is told to those who see the character, until they are quiet`() throws {
        let story = try Story(["--patience", "0.05"])
        let library = try Library(at: FilePath(story.server.library))
        let other = try library.createCharacter(NewCharacter(name: "Other", template: nil)).id
        let mine = try #require(CharacterID(story.character))
        func bearer(_ name: String, _ role: AccessRole, _ characters: Set<CharacterID>) throws -> [String: String] {
            ["Authorization": "Bearer \(try story.access.add(name, role: role, characters: characters))"]
        }
        let ann = try bearer("ann", .player, [mine])
        let ben = try bearer("ben", .viewer, [mine, other])
        let cid = try bearer("cid", .player, [other])
        let (near, far) = (try Watcher(story.server, ben), try Watcher(story.server, cid))
        let path = "/characters/\(mine)/presence"
        func note(_ page: Any, _ person: [String: String]) throws -> Reply {
            try story.server.request("POST", path, person, json: ["page": page])
        }
        let there = try note(2, ann)
        #expect(there.objects("items").first?["name"] as? String == "ann")
        #expect(there.objects("items").first?["page"] as? Int == 2)
        let event = try near.nextPlace()
        #expect(event["name"] as? String == "ann" && event["page"] as? Int == 2)
        #expect(event["character"] as? String == "\(mine)")
        let gone = try near.nextPlace()
        #expect(gone["name"] as? String == "ann" && gone["page"] is NSNull)
        #expect(try story.server.request("GET", path, ben).objects("items").isEmpty)
        #expect(try note(1, cid).status == 404)
        #expect(try note(0, ann).string("field") == "page")
        #expect(try note(NSNull(), ann).status == 200)
        // What another hears next is of a character of their own.
        _ = try story.server.request("POST", "/characters/\(other)/presence", ben, json: ["page": 1])
        let heard = try far.nextPlace()
        #expect(heard["name"] as? String == "ben" && heard["character"] as? String == "\(other)")
    }

    @Test func `where somebody points is told to those who listen, and is not kept`() throws {
        let story = try Story([])
        let mine = try #require(CharacterID(story.character))
        func bearer(_ name: String) throws -> [String: String] {
            ["Authorization": "Bearer \(try story.access.add(name, role: .player, characters: [mine]))"]
        }
        let (ann, ben) = (try bearer("ann"), try bearer("ben"))
        let near = try Watcher(story.server, ben)
        let path = "/characters/\(mine)/presence"
        let there = try story.server.request("POST", path, ann, json: ["page": 2, "at": [0.25, 0.5]])
        #expect(there.status == 200 && there.objects("items").isEmpty)
        let pointed = try near.next("pointer")
        #expect(pointed.data["name"] as? String == "ann" && pointed.data["page"] as? Int == 2)
        #expect(pointed.data["at"] as? [Double] == [0.25, 0.5])
        for wrong: [String: Any] in [["page": 2, "at": [0.5]], ["page": 2, "at": [0.5, 1.5]], ["at": [0.5, 0.5]]] {
            #expect(try story.server.request("POST", path, ann, json: wrong).string("field") == "at")
        }
    }

    @Test func `who turns pages all the time is held up, and nobody else`() throws {
        let board = PresenceBoard(EventHub(), lifetime: .seconds(30))
        let character = try #require(CharacterID("875jf4y1kdb7"))
        let (ann, ben) = (Identity(name: "ann", role: .viewer), Identity(name: "ben", role: .viewer))
        var count = 0
        let error = #expect(throws: Problem.self) {
            for page in 1...100_000 {
                try board.note(page, of: character, by: ann)
                count += 1
            }
        }
        #expect(error?.kind == "too-many" && (200..<10_000).contains(count), "\(count)")
        try board.note(1, of: character, by: ben)
    }
}

extension Watcher {
    /// The next word of where somebody is.
    fileprivate func nextPlace() throws -> [String: Any] {
        while true {
            let data = try next("presence").data
            if data["character"] != nil { return data }
        }
    }
}
