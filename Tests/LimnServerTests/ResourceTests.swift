// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnLibrary
import SystemPackage
import TestSupport
import Testing

@Suite struct ResourceTests {
    @Test func `a PDF becomes a template, and the same bytes the same one`() throws {
        let server = try RunningServer()
        let pdf = try Project.sample("character-sheet.pdf")
        let type = ["Content-Type": "application/pdf"]
        let made = try server.request("POST", "/templates?name=Hero%20sheet", type, body: pdf)
        #expect(made.status == 201)
        let id = try #require(made.string("id"))
        #expect(made.headers["location"] == "/api/v1/templates/\(id)")
        #expect(made.string("name") == "Hero sheet" && made.integer("bytes") == pdf.count)
        let again = try server.request("POST", "/templates?name=Other", type, body: pdf)
        #expect(again.status == 200 && again.string("id") == id)
        #expect(try server.request("GET", "/templates").objects("items").count == 1)
        let form = try server.request("GET", "/templates/\(id)/form")
        #expect(form.status == 200 && !form.objects("fields").isEmpty)
        #expect(try server.request("POST", "/templates?name=x", type, body: Array("no PDF".utf8)).status == 422)
        #expect(try server.request("POST", "/templates?name=x", body: pdf).status == 415)
        #expect(try server.request("POST", "/templates?name=%00", type, body: pdf).status == 422)
        let locked = try Project.sample("character-sheet-encrypted.pdf")
        let refused = try server.request("POST", "/templates?name=x", type, body: locked)
        #expect(refused.status == 422 && refused.problem == "locked")
        let password = type.merging(["X-PDF-Password": "limn"]) { $1 }
        #expect(try server.request("POST", "/templates?name=x", password, body: locked).status == 201)
    }

    @Test func `what should be known of an import is told`() throws {
        let server = try RunningServer()
        let type = ["Content-Type": "application/pdf"]
        let sound = try server.request("POST", "/templates?name=Sound", type, body: onePagePDF(size: (90, 90)))
        #expect(sound.status == 201 && sound.json["messages"] as? [String] == [], "\(sound.text)")
        // Its end is missing.
        let odd = Array(onePagePDF(size: (90, 91)).dropLast(40))
        let imported = try server.request("POST", "/templates?name=Odd", type, body: odd)
        let told = ["messages", "notes"].flatMap { imported.json[$0] as? [String] ?? [] }
        #expect(imported.status == 201 && !told.isEmpty && !imported.text.contains("/proc"), "\(imported.text)")
        let character = try server.request("POST", "/characters/import?name=Odd", type, body: odd)
        #expect(character.status == 201 && character.json["messages"] is [String], "\(character.text)")
    }

    @Test func `uploads end at their limit and at the quota`() throws {
        let server = try RunningServer(["--no-auth", "--max-upload", "1000", "--quota", "200MB"])
        let type = ["Content-Type": "application/pdf"]
        let large = try server.request("POST", "/templates?name=x", type, body: [UInt8](repeating: 0, count: 1001))
        #expect(large.status == 413 && large.problem == "too-large" && large.integer("limit") == 1000)
        let full = try RunningServer(["--no-auth", "--quota", "10kB"])
        let beyond = try full.request("POST", "/templates?name=x", type, body: Array("%PDF-1.4".utf8))
        #expect(beyond.status == 507 && beyond.problem == "no-space")
        #expect(beyond.text.contains("Emptying the trash makes room."))
    }

    @Test func `the file of a template comes as an attachment, whole, in ranges, or not again`() throws {
        let story = try Story()
        let path = "/templates/\(story.template)/file"
        let whole = try story.server.request("GET", path)
        #expect(whole.text == "%PDF-1.4 sheet" && whole.headers["content-type"] == "application/pdf")
        #expect(whole.headers["content-security-policy"]?.hasPrefix("sandbox") == true)
        #expect(whole.headers["content-disposition"]?.hasPrefix("attachment; filename=\"Sheet.pdf\"") == true)
        let tag = try #require(whole.headers["etag"])
        #expect(try story.server.request("GET", path, ["If-None-Match": tag]).status == 304)
        let known: [(String, Int, String, String?)] = [
            ("bytes=0-3", 206, "%PDF", "bytes 0-3/14"), ("bytes=9-", 206, "sheet", "bytes 9-13/14"),
            ("bytes=-5", 206, "sheet", "bytes 9-13/14"), ("bytes=-99", 206, "%PDF-1.4 sheet", "bytes 0-13/14"),
            ("bytes=13-99999999999999999999", 206, "t", "bytes 13-13/14"), ("bytes=14-", 416, "", "bytes */14"),
            ("bytes=-0", 416, "", "bytes */14"), ("bytes=5-2", 200, "%PDF-1.4 sheet", nil),
            ("lines=0-3", 200, "%PDF-1.4 sheet", nil), ("bytes=0-1,3-4", 200, "%PDF-1.4 sheet", nil),
            ("bytes=--1", 200, "%PDF-1.4 sheet", nil), ("bytes=", 200, "%PDF-1.4 sheet", nil),
        ]
        for (range, status, text, content) in known {
            let reply = try story.server.request("GET", path, ["Range": range])
            #expect(reply.status == status, "\(range)")
            #expect(status == 416 ? reply.problem == "unsatisfiable-range" : reply.text == text, "\(range)")
            #expect(reply.headers["content-range"] == content, "\(range)")
        }
        let old = try story.server.request("GET", path, ["Range": "bytes=0-3", "If-Range": "\"other\""])
        #expect(old.status == 200)
    }

    @Test func `templates are renamed and removed, with what went along`() throws {
        let story = try Story()
        let path = "/templates/\(story.template)"
        #expect(try story.server.request("PATCH", path, json: ["name": "New"]).string("name") == "New")
        #expect(try story.server.request("PATCH", path, json: ["name": ""]).status == 422)
        #expect(try story.server.request("PATCH", path, json: ["title": "x"]).problem == "unreadable")
        let pages = try story.server.request("GET", "\(path)/pages").objects("items")
        #expect(pages.map { $0["width"] as? Double } == [200, 612])
        #expect(try story.server.request("GET", "\(path)/outline").objects("items").first?["title"] as? String == "One")
        let gone = try story.server.request("DELETE", "\(path)?keepCharacters=true")
        #expect(gone.integer("characters") == 1 && gone.flag("keptCharacters") == true)
        #expect(try story.server.request("GET", path).status == 404)
        #expect(try story.server.request("GET", "/characters/\(story.character)").status == 200)
    }

    @Test func `characters are created, changed, listed in parts, and come back from the trash`() throws {
        let story = try Story()
        let server = story.server
        for number in 1...4 {
            let made = try server.request(
                "POST", "/characters",
                json: [
                    "name": "Hero \(number)", "template": story.template, "tags": ["brave"], "favorite": number == 1,
                ])
            #expect(made.status == 201)
        }
        var names: [String] = []
        var cursor: String? = ""
        var parts = 0
        while let next = cursor {
            let page = try server.request("GET", "/characters?limit=2" + (next.isEmpty ? "" : "&cursor=\(next)"))
            names += page.objects("items").compactMap { $0["name"] as? String }
            cursor = page.string("next")
            parts += 1
        }
        #expect(names == ["Hero 1", "Hero 2", "Hero 3", "Hero 4", "Maren"])
        #expect(parts == 3)
        #expect(try server.request("GET", "/characters?favorite=true").objects("items").count == 1)
        #expect(try server.request("GET", "/characters?favorite").objects("items").count == 1)
        #expect(try server.request("GET", "/characters?favorite=").status == 400)
        #expect(try server.request("GET", "/characters?q=hero&tag=brave&sort=-created").objects("items").count == 4)
        #expect(try server.request("GET", "/characters?sort=size").status == 400)
        #expect(try server.request("GET", "/characters?limit=0").status == 400)
        let path = "/characters/\(story.character)"
        let changed = try server.request("PATCH", path, json: ["name": "Maren A.", "tags": ["x"], "favorite": true])
        #expect(changed.string("name") == "Maren A." && changed.flag("favorite") == true)
        #expect(changed.json["tags"] as? [String] == ["x"])
        #expect(try server.request("DELETE", path).status == 204)
        #expect(try server.request("GET", path).status == 404)
        for _ in 0..<2 { #expect(try server.request("POST", "\(path)/restore").string("name") == "Maren A.") }
        #expect(try server.request("DELETE", "\(path)?permanently=true").status == 204)
        #expect(try server.request("POST", "\(path)/restore").status == 404)
    }

    @Test func `a character goes into a package and comes back from it with its ink`() throws {
        let server = try RunningServer()
        let pdf = try Project.sample("character-sheet.pdf")
        let template = try #require(
            try server.request("POST", "/templates?name=S", ["Content-Type": "application/pdf"], body: pdf).string("id")
        )
        let id = try #require(
            try server.request("POST", "/characters", json: ["name": "A", "template": template]).string("id"))
        let added = try server.request(
            "POST", "/characters/\(id)/pages/1/edits", ["Idempotency-Key": "1"], json: ["add": [Story.stroke(4)]])
        #expect(added.status == 200)
        let copy = try server.request("POST", "/characters/\(id)/duplicate", json: ["name": "B"])
        #expect(copy.status == 201 && copy.string("name") == "B")
        let package = try server.request("GET", "/characters/\(id)/package")
        #expect(package.status == 200 && package.body.starts(with: Array("PK".utf8)))
        let back = try server.request(
            "POST", "/characters/unpack", ["Content-Type": "application/zip"], body: package.body)
        #expect(back.status == 201)
        #expect((back.objects("pages").first?["strokes"] as? Int) == 1)
        let broken = try server.request(
            "POST", "/characters/unpack", ["Content-Type": "application/zip"], body: Array(package.body.prefix(200)))
        #expect(broken.status == 422)
    }

    @Test func `a filled PDF becomes a character with its ink and its values, on the template that is there`() throws {
        let server = try RunningServer()
        let sheet = try Project.sample("character-sheet.pdf")
        let pdf = ["Content-Type": "application/pdf"]
        let template = try #require(try server.request("POST", "/templates?name=S", pdf, body: sheet).string("id"))
        let id = try #require(
            try server.request("POST", "/characters", json: ["name": "A", "template": template]).string("id"))
        let ink = try server.request(
            "POST", "/characters/\(id)/pages/1/edits", ["Idempotency-Key": "1"], json: ["add": [Story.stroke(4)]])
        let form = try server.request("GET", "/characters/\(id)/form")
        let values = try server.request(
            "PUT", "/characters/\(id)/form", ["If-Match": form.headers["etag"] ?? "*"],
            json: ["values": ["identity.name": "Maren Ashwick"]])
        #expect(ink.status == 200 && values.status == 200, "\(ink.text) \(values.text)")
        let job = try #require(
            try server.request("POST", "/characters/\(id)/exports", json: [String: String]()).string("id"))
        #expect(try Patience.wait { try server.request("GET", "/jobs/\(job)").string("state") == "done" })
        let export = try server.request("GET", "/jobs/\(job)/result").body
        let back = try server.request("POST", "/characters/import?name=Again", pdf, body: export)
        #expect(back.status == 201 && back.string("template") == template, "\(back.text)")
        #expect(back.string("name") == "Again" && (back.objects("pages").first?["strokes"] as? Int) == 1)
        let copy = try #require(back.string("id"))
        #expect(try server.request("GET", "/characters/\(copy)/form").text.contains("Maren Ashwick"))
        // A PDF that nobody knows brings its template along.
        let other = try server.request("POST", "/characters/import?name=Fresh", pdf, body: onePagePDF(size: (200, 100)))
        #expect(other.status == 201 && other.string("templateName") == "Fresh", "\(other.text)")
        let broken = try server.request("POST", "/characters/import?name=Broken", pdf, body: Array("%PDF-1.7".utf8))
        #expect(broken.status == 422 && !broken.text.contains("/proc/"), "\(broken.text)")
        #expect(try server.request("POST", "/characters/import?template=x", pdf, body: export).status == 400)
    }
}
