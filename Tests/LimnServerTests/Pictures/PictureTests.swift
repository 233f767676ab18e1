// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import LimnLibrary
import TestSupport
import Testing

@Suite struct PictureTests {
    /// A page of 1000 × 500 pixels: its left half is red, its right half blue, and a black square is at the top left.
    private static let page = onePagePDF(
        size: (240, 120), content: "1 0 0 rg 0 0 120 120 re f 0 0 1 rg 120 0 120 120 re f 0 g 0 96 24 24 re f")

    private func start() throws -> (server: RunningServer, template: TemplateRecord) {
        let server = try RunningServer()
        return (server, try server.add(template: Self.page, sizes: [Size(width: 240, height: 120)]))
    }

    private func picture(_ server: RunningServer, _ path: String) throws -> DecodedPicture {
        let reply = try server.request("GET", "/iiif/\(path)")
        try #require(reply.status == 200, "\(path): \(reply.text)")
        return try DecodedPicture(reply.body)
    }

    /// Red, green and blue.
    private func color(_ picture: DecodedPicture, _ x: Int, _ y: Int) -> [Int] {
        Array((picture[x, y].count == 1 ? Array(repeating: picture[x, y][0], count: 3) : picture[x, y]).prefix(3))
    }

    @Test func `regions and sizes are drawn, mirrored, turned and shown without colors`() throws {
        let (server, template) = try start()
        let id = "\(template.id):1"
        let whole = try picture(server, "\(id)/full/max/0/default.png")
        #expect("\(whole.width) \(whole.height)" == "1000 500")
        #expect(color(whole, 50, 50) == [0, 0, 0])
        #expect(color(whole, 300, 250) == [255, 0, 0])
        #expect(color(whole, 700, 250) == [0, 0, 255])
        let part = try picture(server, "\(id)/90,0,20,20/^200,/0/default.png")
        #expect("\(part.width) \(part.height)" == "200 200")
        #expect(color(part, 50, 100) == [0, 0, 0])
        #expect(color(part, 150, 100) == [255, 0, 0])
        let mirrored = try picture(server, "\(id)/full/100,/!0/default.png")
        #expect(color(mirrored, 95, 5) == [0, 0, 0])
        #expect(color(mirrored, 20, 25) == [0, 0, 255])
        let turned = try picture(server, "\(id)/full/100,/90/default.png")
        #expect("\(turned.width) \(turned.height)" == "50 100")
        #expect(color(turned, 45, 5) == [0, 0, 0])
        #expect(color(turned, 25, 80) == [0, 0, 255])
        let mirroredAndTurned = try picture(server, "\(id)/full/100,/!270/default.png")
        #expect(color(mirroredAndTurned, 5, 5) == [0, 0, 0])
        let gray = try picture(server, "\(id)/full/100,/0/gray.png")
        #expect(color(gray, 40, 25) == [77, 77, 77])
        let bitonal = try picture(server, "\(id)/full/100,/0/bitonal.png")
        #expect(color(bitonal, 40, 25) == [0, 0, 0])
    }

    @Test func `pictures come as JPEG and WebP, too`() throws {
        let (server, template) = try start()
        for (format, type) in [("jpg", "image/jpeg"), ("webp", "image/webp"), ("png", "image/png")] {
            let reply = try server.request("GET", "/iiif/\(template.id):1/full/100,/0/default.\(format)")
            #expect(reply.status == 200)
            #expect(reply.headers["content-type"] == type)
        }
    }

    @Test func `a character's page shows its ink, and its version changes with it`() throws {
        let (server, template) = try start()
        let stroke = Stroke(
            brush: Brush(color: Color(red: 0, green: 1, blue: 0), width: 10),
            points: StrokePoints(positions: [Point(x: 60, y: 60), Point(x: 100, y: 60)], widths: [10, 10]))
        let character = try server.add(
            character: NewCharacter(
                name: "Ada", template: template.id, drawings: [1: Drawing(strokes: [stroke])]))
        let inked = try picture(server, "\(character.id):1/full/max/0/default.png")
        #expect(color(inked, 333, 250) == [0, 255, 0])
        let plain = try picture(server, "\(template.id):1/full/max/0/default.png")
        #expect(color(plain, 333, 250) == [255, 0, 0])
    }

    @Test func `a picture is known by its tag, and lasts under its version`() throws {
        let (server, template) = try start()
        let path = "/iiif/\(template.id):1/full/100,/0/default.png"
        let first = try server.request("GET", path)
        let tag = try #require(first.headers["etag"])
        #expect(first.headers["cache-control"] == "private, no-cache")
        let again = try server.request("GET", path, ["If-None-Match": "\"other\", W/\(tag)"])
        #expect(again.status == 304)
        #expect(again.headers["etag"] == tag)
        #expect(try server.request("GET", path, ["If-None-Match": "\"other\""]).status == 200)
        let lasting = try server.request("GET", "\(path)?v=\(template.contentHash)")
        #expect(lasting.headers["cache-control"] == "private, max-age=31536000, immutable")
        #expect(lasting.body == first.body)
        #expect(try server.request("GET", "\(path)?v=7").headers["cache-control"] == "private, no-cache")
    }

    @Test func `what is no picture is refused with a sentence`() throws {
        let (server, template) = try start()
        for (path, status) in [
            ("/iiif/\(template.id):1/full/2000,/0/default.png", 400),
            ("/iiif/\(template.id):1/full/max/45/default.png", 400),
            ("/iiif/\(template.id):2/full/max/0/default.png", 404), ("/iiif/\(template.id):0/info.json", 404),
            ("/iiif/\(template.id)/full/max/0/default.png", 404), ("/iiif/000000000000:1/info.json", 404),
            ("/iiif/x:1/info.json", 404), ("/iiif/a%2Fb/info.json", 404), ("/iiif/\(template.id):1/info.xml", 404),
        ] {
            let reply = try server.request("GET", path)
            #expect(reply.status == status, "\(path)")
            #expect(reply.problem != nil, "\(path)")
        }
    }

    @Test func `the base address leads to the description`() throws {
        let (server, template) = try start()
        let root = "http://127.0.0.1:\(server.port)/iiif/\(template.id)"
        let reply = try server.request("GET", "/iiif/\(template.id)%3A1")
        #expect(reply.status == 303)
        #expect(reply.headers["location"] == "\(root):1/info.json")
        let information = try server.request("GET", "/iiif/\(template.id)%3A1/info.json")
        #expect(information.string("id") == "\(root):1")
        #expect(information.integer("width") == 1000)
        #expect(information.integer("height") == 500)
        #expect(information.string("profile") == "level2")
        #expect(information.objects("tiles").first?["scaleFactors"] as? [Int] == [1, 2])
        #expect(try server.request("GET", "/iiif/\(template.id)").headers["location"] == "\(root)/manifest.json")
    }

    @Test func `another site may show a picture, but not with a cookie`() throws {
        let (server, template) = try start()
        let path = "/iiif/\(template.id):1/info.json"
        let foreign = ["Origin": "https://viewer.example"]
        let reply = try server.request("GET", path, foreign)
        #expect(reply.status == 200)
        #expect(reply.headers["access-control-allow-origin"] == "*")
        #expect(reply.headers["access-control-allow-credentials"] == nil)
        let preflight = try server.request("OPTIONS", path, foreign)
        #expect(preflight.status == 204)
        #expect(preflight.headers["access-control-allow-headers"]?.contains("Authorization") == true)
        let withCookie = try server.request("GET", path, foreign.merging(["Cookie": "a=b"]) { $1 })
        #expect(withCookie.status == 403)
        #expect(try server.request("GET", "/templates", foreign).status == 403)
        #expect(try server.request("POST", path, foreign).status == 403)
    }

    @Test func `the validator of the IIIF consortium passes at level 2`() throws {
        let server = try RunningServer()
        let squares = try python("iiif_squares")
        let template = try server.add(template: Array(squares.utf8), sizes: [Size(width: 240, height: 240)])
        let report = try python("iiif_validate", "127.0.0.1:\(server.port)", "iiif", "\(template.id):1")
        let lines = report.split(separator: "\n").map { String($0) }
        // `size_noup` wants !2000,3000 to be an error; the specification (4.2) allows it.
        #expect(
            lines.filter { $0.hasPrefix("FAIL") }.map { String($0.split(separator: " ")[1]) } == ["size_noup"],
            "\(report)")
        #expect(lines.filter { $0.hasPrefix("PASS") }.count == 32)
    }

    @Test func `a manifest has a canvas a page, and the outline as ranges`() throws {
        let server = try RunningServer()
        let outline = [
            OutlineEntry(level: 0, title: "One", page: 1), OutlineEntry(level: 1, title: "Below", page: 1),
            OutlineEntry(level: 0, title: "Two", page: nil),
        ]
        let template = try server.add(
            template: Self.page, named: "Sheet", sizes: [Size(width: 240, height: 120)], outline: outline)
        let root = "http://127.0.0.1:\(server.port)/iiif/\(template.id)"
        let reply = try server.request("GET", "/iiif/\(template.id)/manifest.json", ["Accept": "application/ld+json"])
        #expect(reply.status == 200)
        #expect(reply.headers["content-type"]?.hasPrefix("application/ld+json;profile=") == true)
        #expect(reply.string("type") == "Manifest")
        let label = reply.json["label"] as? [String: [String]]
        #expect(label?["none"]?.first == "Sheet")
        let canvases = reply.objects("items")
        #expect(canvases.count == 1)
        #expect(canvases[0]["width"] as? Int == 1000)
        let pages = canvases[0]["items"] as? [[String: Any]]
        let annotation = (pages?[0]["items"] as? [[String: Any]])?[0]
        #expect(annotation?["target"] as? String == canvases[0]["id"] as? String)
        let body = try #require(annotation?["body"] as? [String: Any])
        let address = try #require(body["id"] as? String)
        #expect(address.hasPrefix("\(root):1/full/max/0/default.jpg?v="))
        let picture = try server.request("GET", String(address.dropFirst("http://127.0.0.1:\(server.port)".count)))
        #expect(picture.headers["cache-control"]?.contains("immutable") == true)
        let ranges = reply.objects("structures")
        #expect(ranges.count == 2)
        let parts = ranges[0]["items"] as? [[String: Any]] ?? []
        #expect(parts.compactMap { $0["type"] as? String } == ["Canvas", "Range"])
    }
}
