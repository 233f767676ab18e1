// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnLibrary
import SystemPackage
import Testing

@Suite struct EditTests {
    private let story: Story

    init() throws { story = try Story() }

    @Test func `strokes are added, removed, replaced and inserted, and an undo takes each back`() throws {
        let added = try story.edit(["add": [Story.stroke(1), Story.stroke(2), Story.stroke(3)]])
        #expect(added.status == 200)
        #expect(added.headers["etag"] == "\"1\"")
        #expect(added.integer("revision") == 1 && added.integer("strokes") == 3 && added.integer("items") == 0)
        #expect(added.flag("canUndo") == true && added.flag("canRedo") == false)
        let changed = try story.edit(
            [
                "remove": [0], "replace": [["index": 1, "item": Story.stroke(8)] as [String: Any]],
                "add": [Story.stroke(9)],
            ], revision: 1)
        #expect(changed.integer("revision") == 2)
        #expect(try story.strokes() == [8, 3, 9])
        #expect(try story.server.request("POST", "\(story.page())/undo").integer("revision") == 3)
        #expect(try story.strokes() == [1, 2, 3])
        #expect(try story.server.request("POST", "\(story.page())/redo").integer("revision") == 4)
        #expect(try story.strokes() == [8, 3, 9])
    }

    @Test func `the same key answers the same bytes again and does nothing twice, also after kill -9`() throws {
        // Equal bytes, as a client that tries again sends them.
        let body = Array(try JSONSerialization.data(withJSONObject: ["add": [Story.stroke(1)]]))
        let headers = ["Idempotency-Key": "a", "Content-Type": "application/json"]
        let path = "\(story.page())/edits"
        let first = try story.server.request("POST", path, headers, body: body)
        #expect(first.integer("revision") == 1)
        _ = try story.edit(["add": [Story.stroke(2)]], key: "b")
        let again = try story.server.request("POST", path, headers, body: body)
        #expect(again.body == first.body && again.headers["etag"] == first.headers["etag"])
        story.server.send(signal: SIGKILL)
        #expect(story.server.wait() == 128 + SIGKILL)
        let server = try RunningServer(after: story.server)
        let late = try server.request("POST", path, headers, body: body)
        #expect(late.body == first.body)
        let ink = try server.request("GET", "\(story.page())/ink")
        #expect((ink.objects("pages").first?["strokes"] as? [Any])?.count == 2)
    }

    @Test func `a key is for one edit, and an edit needs one`() throws {
        _ = try story.edit(["add": [Story.stroke(1)]], key: "a")
        let other = try story.edit(["add": [Story.stroke(2)]], key: "a")
        #expect(other.status == 422 && other.problem == "reused-key")
        let none = try story.server.request("POST", "\(story.page())/edits", json: ["add": [Story.stroke(2)]])
        #expect(none.status == 400 && none.problem == "missing-key")
        #expect(try story.strokes() == [1])
    }

    @Test func `an edit of indices needs the revision, and an old one is refused with the current one`() throws {
        _ = try story.edit(["add": [Story.stroke(1)]])
        let missing = try story.edit(["remove": [0]])
        #expect(missing.status == 428 && missing.problem == "missing-revision")
        let stale = try story.edit(["remove": [0]], revision: 0)
        #expect(stale.status == 412 && stale.problem == "stale-revision")
        #expect(stale.integer("currentRevision") == 1)
        let staleAppend = try story.edit(["add": [Story.stroke(2)]], revision: 7)
        #expect(staleAppend.status == 412)
        let beyond = try story.edit(["remove": [1]], revision: 1)
        #expect(beyond.status == 422 && beyond.problem == "refused")
        #expect(try story.strokes() == [1])
    }

    @Test(arguments: [
        #""layer":9223372036854775807,"xy":[1,1]"#, #""layer":9007199254740992,"xy":[1,1]"#, #""layer":-1,"xy":[1,1]"#,
        #""layer":70000,"xy":[1,1]"#, #""layer":7,"xy":[1,1]"#, #""xy":[1e308,1]"#, #""xy":[1e10,1]"#,
        #""xy":[1,1],"time":[1e300]"#,
    ])
    func `a number that nothing could hold is refused, and the server lives`(members: String) throws {
        let pen = #"{"kind":"pen","color":{"red":0,"green":0,"blue":0,"alpha":1},"width":1,"cap":"round","dash":[]}"#
        for edit in [
            #"{"add":[{"brush":\#(pen),"width":1,\#(members)}]}"#, #"{"insert":[{"index":9223372036854775807}]}"#,
        ] {
            let reply = try story.server.request(
                "POST", "\(story.page())/edits",
                ["Idempotency-Key": "a", "If-Match": "\"0\"", "Content-Type": "application/json"],
                body: Array(edit.utf8))
            #expect([400, 422].contains(reply.status))
        }
        #expect(try story.server.request("GET", "/livez").status == 200)
    }

    @Test func `a list is several edits, all of them or none`() throws {
        let both = try story.edit(list: [["add": [Story.stroke(1), Story.stroke(2)]], ["remove": [0]]], revision: 0)
        #expect(both.integer("revision") == 2 && both.integer("strokes") == 1)
        let bad = try story.edit(list: [["add": [Story.stroke(3)]], ["remove": [7]]], revision: 2)
        #expect(bad.status == 422)
        #expect(try story.strokes() == [2])
    }

    @Test func `eight clients that append at once lose nothing and double nothing`() async throws {
        let story = story
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<8 {
                group.addTask {
                    for number in 0..<25 {
                        let place = Double(client * 100 + number)
                        let reply = try story.edit(["add": [Story.stroke(place)]], key: "\(place)")
                        guard reply.status == 200 else { throw RunningServer.Failure(description: reply.text) }
                    }
                }
            }
            try await group.waitForAll()
        }
        let places = try story.strokes()
        #expect(places.count == 200 && Set(places).count == 200)
        for client in 0..<8 {
            let own = places.filter { Int($0) / 100 == client }
            #expect(own == own.sorted())
        }
    }

    @Test func `ink is read as JSON or in the native format, with the revision as its tag`() throws {
        _ = try story.edit(["add": [Story.stroke(1)]])
        let json = try story.server.request("GET", "\(story.page())/ink")
        #expect(json.headers["etag"] == "\"1\"" && json.headers["content-type"] == "application/json")
        #expect(try InkJSON.decode(json.body).pages[0].drawing.strokes.count == 1)
        let native = try story.server.request("GET", "\(story.page())/ink", ["Accept": "application/vnd.limn.ink"])
        #expect(native.headers["content-type"] == "application/vnd.limn.ink")
        #expect(try NativeInk.decode(native.body).pages[0].drawing == InkJSON.decode(json.body).pages[0].drawing)
        let same = try story.server.request("GET", "\(story.page())/ink", ["If-None-Match": "W/\"0\", \"1\""])
        #expect(same.status == 304 && same.body.isEmpty)
        let neither = try story.server.request("GET", "\(story.page())/ink", ["Accept": "image/png"])
        #expect(neither.status == 406 && neither.problem == "not-acceptable")
    }

    @Test func `edits in the native format add items, or are edits of a revision`() throws {
        let binary = "application/vnd.limn.ink"
        let line = Stroke(
            brush: Brush(kind: .pen, color: .black, width: 1),
            points: StrokePoints(positions: [Point(x: 5, y: 5), Point(x: 6, y: 6)], widths: [1, 1]))
        let drawing = Drawing(strokes: [line])
        let ink = try NativeInk.encode(InkDocument(pages: [.init(drawing: drawing)]), precision: .lossless)
        let path = "\(story.page())/edits"
        let added = try story.server.request(
            "POST", path, ["Idempotency-Key": "1", "Content-Type": binary], body: ink)
        #expect(added.integer("strokes") == 1)
        let edit = try drawing.removing([0]).encoded()
        let bare = try story.server.request("POST", path, ["Idempotency-Key": "2", "Content-Type": binary], body: edit)
        #expect(bare.status == 428)
        let removed = try story.server.request(
            "POST", path, ["Idempotency-Key": "2", "Content-Type": binary, "If-Match": "\"1\""], body: edit)
        #expect(removed.integer("strokes") == 0)
        let broken = try story.server.request(
            "POST", path, ["Idempotency-Key": "3", "Content-Type": binary, "If-Match": "\"2\""],
            body: Array(edit.dropLast(3)))
        #expect(broken.status == 400)
    }

    @Test(arguments: ["", "{", "[]", "{\"add\":[{}]}", "{\"add\":7}", "{\"move\":[1]}", "7", "\"add\""])
    func `what is no edit is refused and changes nothing`(text: String) throws {
        let reply = try story.server.request(
            "POST", "\(story.page())/edits", ["Idempotency-Key": "a", "Content-Type": "application/json"],
            body: Array(text.utf8))
        #expect([400, 422].contains(reply.status))
        #expect(reply.problem != nil)
        #expect(try story.strokes() == [])
    }

    @Test func `where there is nothing to undo, or no such page, an answer says so`() throws {
        #expect(try story.server.request("POST", "\(story.page())/undo").status == 409)
        #expect(try story.server.request("POST", "\(story.page())/redo").status == 409)
        #expect(try story.edit(["add": [Story.stroke(1)]], page: 3).status == 404)
        for page in ["0", "-1", "x", "99999999999999999999", "1.0"] {
            #expect(try story.server.request("GET", "/characters/\(story.character)/pages/\(page)/ink").status == 404)
        }
    }
}
