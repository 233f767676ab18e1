// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnLibrary
import TestSupport
import Testing

@Suite struct EditionTests {
    private let server: RunningServer
    private let turned: String
    private let map: String
    private let character: String

    init() throws {
        server = try RunningServer()
        let (tall, wide) = (Size(width: 595.28, height: 841.89), Size(width: 760, height: 540))
        let sheet = try server.add(template: try Project.sample("character-sheet.pdf"), sizes: [tall, tall])
        turned =
            "\(try server.add(template: try Project.sample("character-sheet-rotated-90.pdf"), sizes: [wide, wide]).id)"
        map = "\(try server.add(template: try Project.sample("map-landscape.pdf"), sizes: [wide]).id)"
        character = "/characters/\(try server.add(character: NewCharacter(name: "Maren", template: sheet.id)).id)"
        let stroke: [String: Any] = ["brush": Story.brush, "width": 1.5, "xy": [100, 120, 110, 124]]
        let edit = try server.request(
            "POST", "\(character)/pages/1/edits", ["Idempotency-Key": "a"], json: ["add": [stroke]])
        #expect(edit.status == 200)
    }

    private func rebase(_ values: [String: Any], revision: String? = nil) throws -> Reply {
        let headers = revision.map { ["If-Match": $0] } ?? [:]
        return try server.request("POST", "\(character)/rebase", headers, json: values)
    }

    private func stroke() throws -> [Double] {
        let ink = try server.request("GET", "\(character)/pages/1/ink")
        let strokes = ink.objects("pages").first?["strokes"] as? [[String: Any]]
        return (strokes?.first?["xy"] as? [Double]) ?? []
    }

    @Test func `a dry run tells where the ink would go, and changes nothing`() throws {
        let reply = try rebase(["to": turned, "dryRun": true])
        #expect(reply.status == 200, "\(reply.text)")
        #expect(reply.integer("certain") == 1 && reply.flag("dryRun") == true)
        let item = try #require(reply.objects("items").first)
        #expect(
            item["oldPage"] as? Int == 1 && item["newPage"] as? Int == 1 && item["certainty"] as? String == "certain")
        #expect(try stroke() == [100, 120, 110, 124])
    }

    @Test func `a character moves with the corrections of a person, and an undo moves it back`() throws {
        let seen = try rebase(["to": turned, "dryRun": true])
        let version = try #require(seen.headers["etag"])
        let correction: [String: Any] = ["page": 1, "item": 1, "newPage": 1, "dx": 30, "dy": -5.5]
        let moved = try rebase(["to": turned, "corrections": [correction]], revision: version)
        #expect(moved.status == 200, "\(moved.text)")
        // The new sheet is turned by 90° clockwise and cropped: x' = top − y and y' = x − left, with the CropBox's edges.
        let xy = try stroke()
        let (top, left) = (811.89, 20.0)
        let wanted = [top - 120 + 30, 100 - left - 5.5, top - 124 + 30, 110 - left - 5.5]
        #expect(xy.count == 4 && zip(xy, wanted).allSatisfy { abs($0 - $1) < 0.01 }, "\(xy)")
        #expect(try server.request("GET", character).string("template") == turned)

        let undone = try server.request("POST", "\(character)/undo")
        #expect(undone.status == 200 && undone.string("template") != turned, "\(undone.text)")
        #expect(try stroke() == [100, 120, 110, 124])
        #expect(try server.request("POST", "\(character)/redo").string("template") == turned)
        #expect(try stroke() == xy)
    }

    @Test func `what is no edition is refused with a sentence`() throws {
        let map = try rebase(["to": map])
        #expect(map.status == 422 && map.problem == "refused", "\(map.text)")
        let missing = try rebase(["to": "000000000000"])
        #expect(missing.status == 422 && missing.string("field") == "to")
        let far = try rebase([
            "to": turned, "corrections": [["page": 0, "item": 1, "newPage": 1, "dx": 0, "dy": 0] as [String: Any]],
        ])
        #expect(far.status == 422 && far.string("field") == "corrections")
        let stale = try rebase(["to": turned], revision: "\"999\"")
        #expect(stale.status == 412 && stale.problem == "stale-revision", "\(stale.text)")
        #expect(try stroke() == [100, 120, 110, 124])
    }
}
