// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnLibrary
import TestSupport
import Testing

/// `/templates/{template}/detection`.
@Suite struct DetectionTests {
    private let server: RunningServer
    private let template: String
    private let path: String

    init() throws {
        server = try RunningServer()
        let content = "BT /F 10 Tf 20 262 Td (Name) Tj 0 -40 Td (Level:) Tj ET 80 255 150 20 re S 60 220 m 200 220 l S"
        let sheet = listedPDF([
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[4 0 R]/Count 1>>",
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 5 0 R/Resources<</Font<</F 3 0 R>>>>>>",
            listedStream(content),
        ])
        template = "\(try server.add(template: sheet, named: "Flat", sizes: [Size(width: 300, height: 300)]).id)"
        path = "/templates/\(template)/detection"
    }

    /// Waits for the end of a job.
    private func end(_ begun: Reply) throws -> Reply {
        let place = try #require(begun.headers["location"])
        var job = begun
        let isOver = try Patience.wait {
            job = try server.request("GET", place)
            return !["waiting", "running"].contains(job.string("state"))
        }
        try #require(isOver)
        return job
    }

    private func fields(_ form: Reply) -> [String: [String: Any]] {
        Dictionary(form.objects("fields").map { ($0["name"] as? String ?? "", $0) }) { first, _ in first }
    }

    @Test func `fields are proposed by a job, and a template is made of those that are accepted`() throws {
        #expect(try server.request("GET", path).status == 404)
        let begun = try server.request("POST", path)
        #expect(begun.status == 202 && begun.string("verb") == "detect", "\(begun.text)")
        let job = try end(begun)
        #expect(job.string("state") == "done" && job.string("template") == template, "\(job.text)")
        let shown = try server.request("GET", path)
        let receipt = try #require(shown.json["receipt"] as? [String: Any])
        let proposed = try #require(receipt["fields"] as? [[String: Any]])
        #expect(proposed.compactMap { $0["name"] as? String } == ["name", "level"], "\(shown.text)")
        #expect(proposed.allSatisfy { $0["made"] as? Bool == false })
        // What was proposed can be sent back as it is.
        let made = try server.request("POST", path, json: ["fields": proposed, "name": "Fillable"])
        #expect(made.status == 201 && made.string("name") == "Fillable", "\(made.text)")
        let new = try #require(made.string("id"))
        #expect(made.headers["location"] == "/api/v1/templates/\(new)" && new != template)
        #expect(Set(fields(try server.request("GET", "/templates/\(new)/form")).keys) == ["name", "level"])
        let file = try server.request("GET", "/templates/\(new)/file").body
        #expect(file.starts(with: try server.request("GET", "/templates/\(template)/file").body))
        #expect(try server.request("GET", "/templates/\(template)/form").objects("fields").isEmpty)
    }

    @Test func `what a person has designed is in the new form`() throws {
        func field(_ name: String, _ y: Double, _ values: [String: Any] = [:]) -> [String: Any] {
            ["name": name, "type": "text", "page": 1, "rect": [20, y, 120, y + 20]].merging(values) { $1 }
        }
        let made = try server.request(
            "POST", path,
            json: [
                "fields": [
                    field("a.1", 10, ["maximumLength": 3, "alignment": "right", "fontSize": 9]), field("a.2", 40),
                    field("total", 70, ["sumOf": ["a.1", "a.2"]]),
                    field("kin", 130, ["type": "combo", "choices": ["Elf", "Dwarf"], "tooltip": "Folk"]),
                    field("size", 160, ["type": "radio", "choice": "small"]),
                    field("size", 190, ["type": "radio", "choice": "large"]),
                ]
            ])
        #expect(made.status == 201 && made.string("name") == "Flat (fillable)", "\(made.text)")
        let form = try server.request("GET", "/templates/\(made.string("id") ?? "")/form")
        let found = fields(form)
        #expect(
            found["a.1"]?["maxLength"] as? Int == 3 && found["kin"]?["tooltip"] as? String == "Folk", "\(form.text)")
        #expect((found["size"]?["widgets"] as? [Any])?.count == 2)
        // The sum is computed when the fields are filled.
        let hero = try server.request(
            "POST", "/characters", json: ["name": "Maren", "template": made.string("id") ?? ""])
        let values = "/characters/\(hero.string("id") ?? "")/form"
        let filled = try server.request(
            "PUT", values, ["If-Match": try server.request("GET", values).headers["etag"] ?? ""],
            json: ["values": ["a.1": "2", "a.2": "40", "kin": "Elf"]])
        #expect(filled.status == 200, "\(filled.text)")
        let shown = try server.request("GET", values)
        let stored = shown.json["values"] as? [String: Any]
        #expect(stored?["kin"] as? String == "Elf" && stored?["total"] as? String == "42", "\(shown.text)")
    }

    @Test func `fields that cannot be are refused with their number`() throws {
        let sound: [String: Any] = ["name": "a", "type": "text", "page": 1, "rect": [0, 0, 20, 20]]
        let wrong: [[String: Any]] = [
            ["name": "a..b"], ["page": 2], ["rect": [0, 0, 900, 20]], ["type": "radio"], ["sumOf": ["b"]],
            ["name": String(repeating: "x", count: 500)],
        ]
        for values in wrong {
            let reply = try server.request("POST", path, json: ["fields": [sound.merging(values) { $1 }]])
            #expect(reply.status == 422 && reply.string("field") == "fields[0]", "\(values): \(reply.text)")
        }
        #expect(try server.request("POST", path, json: ["fields": [sound, sound]]).string("field") == "fields[1]")
        #expect(try server.request("POST", path, json: ["fields": [] as [Any]]).status == 422)
        for values in [["type": "ink"], ["rect": [0, 0, 1]], ["page": "one"]] as [[String: Any]] {
            let reply = try server.request("POST", path, json: ["fields": [sound.merging(values) { $1 }]])
            #expect(reply.status == 400, "\(reply.text)")
        }
        #expect(try server.request("POST", path, json: ["pages": "x"]).status == 422)
        #expect(try server.request("POST", "/templates/0123456789abc/detection").status == 404)
        #expect(try server.request("GET", "/templates").objects("items").count == 1)
    }

    @Test func `thousands of fields are taken, and odd names are written as they are`() throws {
        let many: [[String: Any]] = (0..<2500).map { number in
            let (x, y) = (Double(number % 50) * 6, Double(number / 50) * 6)
            return [
                "name": "f\(number)", "type": "text", "page": 1, "rect": [x, y, x + 5, y + 5],
                "tooltip": "Number \(number)",
            ]
        }
        let odd: [[String: Any]] = [
            ["name": "a\"\u{301}\\", "type": "text", "page": 1, "rect": [0, 0, 5, 5]],
            ["name": "sum", "type": "text", "page": 1, "rect": [0, 0, 5, 5], "sumOf": ["a\"\u{301}\\", "f1"]],
        ]
        let made = try server.request("POST", path, json: ["fields": many + odd])
        #expect(made.status == 201, "\(made.text.prefix(500))")
        // The same again is the same template.
        let again = try server.request("POST", path, json: ["fields": many + odd, "name": "Other"])
        #expect(again.status == 200 && again.string("id") == made.string("id"))
        // A body without a type is no search.
        #expect(try server.request("POST", path, [:], body: Array("{\"fields\":[]}".utf8)).status == 415)
        let long = Array(repeating: "1-z", count: 300).joined(separator: ",")
        #expect(try server.request("POST", path, json: ["pages": long]).status == 202)
    }

    @Test func `an uploaded sheet becomes a form by a job`() throws {
        let sheet = try server.request("GET", "/templates/\(template)/file").body
        let file = try server.request("POST", "/files", ["Content-Type": "application/octet-stream"], body: sheet)
        let begun = try server.request(
            "POST", "/jobs", json: ["verb": "detect", "inputs": [file.string("id") ?? ""], "options": ["pages": "1"]])
        let job = try end(begun)
        #expect(job.string("state") == "done", "\(job.text)")
        let result = try server.request("GET", "/jobs/\(job.string("id") ?? "")/result").body
        #expect(result.starts(with: sheet) && result.count > sheet.count)
    }
}
