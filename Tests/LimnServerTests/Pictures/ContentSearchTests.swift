// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

/// The search of viewers (IIIF Content Search API 2.0).
struct ContentSearchTests {
    private struct Found {
        let text: String
        /// The canvas, and left, top, width and height in its pixels.
        let canvas: String
        let box: [Int]

        init(_ annotation: [String: Any]) throws {
            text = try #require((annotation["body"] as? [String: Any])?["value"] as? String)
            let target = try #require(annotation["target"] as? String)
            let parts = target.components(separatedBy: "#xywh=")
            (canvas, box) = (parts[0], parts[1].split(separator: ",").compactMap { Int($0) })
        }
    }

    private func search(_ server: RunningServer, _ id: String, _ query: String) throws -> [Found] {
        let reply = try server.request("GET", "/iiif/\(id)/search?q=\(query)")
        #expect(reply.status == 200, "\(reply.text)")
        #expect(reply.string("@context") == "http://iiif.io/api/search/2/context.json")
        #expect(reply.string("type") == "AnnotationPage")
        return try reply.objects("items").map { try Found($0) }
    }

    @Test func `a viewer finds printed words, values, texts and notes on their canvases`() throws {
        let server = try RunningServer()
        let pdf = ["Content-Type": "application/pdf"]
        let sheet = try Project.sample("character-sheet.pdf")
        let template = try #require(try server.request("POST", "/templates?name=S", pdf, body: sheet).string("id"))
        let manifest = try server.request("GET", "/iiif/\(template)/manifest.json")
        let service = try #require(manifest.objects("service").first)
        #expect(service["type"] as? String == "SearchService2")
        #expect((service["id"] as? String)?.hasSuffix("/iiif/\(template)/search") == true)
        let canvases = manifest.objects("items").compactMap { $0["id"] as? String }
        let found = try search(server, template, "hearth")
        #expect(found.map(\.text) == ["Hearth-lore"] && found.first?.canvas == canvases[0])
        // pdftotext finds the word 229 points from the left and 432.5 from the top; a canvas has 300 pixels per inch.
        let box = try #require(found.first?.box)
        #expect(abs(box[0] - 954) < 4 && abs(box[1] - 1802) < 8 && abs(box[2] - 203) < 6, "\(box)")
        #expect(try search(server, template, "life%20limb").isEmpty)
        #expect(try search(server, template, "life%20%26%20limb").map(\.text) == ["Life & Limb"])
        #expect(try search(server, template, "nowhere").isEmpty && search(server, template, "").isEmpty)
        let id = try #require(
            try server.request("POST", "/characters", json: ["name": "A", "template": template]).string("id"))
        let form = try server.request("GET", "/characters/\(id)/form")
        let values = try server.request(
            "PUT", "/characters/\(id)/form", ["If-Match": form.headers["etag"] ?? "*"],
            json: ["values": ["identity.name": "Mären of the Hearth"]])
        #expect(values.status == 200)
        #expect(Set(try search(server, id, "hearth").map(\.text)) == ["Hearth-lore", "Mären of the Hearth"])
        #expect(try search(server, id, "maren").map(\.text) == ["Mären of the Hearth"])
    }

    @Test func `an answer searches 50 pages and leads to the next ones`() throws {
        let server = try RunningServer()
        let template = try #require(
            try server.request(
                "POST", "/templates?name=L", ["Content-Type": "application/pdf"], body: emptyPagesPDF(count: 53)
            ).string("id"))
        let reply = try server.request("GET", "/iiif/\(template)/search?q=word&motivation=painting")
        #expect(reply.status == 200 && reply.objects("items").isEmpty)
        #expect((reply.json["ignored"] as? [String]) == ["motivation"])
        let next = try #require((reply.json["next"] as? [String: Any])?["id"] as? String)
        #expect(next.hasSuffix("/search?q=word&page=51"))
        let last = try server.request("GET", "/iiif/\(template)/search?q=word&page=51")
        #expect(last.status == 200 && last.json["next"] == nil)
        #expect(try server.request("GET", "/iiif/\(template)/search?q=word&page=54").status == 400)
    }
}
