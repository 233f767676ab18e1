// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnLibrary
import TestSupport
import Testing

/// `/mappings`, and forms that are filled from files.
@Suite struct MappingTests {
    private let server: RunningServer
    private let hero: String

    init() throws {
        server = try RunningServer()
        let template = try server.add(
            template: onePagePDF(size: (200, 300)), named: "Sheet", sizes: [Size(width: 200, height: 300)]
        ).id
        func field(_ name: String, _ x: Double, _ type: String = "text") -> [String: Any] {
            ["name": name, "type": type, "page": 1, "rect": [x, 0, x + 15, 10]]
        }
        let fields = [
            field("who", 0), field("might", 20), field("note", 40),
            field("kin", 60, "combo").merging(["choices": ["Elf"]]) { $1 },
        ]
        let made = try server.request("POST", "/templates/\(template)/detection", json: ["fields": fields])
        let character = try server.request(
            "POST", "/characters", json: ["name": "Maren", "template": made.string("id") ?? ""])
        hero = try #require(character.string("id"))
    }

    private func values() throws -> [String: Any] {
        try server.request("GET", "/characters/\(hero)/form").json["values"] as? [String: Any] ?? [:]
    }

    private func fill(_ text: String, _ query: String = "") throws -> Reply {
        try server.request(
            "POST", "/characters/\(hero)/form/data\(query)", ["Content-Type": "application/octet-stream"],
            body: Array(text.utf8))
    }

    @Test func `fields of a design are matched, corrected, saved, and filled with data of another program`() throws {
        let all = try server.request("GET", "/mappings")
        let ids = all.objects("items").compactMap { $0["id"] as? String }
        #expect(ids == ["dnd-beyond", "foundry-dnd5e", "roll20-dnd5e"], "\(all.text)")
        let fields: [[String: Any]] = [
            ["name": "who", "type": "text", "tooltip": "Character name"],
            ["name": "might", "type": "text", "tooltip": NSNull()],
            ["name": "strength", "type": "text"], ["name": "seal", "type": "push"],
        ]
        let found = try server.request("POST", "/mappings/foundry-dnd5e/matches", json: ["fields": fields])
        let likes = Dictionary(
            found.objects("fields").map { ($0["name"] as? String ?? "", $0["like"] as? String ?? "") }
        ) { first, _ in first }
        #expect(found.status == 200 && likes["strength"] != nil && likes["seal"] == nil, "\(found.text)")
        let known = try #require(found.json["known"] as? [String])
        let name = try #require(
            known.first { $0.lowercased().contains("charactername") || $0 == "character.name" }, "\(known)")
        let strength = try #require(likes["strength"])
        let wish: [String: Any] = [
            "name": "Our sheet", "from": "foundry-dnd5e",
            "fields": [["name": "who", "like": name], ["name": "might", "like": strength]],
        ]
        let saved = try server.request("POST", "/mappings", json: wish)
        #expect(saved.status == 201 && saved.json["saved"] as? Bool == true, "\(saved.text)")
        let id = try #require(saved.string("id"))
        #expect(try server.request("POST", "/mappings", json: wish).status == 200)
        let mapping = try server.request("GET", "/mappings/\(id)")
        #expect(mapping.string("name") == "Our sheet")
        #expect(Set((mapping.json["fields"] as? [String: Any] ?? [:]).keys) == ["who", "might"], "\(mapping.text)")
        #expect(try server.request("GET", "/mappings").objects("items").first?["id"] as? String == id)
        let actor = #"{"name": "Akra", "type": "character", "system": {"abilities": {"str": {"value": 17}}}}"#
        let filled = try fill(actor, "?mapping=\(id)")
        #expect(filled.status == 200, "\(filled.text)")
        #expect(try values()["who"] as? String == "Akra" && values()["might"] as? String == "17")
        // It is a change that its author takes back.
        #expect(try server.request("POST", "/characters/\(hero)/undo", json: [:] as [String: Any]).status == 200)
        #expect(try values()["who"] as? String != "Akra")
        #expect(try server.request("DELETE", "/mappings/\(id)").status == 204)
        #expect(try server.request("GET", "/mappings/\(id)").status == 404)
        #expect(try server.request("DELETE", "/mappings/dnd-beyond").status == 403)
    }

    @Test func `values come from a file by the names of fields, and what does not fit may be left out`() throws {
        #expect(try fill("who,note\nMaren,\"a, b\"\n", "?format=csv").status == 200)
        #expect(try values()["note"] as? String == "a, b")
        let refused = try fill(#"{"who": "Brann", "kin": "Orc"}"#)
        #expect(refused.status == 422 && refused.string("field") == "kin", "\(refused.text)")
        #expect(try values()["who"] as? String == "Maren")
        let partly = try fill(#"{"who": "Brann", "kin": "Orc"}"#, "?partial=true")
        #expect(partly.status == 200 && partly.json["filled"] as? Int == 1, "\(partly.text)")
        #expect(try values()["who"] as? String == "Brann")
        #expect(try fill("who\na\nb\n").status == 422)
        #expect(try fill("{", "?format=json").status == 422)
        #expect(try fill("").status == 400)
        #expect(try fill("{}", "?mapping=nobody").status == 404)
        #expect(try fill("{}", "?format=docx").status == 422)
        #expect(try fill(#"{"who": {"picture": "/etc/passwd"}}"#).status == 422)
        #expect(try server.request("POST", "/characters/0123456789abc/form/data", body: Array("{}".utf8)).status == 404)
    }

    @Test func `a field that nobody may fill stays as it is, also where the rest is filled`() throws {
        let widget = "/Type/Annot/Subtype/Widget/F 4/P 3 0 R/FT/Tx/DA(/Helv 10 Tf 0 g)"
        let sheet = listedPDF([
            "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R]/DA(/Helv 10 Tf 0 g)>>>>",
            "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]/Annots[4 0 R 5 0 R]>>",
            "<<\(widget)/T(who)/Rect[10 10 90 30]>>", "<<\(widget)/T(xp)/Ff 1/V(7)/Rect[10 50 90 70]>>",
        ])
        let template = try server.add(template: sheet, named: "Ruled", sizes: [Size(width: 200, height: 300)]).id
        let other = try server.request("POST", "/characters", json: ["name": "Tam", "template": "\(template)"])
        let path = "/characters/\(other.string("id") ?? "")/form"
        let filled = try server.request(
            "POST", path + "/data?partial=true", ["Content-Type": "application/octet-stream"],
            body: Array(#"{"who": "Tam", "xp": "999"}"#.utf8))
        #expect(filled.status == 200 && filled.json["filled"] as? Int == 1, "\(filled.text)")
        let values = try server.request("GET", path).json["values"] as? [String: Any]
        #expect(values?["who"] as? String == "Tam" && values?["xp"] as? String == "7", "\(values ?? [:])")
    }

    @Test func `what is no mapping is refused`() throws {
        let one: [String: Any] = ["name": "who", "like": "character.name"]
        func save(_ values: [String: Any]) throws -> Reply {
            try server.request(
                "POST", "/mappings", json: ["name": "A", "from": "dnd-beyond", "fields": [one]].merging(values) { $1 })
        }
        #expect(try save(["fields": [["name": "who", "like": "no such"]]]).status == 422)
        #expect(try save(["fields": [one, one]]).status == 422)
        #expect(try save(["fields": [] as [Any]]).status == 422)
        #expect(try save(["name": ""]).status == 422)
        for id in ["nobody", "..%2F..%2Fetc%2Fpasswd", "saved-", "."] {
            #expect(try save(["from": id.removingPercentEncoding ?? ""]).status == 404, "\(id)")
            #expect(try server.request("GET", "/mappings/\(id)").status == 404, "\(id)")
        }
        #expect(try server.request("GET", "/mappings").objects("items").count == 3)
    }
}
