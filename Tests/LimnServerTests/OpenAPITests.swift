// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnGeometry
import LimnLibrary
import SystemPackage
import TestSupport
import Testing

@testable import LimnServer

@Suite struct OpenAPITests {
    @Test func `every route is described, and nothing else is served as described`() throws {
        let folder = try TemporaryFolder()
        let services = try Services(ServerOptions(library: FilePath(folder.path("library"))))
        let routes = services.routeGroups.flatMap(\.routes)
        let described = Set(OpenAPIDocument.operations.map { OpenAPIDocument.Key($0.method, $0.path) })
        let missing = routes.filter { !described.contains(OpenAPIDocument.Key($0.method, $0.path)) }
        #expect(missing.map { "\($0.method) \($0.path)" } == [])
        guard case .object(let document) = try OpenAPIDocument.json(for: routes),
            case .object(let paths) = document["paths"]
        else { throw RunningServer.Failure(description: "no paths") }
        let served = paths.values.reduce(0) { count, path in
            if case .object(let methods) = path { count + methods.count } else { count }
        }
        #expect(served == routes.count)
        #expect(Set(OpenAPIDocument.operations.map(\.id)).count == OpenAPIDocument.operations.count)
    }

    @Test func `the description is valid, and so are answers by it`() throws {
        let server = try RunningServer()
        let template = try server.add(
            template: onePagePDF(size: (200, 100)), sizes: [Size(width: 200, height: 100)])
        let character = try server.add(character: NewCharacter(name: "Ada", template: template.id))
        let folder = try TemporaryFolder()
        let document = try server.request("GET", "/api/v1/openapi.json")
        #expect(document.status == 200)
        let file = try folder.write(document.body, "openapi.json")
        let stored = try server.request(
            "POST", "/files", ["Content-Type": "application/octet-stream"], body: onePagePDF(size: (20, 10)))
        let job = try server.request("POST", "/jobs", json: ["verb": "inspect", "inputs": [stored.string("id") ?? ""]])
        let export = try server.request("POST", "/characters/\(character.id)/exports", json: ["mode": "annotate"])
        let place = job.headers["location"] ?? ""
        let picture = "/iiif/\(template.id):1"
        let form = "/api/v1/characters/\(character.id)/form"
        let page = "/api/v1/characters/\(character.id)/pages/1"
        let presence = "/api/v1/characters/\(character.id)/presence"
        _ = try server.request("POST", "\(page)/edits", ["Idempotency-Key": "1"], json: ["add": [Story.stroke(1)]])
        let answers: [(method: String, path: String, reply: Reply)] = [
            ("GET", "/api/v1/templates", try server.request("GET", "/templates")),
            ("POST", "/api/v1/files", stored), ("POST", "/api/v1/jobs", job),
            ("GET", place, try server.request("GET", place)),
            ("POST", "/api/v1/jobs", try server.request("POST", "/jobs", json: ["verb": "fly", "inputs": []])),
            ("POST", "/api/v1/characters/\(character.id)/exports", export),
            ("GET", form, try server.request("GET", form)), ("PUT", form, try server.request("PUT", form, json: [:])),
            (
                "GET", "/api/v1/templates/\(template.id)/form",
                try server.request("GET", "/templates/\(template.id)/form")
            ),
            ("GET", "\(page)/history", try server.request("GET", "\(page)/history")),
            ("POST", presence, try server.request("POST", presence, json: ["page": 1])),
            ("GET", presence, try server.request("GET", presence)),
            ("GET", "/version", try server.request("GET", "/version")),
            ("GET", "/readyz", try server.request("GET", "/readyz")),
            ("GET", "\(picture)/info.json", try server.request("GET", "\(picture)/info.json")),
            ("GET", picture, try server.request("GET", picture)),
            (
                "GET", "\(picture)/full/10,/0/default.webp",
                try server.request("GET", "\(picture)/full/10,/0/default.webp")
            ),
            ("GET", "\(picture)/x/10,/0/default.png", try server.request("GET", "\(picture)/x/10,/0/default.png")),
            (
                "GET", "/iiif/\(character.id)/manifest.json",
                try server.request("GET", "/iiif/\(character.id)/manifest.json")
            ),
            ("POST", "/inspect", try server.request("POST", "/inspect", body: onePagePDF(size: (20, 10)))),
        ]
        let lines = try answers.map { method, path, reply in
            let line: [String: Any] = [
                "method": method, "path": path, "status": reply.status,
                "type": reply.headers["content-type"] ?? "", "body": reply.text,
            ]
            return try JSONSerialization.data(withJSONObject: line)
        }
        let seen = try folder.write(Array(lines.joined(separator: Data([10]))), "answers.jsonl")
        let report = try python("openapi_answers", file, seen)
        #expect(report == "\(answers.count) answers\n", "\(report)")
    }
}
