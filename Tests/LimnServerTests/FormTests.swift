// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnLibrary
import TestSupport
import Testing

@Suite struct FormTests {
    private let server: RunningServer
    private let template: String
    private let form: String
    private let character: String

    init() throws {
        server = try RunningServer()
        let size = Size(width: 612, height: 792)
        let record = try server.add(template: try Project.sample("character-sheet.pdf"), sizes: [size, size])
        template = "\(record.id)"
        character = "\(try server.add(character: NewCharacter(name: "Maren", template: record.id)).id)"
        form = "/characters/\(character)/form"
    }

    private func put(_ values: [String: Any], revision: Int?) throws -> Reply {
        let headers = revision.map { ["If-Match": "\"\($0)\""] } ?? [:]
        return try server.request("PUT", form, headers, json: ["values": values])
    }

    private func value(_ reply: Reply, _ name: String) -> Any? { (reply.json["values"] as? [String: Any])?[name] }

    @Test func `what is filled in is among the texts of its page`() throws {
        #expect(try put(["identity.name": "Maren Ashwick"], revision: 0).status == 200)
        let page = try server.request("GET", "/characters/\(character)/pages/1/text")
        let value = try #require(page.objects("values").first { $0["field"] as? String == "identity.name" })
        #expect(value["text"] as? String == "Maren Ashwick")
        let places = try server.request("GET", form).objects("places")
        let place = places.first { $0["field"] as? String == "identity.name" }
        #expect(value["rect"] as? [Double] == place?["rect"] as? [Double])
        let bare = try server.request("GET", "/templates/\(template)/pages/1/text")
        #expect(!bare.objects("values").contains { $0["field"] as? String == "identity.name" })
        // A page that was turned tells the places as they are shown.
        let turn: [String: Any] = ["action": "rotate", "page": 1, "rotation": 90]
        #expect(try server.request("POST", "/characters/\(character)/pages", json: turn).status == 200)
        let turned = try server.request("GET", "/characters/\(character)/pages/1/text")
        #expect(turned.json["width"] as? Double == page.json["height"] as? Double)
        #expect(turned.objects("values").count == page.objects("values").count)
        #expect(turned.objects("words").count == page.objects("words").count)
    }

    @Test func `the form of a template tells where its fields are, in the order of the tab key`() throws {
        let reply = try server.request("GET", "/templates/\(template)/form")
        #expect(reply.objects("fields").count == 176)
        let places = reply.objects("places")
        #expect(places.count == 176)
        let first = try #require(places.first)
        #expect(first["field"] as? String == "identity.name" && first["page"] as? Int == 1)
        #expect(first["index"] as? Int == 0 && first["widget"] as? Int == 0)
        #expect(first["type"] as? String == "text" && ["left", "center", "right"].contains(first["align"] as? String))
        #expect(first["readOnly"] as? Bool == false && first["hidden"] as? Bool == false)
        let rect = try #require(first["rect"] as? [Double])
        #expect(rect.count == 4 && rect[0] < rect[2] && rect[1] < rect[3] && rect[1] > 0 && rect[3] < 792)
        let box = try #require(places.first { $0["field"] as? String == "vitals.wound.1" })
        #expect(box["value"] as? String == "Yes")
        let pages = places.compactMap { $0["page"] as? Int }
        #expect(pages == pages.sorted() && Set(pages) == [1, 2])
        #expect(reply.text.contains("\"maxLength\":5") && reply.text.contains("\"tooltip\":\"Calling\""))
    }

    @Test func `values are given at a revision, and null gives the template's back`() throws {
        let before = try server.request("GET", form)
        #expect(before.headers["etag"] == "\"0\"" && before.integer("revision") == 0)
        #expect(value(before, "identity.level") as? String == "4")
        #expect(try put(["identity.name": "Maren"], revision: nil).problem == "missing-revision")
        let named = try put(
            ["identity.name": "Maren", "identity.level": 5, "vitals.wound.1": true], revision: 0)
        #expect(named.status == 200, "\(named.text)")
        #expect(named.headers["etag"] == "\"1\"" && named.flag("canUndo") == true)
        #expect(value(named, "identity.name") as? String == "Maren")
        #expect(value(named, "identity.level") as? String == "5")
        #expect(value(named, "vitals.wound.1") as? String == "Yes")
        let stale = try put(["identity.name": "Nobody"], revision: 0)
        #expect(stale.status == 412 && stale.integer("currentRevision") == 1)
        let back = try put(["identity.level": NSNull(), "identity.name": ""], revision: 1)
        #expect(back.status == 200, "\(back.text)")
        #expect(value(back, "identity.level") as? String == "4")
        #expect((back.json["given"] as? [String: Any])?.keys.sorted() == ["vitals.wound.1"])
        #expect(try put(["vitals.wound.1": NSNull()], revision: 2).integer("revision") == 3)
        let undone = try server.request("POST", "\(form)/undo", ["If-Match": "\"3\""])
        #expect(value(undone, "vitals.wound.1") as? String == "Yes" && undone.flag("canRedo") == true)
        let redone = try server.request("POST", "\(form)/redo")
        #expect(redone.integer("revision") == 5 && value(redone, "vitals.wound.1") as? String != "Yes")
        #expect(try server.request("POST", "\(form)/redo").status == 409)
    }

    @Test func `what a field does not take is refused by its name, and nothing is kept`() throws {
        for (field, wrong) in [
            ("purse.gold", "123456"), ("nobody", "x"), ("identity.name", ["picture": "/etc/passwd"]),
            ("portrait", ["picture": "bm8gcGljdHVyZQ=="]), ("identity.name", ["x": 1]), ("identity.name", [1, 2]),
        ] as [(String, Any)] {
            let reply = try put(["identity.calling": "bard", field: wrong], revision: 0)
            #expect(reply.status == 422 && reply.string("field") == field, "\(field): \(reply.text)")
        }
        #expect(try server.request("PUT", form, ["If-Match": "\"0\""], json: ["a": "b"]).status == 400)
        #expect(try server.request("GET", form).integer("revision") == 0)
    }

    @Test func `a picture comes as Base64, and is named by its hash afterwards`() throws {
        let bytes = Data(try Project.sample("portrait.png")).base64EncodedString()
        let given = try put(["portrait": ["picture": bytes]], revision: 0)
        let kept = (given.json["given"] as? [String: Any])?["portrait"] as? [String: Any]
        let hash = try #require(kept?["picture"] as? String, "\(given.text)")
        #expect(hash.count == 64)
        #expect(try put(["portrait": ["picture": hash], "motto": "on"], revision: 1).integer("revision") == 2)
    }

    @Test func `pictures without ink show the values alone`() throws {
        let path = ":1/full/300,/0/default.png"
        let page = "/characters/\(character)/pages/1"
        let blank = try server.request("GET", "/iiif/\(template)\(path)")
        let stroke = try server.request(
            "POST", "\(page)/edits", ["Idempotency-Key": "1"], json: ["add": [Story.stroke(100)]])
        #expect(stroke.status == 200, "\(stroke.text)")
        let paper = try server.request("GET", "/iiif/\(character)\(path)?ink=false")
        #expect(paper.status == 200 && paper.body == blank.body)
        #expect(try server.request("GET", "/iiif/\(character)\(path)").body != blank.body)
        #expect(try put(["identity.name": "Maren Ashwick"], revision: 0).status == 200)
        let filled = try server.request("GET", "/iiif/\(character)\(path)?ink=false&v=.1")
        #expect(filled.status == 200 && filled.body != blank.body)
        #expect(filled.headers["cache-control"]?.contains("immutable") == true)
        #expect(try server.request("GET", "/iiif/\(character)\(path)?ink=perhaps").status == 400)
    }

    @Test func `pictures show values, and watchers hear of them`() throws {
        let watcher = try Watcher(server)
        let path = "/iiif/\(character):1/full/300,/0/default.png"
        let blank = try server.request("GET", path)
        let reply = try put(["identity.name": "Maren Ashwick", "motto": "Never twice"], revision: 0)
        #expect(reply.status == 200)
        let event = try watcher.next("character")
        #expect(event.data["change"] as? String == "form" && event.data["character"] as? String == character)
        #expect(event.data["revision"] as? Int == 1)
        #expect(event.data["fields"] as? [String] == ["identity.name", "motto"])
        let filled = try server.request("GET", "\(path)?v=0.1")
        #expect(filled.status == 200 && filled.body != blank.body)
        #expect(filled.headers["etag"] != blank.headers["etag"])
        #expect(filled.headers["cache-control"]?.contains("immutable") == true)
        #expect(try server.request("GET", "\(path)?v=0").headers["cache-control"] == "private, no-cache")
        let (first, second) = (try DecodedPicture(blank.body), try DecodedPicture(filled.body))
        #expect("\(first.width) \(first.height)" == "\(second.width) \(second.height)")
    }
}
