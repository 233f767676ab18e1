// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnFiles
import LimnGeometry
import LimnLibrary
import SystemPackage
import TestSupport

/// A server with a template and a character, and what tests do with them.
struct Story {
    let server: RunningServer
    let template: String
    let character: String

    /// - Parameters:
    ///   - options: of the server.
    ///   - sheet: the template, which most tests never open.
    init(_ options: [String] = ["--no-auth"], sheet: [UInt8] = Array("%PDF-1.4 sheet".utf8)) throws {
        server = try RunningServer(options)
        // The library is filled without workers, so that this is quick.
        let library = try Library(at: FilePath(server.library))
        let sheet = NewTemplate(
            name: "Sheet", content: InputFile(bytes: sheet, named: "sheet"),
            pages: [
                PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 200, y1: 100)),
                PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 612, y1: 792)),
            ],
            outline: [OutlineEntry(level: 0, title: "One", page: 1)])
        let record = try library.importTemplate(sheet).template
        template = "\(record.id)"
        character = "\(try library.createCharacter(NewCharacter(name: "Maren", template: record.id)).id)"
    }

    /// Who has access, for the process that the test is.
    var access: AccessStore { AccessStore(in: FilePath(server.library)) }

    /// The path of a page.
    func page(_ number: Int = 1, of character: String? = nil) -> String {
        "/characters/\(character ?? self.character)/pages/\(number)"
    }

    /// A black pen as JSON.
    static var brush: [String: Any] {
        [
            "kind": "pen", "color": ["red": 0, "green": 0, "blue": 0, "alpha": 1], "width": 1.5, "cap": "round",
            "dash": [Double](),
        ]
    }

    /// A stroke as JSON, at a place.
    static func stroke(_ x: Double, layer: Int? = nil) -> [String: Any] {
        var stroke: [String: Any] = [
            "brush": brush, "width": 1.5, "xy": [x, 1, x, 2],
        ]
        if let layer { stroke["layer"] = layer }
        return stroke
    }

    /// Sends an edit.
    func edit(
        _ edit: [String: Any], key: String = UUID().uuidString, revision: Int? = nil, page number: Int = 1,
        of character: String? = nil, headers: [String: String] = [:]
    ) throws -> Reply {
        try send(edit, key, revision, "\(page(number, of: character))/edits", headers)
    }

    /// Sends a list of edits.
    func edit(list: [[String: Any]], revision: Int? = nil) throws -> Reply {
        try send(list, UUID().uuidString, revision, "\(page())/edits", [:])
    }

    private func send(
        _ edit: Any, _ key: String, _ revision: Int?, _ path: String, _ headers: [String: String]
    ) throws -> Reply {
        var headers = headers
        headers["Idempotency-Key"] = key
        headers["Content-Type"] = "application/json"
        if let revision { headers["If-Match"] = "\"\(revision)\"" }
        let body = Array(try JSONSerialization.data(withJSONObject: edit))
        return try server.request("POST", path, headers, body: body)
    }

    /// The first x of each stroke of a page.
    func strokes(page number: Int = 1) throws -> [Double] {
        let reply = try server.request("GET", "\(page(number))/ink")
        let pages = reply.objects("pages")
        return (pages.first?["strokes"] as? [[String: Any]] ?? []).compactMap { ($0["xy"] as? [Double])?.first }
    }
}
