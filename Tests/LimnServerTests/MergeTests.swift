// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnGeometry
import LimnInk
import LimnLibrary
import SystemPackage
import TestSupport
import Testing

/// Edits that were made before others changed the page, and that say what they were made for.
@Suite struct MergeTests {
    /// An edit that removes an item, or puts another one into its place.
    private func change(_ index: Int, _ known: [String: Any], to item: [String: Any]? = nil) -> [String: Any] {
        var edit: [String: Any] = ["remove": [index], "known": [known], "knownLayers": [[String: Any]()]]
        if let item { edit["insert"] = [["index": index, "item": item]] }
        return edit
    }

    private func stroke(_ x: Double, red: Double = 0) -> [String: Any] {
        var stroke = Story.stroke(x)
        var brush = Story.brush
        brush["color"] = ["red": red, "green": 0, "blue": 0, "alpha": 1]
        stroke["brush"] = brush
        return stroke
    }

    private func reds(_ story: Story) throws -> [Double] {
        let pages = try story.server.request("GET", "\(story.page())/ink").objects("pages")
        let strokes = pages.first?["strokes"] as? [[String: Any]] ?? []
        return strokes.compactMap {
            (($0["brush"] as? [String: Any])?["color"] as? [String: Any])?["red"] as? Double
        }
    }

    @Test func `an edit that says what it was made for needs no revision, and is merged`() throws {
        let story = try Story()
        #expect(try story.edit(["add": [stroke(10), stroke(20), stroke(30)]]).status == 200)
        // Somebody moves the first stroke and removes the second one.
        let moved = change(0, stroke(10), to: stroke(15))
        #expect(try story.edit(moved, revision: 1).status == 200)
        #expect(try story.edit(["remove": [1]], revision: 2).status == 200)
        // Somebody who knows the first state recolors the first one, moves the second one and removes the third one.
        #expect(try story.edit(change(0, stroke(10), to: stroke(10, red: 1)), revision: 1).status == 412)
        #expect(try story.edit(change(0, stroke(10), to: stroke(10, red: 1))).status == 200)
        #expect(try story.edit(change(1, stroke(20), to: stroke(25))).status == 200)
        let last = Array(try JSONSerialization.data(withJSONObject: change(2, stroke(30))))
        for _ in 1...2 {
            let reply = try story.server.request(
                "POST", "\(story.page())/edits", ["Idempotency-Key": "3", "Content-Type": "application/json"],
                body: last)
            #expect(reply.status == 200 && reply.integer("revision") == 6, "\(reply.text)")
        }
        #expect(try story.strokes() == [15, 25])
        #expect(try reds(story) == [1, 0])
    }

    @Test func `an edit whose item is gone changes nothing, and is no failure`() throws {
        let story = try Story()
        #expect(try story.edit(["add": [stroke(10)]]).status == 200)
        #expect(try story.edit(["remove": [0]], revision: 1).status == 200)
        let reply = try story.edit(change(0, stroke(10)))
        #expect(reply.status == 200 && reply.integer("revision") == 2, "\(reply.text)")
        #expect(try story.strokes().isEmpty)
    }

    @Test func `the same change of two people, of a stroke that is gone, is there once`() throws {
        let story = try Story()
        #expect(try story.edit(["add": [stroke(10), stroke(20)]]).status == 200)
        #expect(try story.edit(["remove": [0]], revision: 1).status == 200)
        for _ in 1...2 { #expect(try story.edit(change(0, stroke(10), to: stroke(15))).status == 200) }
        #expect(try story.strokes().sorted() == [15, 20])
    }

    @Test func `many equal strokes that several people move stay as many`() throws {
        let story = try Story()
        let (old, new) = (Array(repeating: stroke(10), count: 3000), Array(repeating: stroke(12), count: 3000))
        #expect(try story.edit(["add": old]).status == 200)
        let moved: [String: Any] = [
            "remove": Array(0..<3000), "known": old,
            "insert": new.enumerated().map { ["index": $0, "item": $1] },
        ]
        for _ in 1...3 { #expect(try story.edit(moved).status == 200) }
        #expect(try story.strokes().count == 3000)
        var twice = moved
        twice["remove"] = Array(repeating: 0, count: 3000)
        #expect(try story.edit(twice).status == 400)
    }

    @Test func `a list of edits is merged one after the other`() throws {
        let story = try Story()
        #expect(try story.edit(["add": [stroke(10), stroke(20)]]).status == 200)
        #expect(try story.edit(["remove": [0]], revision: 1).status == 200)
        let list = [
            change(1, stroke(20), to: stroke(22)), change(1, stroke(22), to: stroke(24)), change(0, stroke(10)),
        ]
        #expect(try story.edit(list: list).status == 200)
        #expect(try story.strokes() == [24])
    }

    @Test func `a player's edit never touches what the game master has hidden meanwhile`() throws {
        let story = try Story([])
        let id = try #require(CharacterID(story.character))
        let library = try Library(at: FilePath(story.server.library))
        let owner = ["Authorization": "Bearer \(try story.access.add("boss", role: .owner, characters: []))"]
        let player = ["Authorization": "Bearer \(try story.access.add("Ada", role: .player, characters: [id]))"]
        #expect(try story.edit(["add": [stroke(10), stroke(20)]], headers: player).status == 200)
        let hidden: [String: Any] = [
            "layers": [[String: Any](), ["audience": "gameMaster"]],
            "replace": [["index": 0, "item": Story.stroke(10, layer: 1)]],
        ]
        #expect(try story.edit(hidden, revision: 1, headers: owner).status == 200)
        #expect(try story.edit(change(0, stroke(10)), headers: player).status == 200)
        #expect(try story.edit(change(0, stroke(10), to: stroke(12)), headers: player).status == 200)
        let items = try #require(try library.drawing(on: CharacterPage(id, page: 1))).drawing.items
        #expect(items.count == 3 && items[0].layer == 1)
        #expect(items.compactMap { $0.stroke?.points.positions.first?.x } == [10, 20, 12])
    }

    @Test func `what an edit knows must fit what it removes`() throws {
        let story = try Story()
        #expect(try story.edit(["add": [stroke(10)]]).status == 200)
        for edit: [String: Any] in [
            ["remove": [0], "known": [[String: Any]]()], ["known": [stroke(10)]],
            ["remove": [0], "known": [["xy": "nonsense"]]], ["remove": [0], "known": 3],
        ] {
            let reply = try story.edit(edit)
            #expect(reply.status == 400, "\(edit): \(reply.status) \(reply.text)")
        }
        #expect(try story.strokes() == [10])
    }
}
