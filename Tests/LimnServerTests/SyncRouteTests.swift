// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnFiles
import LimnForms
import LimnGeometry
import LimnInk
import LimnLibrary
import SystemPackage
import TestSupport
import Testing

@testable import LimnSync

/// Libraries that sync with a server.
@Suite struct SyncRouteTests {
    private let home: TemporaryFolder
    private let laptop: Library
    private let tablet: Library

    init() throws {
        home = try TemporaryFolder()
        laptop = try Library(at: FilePath(home.path("laptop")))
        tablet = try Library(at: FilePath(home.path("tablet")))
    }

    private static func stroke(_ number: Int) -> Stroke {
        let points = (0..<8).map { Point(x: Double($0) * 4, y: Double(number)) }
        return Stroke(brush: Brush(width: 2), points: StrokePoints(points, width: 2))
    }

    @discardableResult private func sync(
        _ library: Library, _ server: RunningServer, code: String? = nil, authorities: FilePath? = nil,
        _ directions: Synchronizer.Directions = .both
    ) throws -> SyncResult {
        var address = try ServerSync.Address(server.address)
        address.code = code ?? address.code
        return try Synchronizer(library, with: ServerSync(address, authorities: authorities)) { file, name in
            let sheet = NewTemplate(
                name: name ?? "", content: try InputFile(regularFile: file),
                pages: [PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 200, y1: 100))])
            _ = try library.importTemplate(sheet)
        }.run(directions)
    }

    private func numbers(_ library: Library, _ id: CharacterID) throws -> Set<Double> {
        Set(
            try library.drawing(on: CharacterPage(id, page: 1))?.drawing.items
                .compactMap { $0.stroke?.points.positions[0].y } ?? [])
    }

    @Test func `A character comes by the server to another library, with its template, and changes go both ways`()
        throws
    {
        let server = try RunningServer()
        let sheet = onePagePDF(size: (200, 100))
        let template = try laptop.importTemplate(
            NewTemplate(
                name: "Schöner Bogen & mehr", content: InputFile(bytes: sheet, named: "sheet.pdf"),
                pages: [PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 200, y1: 100))])
        ).template
        let id = try laptop.createCharacter(NewCharacter(name: "Maren", template: template.id)).id
        let page = CharacterPage(id, page: 1)
        try laptop.append([.stroke(Self.stroke(1))], to: page)
        let first = try sync(laptop, server)
        #expect(first.sent == [id] && first.notes.isEmpty)
        #expect(try sync(tablet, server).received == [id])
        #expect(try tablet.templates().map(\.name) == ["Schöner Bogen & mehr"])
        #expect(try server.request("GET", "/characters/\(id)").string("name") == "Maren")

        try tablet.append([.stroke(Self.stroke(2))], to: page)
        try laptop.append([.stroke(Self.stroke(3))], to: page)
        let edit: [String: Any] = ["add": [["brush": ["width": 2], "width": 2, "xy": [1, 4, 9, 4]]]]
        let written = try server.request(
            "POST", "/characters/\(id)/pages/1/edits", ["Idempotency-Key": "1"], json: edit)
        #expect(written.status == 200, "\(written.text)")
        for library in [tablet, laptop, tablet, laptop] { try sync(library, server) }
        #expect(try numbers(laptop, id) == [1, 2, 3, 4])
        #expect(try laptop.drawing(on: page)?.drawing == tablet.drawing(on: page)?.drawing)
        let nothing = try sync(tablet, server)
        #expect(nothing.sent.isEmpty && nothing.received.isEmpty && nothing.notes.isEmpty)
    }

    @Test func `What a library sends is told to everyone who looks at the page, with the name of its code`() throws {
        let server = try RunningServer([])
        let access = AccessStore(in: FilePath(server.library))
        let code = try access.add("laptop", role: .owner, characters: [])
        let id = try laptop.createCharacter(NewCharacter(name: "Maren", template: nil)).id
        try laptop.append([.stroke(Self.stroke(1))], to: CharacterPage(id, page: 1))
        try sync(laptop, server, code: code)
        let player = ["Authorization": "Bearer \(try access.add("Ada", role: .player, characters: [id]))"]
        let watcher = try Watcher(server, player)
        try laptop.append([.stroke(Self.stroke(2))], to: CharacterPage(id, page: 1))
        _ = try laptop.setFormValues(
            ["level": .number("3")], removing: [], pictures: [], of: id, expecting: nil, by: nil)
        try sync(laptop, server, code: code)
        let event = try watcher.next("page")
        #expect(event.data["by"] as? String == "laptop" && event.data["character"] as? String == "\(id)")
        #expect(event.data["edit"] is [String: Any])
    }

    @Test func `What another program changes in the library is told as something to read again`() throws {
        let server = try RunningServer()
        let watcher = try Watcher(server)
        // The server looks once a second.
        _ = try server.request("GET", "/characters")
        usleep(2_500_000)
        let id = try Library(at: FilePath(server.library)).createCharacter(NewCharacter(name: "M", template: nil)).id
        #expect(try watcher.next("reset").data["reason"] as? String == "library")
        #expect(try server.request("GET", "/characters/\(id)").status == 200)
    }

    @Test func `Only owners sync, over TLS with the server's own authority, and not with the library itself`() throws {
        let server = try RunningServer(["--tls", "self"])
        let access = AccessStore(in: FilePath(server.library))
        let authority = FilePath("\(server.library)/server/tls/authority-certificate.pem")
        let id = try Library(at: FilePath(server.library)).createCharacter(NewCharacter(name: "M", template: nil)).id
        let owner = try access.add("laptop", role: .owner, characters: [])
        #expect(try sync(laptop, server, code: owner, authorities: authority).received == [id])
        #expect { try sync(laptop, server, code: owner) } throws: { "\($0)".contains("certificate") }
        for role in [AccessRole.player, .viewer] {
            let code = try access.add("\(role)", role: role, characters: [id])
            #expect { try sync(tablet, server, code: code, authorities: authority) } throws: {
                "\($0)" == "The server answers: Only the owner may do this."
            }
        }
        #expect { try sync(tablet, server, code: "nonsense", authorities: authority) } throws: {
            "\($0)".contains("does not know the code")
        }
        let own = try Library(at: FilePath(server.library))
        #expect { try sync(own, server, code: owner, authorities: authority) } throws: {
            "\($0)" == "This is the server of the library itself."
        }
    }

    @Test func `A template that the server cannot read is told of, and everything else goes on`() throws {
        let server = try RunningServer()
        let bad = try laptop.importTemplate(
            NewTemplate(
                name: "Bad", content: InputFile(bytes: Array("%PDF-1.4 no document".utf8), named: "bad.pdf"),
                pages: [PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: 200, y1: 100))])
        ).template
        _ = try laptop.createCharacter(NewCharacter(name: "Ole", template: bad.id))
        let good = try laptop.createCharacter(NewCharacter(name: "Maren", template: nil)).id
        for _ in 1...2 {
            let result = try sync(laptop, server)
            #expect(result.notes.count == 2 && result.notes[0].contains("“Bad” is not taken"), "\(result.notes)")
        }
        #expect(try sync(tablet, server).received == [good])
    }

    @Test func `What is no packet and no request is refused with a sentence`() throws {
        let server = try RunningServer()
        let gzip = ["Content-Type": "application/gzip"]
        let replies = [
            try server.request("POST", "/sync/units?from=4pb7cc3a3qv1", gzip, body: Array("nonsense".utf8)),
            try server.request("POST", "/sync/units?from=x", gzip, body: SyncPacket(units: []).encoded()),
            try server.request("POST", "/sync/units", gzip, body: SyncPacket(units: []).encoded()),
            try server.request(
                "POST", "/sync/changes", json: ["limnSync": 2, "replica": "4pb7cc3a3qv1", "round": 1, "has": []]),
            try server.request("POST", "/sync/changes", json: ["limnSync": 1, "replica": "", "round": 1, "has": []]),
            try server.request(
                "POST", "/sync/changes",
                json: ["limnSync": 1, "replica": "4pb7cc3a3qv1", "round": 1, "has": [], "after": "x"]),
            try server.request(
                "POST", "/sync/changes",
                json: [
                    "limnSync": 1, "replica": "4pb7cc3a3qv1", "round": 1,
                    "has": [["character": "x", "unit": "y", "seen": "z"]],
                ]),
        ]
        for (number, reply) in replies.enumerated() {
            #expect(reply.status == 400 && reply.string("detail") != nil, "\(number): \(reply.status) \(reply.text)")
        }
        #expect(try server.request("GET", "/sync/templates/0123").status == 404)
    }

    @Test func `A server that is killed while libraries sync loses nothing and doubles nothing`() throws {
        var server = try RunningServer()
        let id = try laptop.createCharacter(NewCharacter(name: "Maren", template: nil)).id
        let page = CharacterPage(id, page: 1)
        try sync(laptop, server)
        try sync(tablet, server)
        var number = 0
        for round in 0..<12 {
            for library in [laptop, tablet] {
                number += 1
                try library.append([.stroke(Self.stroke(number))], to: page)
            }
            let running = server
            let killer = Thread {
                usleep(useconds_t(round * 1500))
                running.send(signal: SIGKILL)
            }
            killer.start()
            for library in [laptop, tablet] {
                do { try sync(library, server) } catch is SyncError {}
            }
            _ = server.wait()
            server = try RunningServer(after: server)
        }
        for library in [laptop, tablet, laptop, tablet] { try sync(library, server) }
        #expect(try numbers(laptop, id) == Set((1...number).map { Double($0) }))
        #expect(try laptop.drawing(on: page)?.drawing.itemCount == number)
        #expect(try laptop.drawing(on: page)?.drawing == tablet.drawing(on: page)?.drawing)
        let served = try Library(at: FilePath(server.library))
        #expect(try served.drawing(on: page)?.drawing == tablet.drawing(on: page)?.drawing)
    }
}
