// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnLibrary
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// A server that is killed again and again while eight clients edit, import and export. `LIMN_SERVER_KILLS` says how often.
@Suite struct KilledServerTests {
    private static let kills = ProcessInfo.processInfo.environment["LIMN_SERVER_KILLS"].flatMap { Int($0) } ?? 5

    /// The server as it is now, and whether clients go on.
    private final class Stage: Sendable {
        private let state: Mutex<(server: RunningServer, isOver: Bool)>
        init(_ server: RunningServer) { state = Mutex((server, false)) }
        var server: RunningServer { state.withLock(\.server) }
        var isOver: Bool { state.withLock(\.isOver) }
        func change(_ server: RunningServer) { state.withLock { $0.server = server } }
        func end() { state.withLock { $0.isOver = true } }

        /// Sends a request until it is answered, as a client does that has lost its connection.
        func insist(_ method: String, _ path: String, _ headers: [String: String] = [:], body: [UInt8]? = nil) -> Reply?
        {
            for _ in 0..<3000 {
                if let reply = try? server.request(method, path, headers, body: body), reply.status != 503 {
                    return reply
                }
                usleep(20_000)
            }
            return nil
        }
    }

    /// What all clients were told.
    private final class Record: Sendable {
        private let told = Mutex(Told())
        func note(_ body: (inout Told) -> Void) { told.withLock { body(&$0) } }
        var all: Told { told.withLock { $0 } }
    }

    /// What clients were told.
    private struct Told: Sendable {
        var strokes: [String: [Double]] = [:]
        var templates: [String] = []
        var exports: [String] = []
        var failures: [String] = []
    }

    @Test func `what was acknowledged is there once after kill -9, and clients that retry agree with the server`()
        throws
    {
        let stage = Stage(try RunningServer())
        let pdf = onePagePDF(size: (200, 100), content: "1 0 0 rg 0 0 50 50 re f")
        let type = ["Content-Type": "application/pdf"]
        let template = try #require(
            try stage.server.request("POST", "/templates?name=Sheet", type, body: pdf).string("id"))
        // Clients 0 to 2 share a page; the others have one each.
        let characters = try (0..<4).map { number in
            try #require(
                try stage.server.request("POST", "/characters", json: ["name": "C\(number)", "template": template])
                    .string("id"))
        }
        let record = Record()
        let group = DispatchGroup()
        for client in 0..<8 {
            group.enter()
            let thread = Thread {
                defer { group.leave() }
                var number = 0
                while !stage.isOver {
                    number += 1
                    switch client {
                    case 0..<6: Self.edit(stage, record, characters[max(0, client - 2)], client, number)
                    case 6: Self.importTemplate(stage, record, number)
                    default: Self.export(stage, record, characters[number % 4])
                    }
                }
            }
            thread.start()
        }
        var random = SeededGenerator(seed: 16)
        for _ in 0..<Self.kills {
            usleep(UInt32.random(in: 20_000...900_000, using: &random))
            stage.server.send(signal: SIGKILL)
            #expect(stage.server.wait() == 128 + SIGKILL)
            stage.change(try RunningServer(after: stage.server))
        }
        stage.end()
        group.wait()
        let result = record.all
        #expect(result.failures.isEmpty, "\(result.failures.prefix(3))")
        #expect(result.strokes.values.joined().count >= Self.kills && !result.templates.isEmpty)
        for character in characters {
            let ink = try stage.server.request("GET", "/characters/\(character)/pages/1/ink")
            let strokes = ink.objects("pages").first?["strokes"] as? [[String: Any]] ?? []
            let found = strokes.compactMap { ($0["xy"] as? [Double])?.first }
            #expect(found.sorted() == (result.strokes[character] ?? []).sorted())
        }
        for id in result.templates { #expect(try stage.server.request("GET", "/templates/\(id)").status == 200) }
        #expect(Set(result.templates).count == result.templates.count)
        for id in result.exports {
            let job = try Self.end(of: id, stage)
            #expect(job?.string("state") == "done", "\(job?.text ?? "no end")")
            let made = try stage.server.request("GET", "/jobs/\(id)/result")
            #expect(made.status == 200 && made.body.starts(with: Array("%PDF-".utf8)))
        }
        stage.server.send(signal: SIGTERM)
        #expect(stage.server.wait() == 0)
        printFigure(
            "kill -9 of the server under eight clients", Self.kills,
            "\(result.strokes.values.joined().count) acknowledged strokes, \(result.templates.count) imports, "
                + "\(result.exports.count) exports")
        let check = try Library(at: FilePath(stage.server.library)).check()
        #expect(check.problems.isEmpty, "\(check.problems)")
        print(
            "\(Self.kills) kills: \(result.strokes.values.joined().count) edits,",
            "\(result.templates.count) imports and \(result.exports.count) exports acknowledged")
    }

    private static func edit(
        _ stage: Stage, _ record: Record, _ character: String, _ client: Int, _ number: Int
    ) {
        let x = Double(client * 1_000_000 + number)
        guard let body = try? JSONSerialization.data(withJSONObject: ["add": [Story.stroke(x)]], options: .sortedKeys)
        else { return }
        let headers = ["Content-Type": "application/json", "Idempotency-Key": "\(client)-\(number)"]
        let path = "/characters/\(character)/pages/1/edits"
        let reply = stage.insist("POST", path, headers, body: Array(body))
        record.note { told in
            if reply?.status == 200 {
                told.strokes[character, default: []].append(x)
            } else {
                told.failures.append("edit: \(reply?.status ?? 0) \(reply?.text ?? "")")
            }
        }
        usleep(5000)
    }

    private static func importTemplate(_ stage: Stage, _ record: Record, _ number: Int) {
        let pdf = onePagePDF(size: (200, 100), content: "0 0 1 rg 0 0 \(number) 9 re f")
        let reply = stage.insist(
            "POST", "/templates?name=Sheet%20\(number)", ["Content-Type": "application/pdf"], body: pdf)
        record.note { told in
            if let reply, [200, 201].contains(reply.status), let id = reply.string("id") {
                told.templates.append(id)
            } else {
                told.failures.append("import: \(reply?.status ?? 0) \(reply?.text ?? "")")
            }
        }
        usleep(50_000)
    }

    private static func export(_ stage: Stage, _ record: Record, _ character: String) {
        let reply = stage.insist("POST", "/characters/\(character)/exports")
        record.note { told in
            if let reply, reply.status == 202, let id = reply.string("id") {
                told.exports.append(id)
            } else {
                told.failures.append("export: \(reply?.status ?? 0) \(reply?.text ?? "")")
            }
        }
        usleep(100_000)
    }

    /// The last answer about a job; nil if it does not end within minutes. The jobs of all runs may be waiting.
    private static func end(of id: String, _ stage: Stage) throws -> Reply? {
        for _ in 0..<30_000 {
            let reply = try stage.server.request("GET", "/jobs/\(id)")
            guard ["waiting", "running"].contains(reply.string("state")) else { return reply }
            usleep(10_000)
        }
        return nil
    }
}
