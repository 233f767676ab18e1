// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnLibrary
import TestSupport
import Testing

/// `/templates/{template}/design`: a design that several people work on.
@Suite struct DesignTests {
    private let server: RunningServer
    private let template: String
    private let path: String

    init() throws {
        server = try RunningServer()
        template =
            "\(try server.add(template: onePagePDF(size: (200, 300)), named: "Sheet", sizes: [Size(width: 200, height: 300)]).id)"
        path = "/templates/\(template)/design"
    }

    private func field(_ name: String, _ values: [String: Any] = [:]) -> [String: Any] {
        [
            "name": name, "type": "text", "page": 1, "rect": [0, 0, 20, 20], "order": 1, "certainty": 1,
            "isWanted": true,
        ]
        .merging(values) { $1 }
    }

    private func names(_ reply: Reply) -> [Int: String] {
        Dictionary(
            uniqueKeysWithValues: reply.objects("fields").map { ($0["key"] as? Int ?? 0, $0["name"] as? String ?? "") })
    }

    @Test func `two people change one design, and each property is that of who came last`() throws {
        #expect(try server.request("GET", path).status == 404)
        let begun = try server.request("POST", path, json: ["fields": ["7": field("a"), "9": field("b")]])
        #expect(begun.status == 201 && begun.json["revision"] as? Int == 1, "\(begun.text)")
        // Who begins later gets the design that is there.
        let second = try server.request("POST", path, json: ["fields": ["11": field("c")]])
        #expect(second.status == 200 && names(second) == [7: "a", 9: "b"], "\(second.text)")
        let moved = try server.request(
            "PATCH", path + "?since=1", json: ["fields": ["7": ["rect": [5, 5, 25, 25]]], "client": "one"])
        let named = try server.request(
            "PATCH", path + "?since=1", json: ["fields": ["7": ["name": "first"], "9": NSNull()], "client": "two"])
        #expect(moved.status == 200 && named.status == 200, "\(moved.text) \(named.text)")
        // Each answer has what the client does not know yet.
        let field = try #require(named.objects("fields").first)
        #expect(field["name"] as? String == "first" && field["rect"] as? [Double] == [5, 5, 25, 25], "\(named.text)")
        #expect(named.json["removed"] as? [Int] == [9] && named.json["revision"] as? Int == 3, "\(named.text)")
        // A property of a field that is gone changes nothing; the whole field brings it back.
        let late = try server.request("PATCH", path + "?since=2", json: ["fields": ["9": ["name": "late"]]])
        #expect(late.json["removed"] as? [Int] == [9] && names(late) == [7: "first"], "\(late.text)")
        let back = try server.request("PATCH", path + "?since=4", json: ["fields": ["9": self.field("b")]])
        #expect(names(back) == [9: "b"] && back.json["removed"] as? [Int] == [], "\(back.text)")
        #expect(names(try server.request("GET", path)) == [7: "first", 9: "b"])
        #expect(try server.request("GET", path + "?since=5").objects("fields").isEmpty)
        // A window that knows another draft changes nothing, and one that does not know all ends nothing.
        #expect(try server.request("PATCH", path + "?draft=other", json: ["fields": ["7": NSNull()]]).status == 412)
        let id = try #require(back.string("id"))
        #expect(
            try server.request("PATCH", path + "?draft=\(id)", json: ["fields": [:] as [String: Any]]).status == 200)
        #expect(try server.request("DELETE", path + "?revision=1").status == 412)
        #expect(try server.request("DELETE", path).status == 204)
        #expect(try server.request("PATCH", path, json: ["fields": ["7": NSNull()]]).status == 404)
        #expect(try server.request("DELETE", path).status == 404)
    }

    @Test func `a change that is wrong changes nothing`() throws {
        _ = try server.request("POST", path, json: ["fields": ["7": field("a")]])
        let wrong: [[String: Any]] = [
            ["name": 7], ["rect": [0, 0, 1]], ["type": "ink"], ["page": "one"], ["ink": 1], ["order": "x"],
            ["certainty": 2], ["isWanted": "no"],
        ]
        for values in wrong {
            let reply = try server.request("PATCH", path, json: ["fields": ["7": values, "8": field("b")]])
            #expect(reply.status == 422 && reply.string("field") == "fields", "\(values): \(reply.text)")
        }
        #expect(try server.request("PATCH", path, json: ["fields": ["x": NSNull()]]).status == 400)
        #expect(try server.request("PATCH", path + "?since=-1", json: ["fields": [:] as [String: Any]]).status == 400)
        let many = Dictionary(uniqueKeysWithValues: (0...10_000).map { ("\($0)", field("f\($0)")) })
        #expect(try server.request("PATCH", path, json: ["fields": many]).status == 422)
        let shown = try server.request("GET", path)
        #expect(names(shown) == [7: "a"] && shown.json["revision"] as? Int == 1, "\(shown.text)")
        // An empty name is no form yet, but a design may have one.
        #expect(try server.request("PATCH", path, json: ["fields": ["7": ["name": ""]]]).status == 200)
        #expect(try server.request("GET", "/templates/0123456789abc/design").status == 404)
    }

    @Test func `a design is there after the server was started again`() throws {
        _ = try server.request("POST", path, json: ["fields": ["7": field("a")]])
        let again = try RunningServer(after: server)
        #expect(names(try again.request("GET", path)) == [7: "a"])
    }

    @Test func `a design that cannot be read is told, and nothing takes its place`() throws {
        _ = try server.request("POST", path, json: ["fields": ["7": field("a")]])
        let file = "\(server.library)/server/designs/\(template).json"
        try "{".write(toFile: file, atomically: false, encoding: .utf8)
        #expect(try server.request("GET", path).status == 500)
        #expect(try server.request("POST", path, json: ["fields": ["8": field("b")]]).status == 500)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "{")
    }
}
