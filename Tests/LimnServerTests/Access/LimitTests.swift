// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import TestSupport
import LimnLibrary
import Testing

/// What a server does with those who take more than their share.
@Suite struct LimitTests {
    private func host(_ server: RunningServer) -> String { "Host: 127.0.0.1:\(server.port)\r\n" }

    @Test func `500 heads that drip are cut off, and others are served meanwhile`() throws {
        let server = try RunningServer(["--no-auth", "--patience", "0.2"])
        let drips = try (0..<500).map { _ in try server.connect() }
        var ended = Set<Int>()
        for round in 0..<200 where ended.count < drips.count {
            for (index, connection) in drips.enumerated() where !ended.contains(index) {
                if (try? connection.send(round == 0 ? "GET /version HTTP/1.1\r\nX-" : "a")) == nil {
                    ended.insert(index)
                }
            }
            if round % 10 == 0 { #expect(try server.request("GET", "/version").status == 200) }
            usleep(50_000)
        }
        #expect(ended.count == 500)
        #expect(try server.request("GET", "/version").status == 200)
    }

    @Test func `a connection that is silent after an answer ends`() throws {
        let server = try RunningServer(["--no-auth", "--patience", "0.02"])
        let connection = try server.connect()
        try connection.send("GET /version HTTP/1.1\r\n\(host(server))\r\n")
        #expect(try connection.reply().status == 200)
        #expect(connection.isEnded())
    }

    @Test func `beyond the most connections, and the most of an address, new ones are turned away`() throws {
        for options in [["--max-connections", "12"], ["--max-connections-per-address", "12"]] {
            let server = try RunningServer(["--no-auth"] + options)
            var held = try (0..<12).map { _ in try server.connect() }
            for connection in held {
                try connection.send("GET /version HTTP/1.1\r\n\(host(server))\r\n")
                #expect(try connection.reply().status == 200)
            }
            let refused = try server.connect().reply()
            #expect(refused.status == 503 && refused.headers["retry-after"] == "5")
            held.removeLast()
            #expect(Patience.wait { (try? server.request("GET", "/version").status) == 200 })
        }
    }

    @Test func `large bodies that a person sends at once take bounded memory, and small ones go through`() throws {
        let server = try RunningServer()
        let size = 7 << 20
        let held = try (0..<30).map { _ in
            let connection = try server.connect()
            try connection.send(
                "PUT /api/v1/characters/000000000000/form HTTP/1.1\r\n\(host(server))If-Match: \"0\"\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(size)\r\n\r\n")
            // Where the body is refused, the connection may be closed before all is sent.
            try? connection.send([UInt8](repeating: UInt8(ascii: " "), count: size - 1))
            return connection
        }
        #expect(try server.request("POST", "/characters", json: ["name": "Maren"]).status == 201)
        #expect(try server.residentMemory() < 400 << 20)
        let statuses = held.map { connection in
            try? connection.send("x")
            return (try? connection.reply().status) ?? 0
        }
        // Nine bodies of 7 MiB fit into 64 MiB, or fewer where parts of the others came between theirs. They are no JSON.
        #expect((5...9).contains(statuses.count { $0 == 400 }), "\(statuses)")
        #expect(statuses.contains(429) && Set(statuses).isSubset(of: [400, 429, 0]), "\(statuses)")
        #expect(try server.request("POST", "/jobs", json: ["verb": "nothing"]).status != 429)
    }

    @Test func `extensions of chunks, trailers and framing without content are cut off`() throws {
        let server = try RunningServer()
        let head =
            "POST /api/v1/templates?name=x HTTP/1.1\r\n\(host(server))Content-Type: application/pdf\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n"
        let long = String(repeating: "a", count: 60_000)
        for (start, bomb) in [
            ("1;", long), ("1\r\nx\r\n0\r\n", "X: \(long)\r\n"), ("", "1;a=\(long)\r\nx\r\n"),
            ("1\r\nx\r\n0\r\n", "X: y\r\n"),
        ] {
            let connection = try server.connect()
            try connection.send(head + start)
            var sent = 0
            let piece = bomb.count < 100 ? String(repeating: bomb, count: 10_000) : bomb
            while sent < 64 << 20, (try? connection.send(piece)) != nil { sent += piece.utf8.count }
            #expect(sent < 64 << 20, "\(start)\(bomb.prefix(10))")
        }
        // Small chunks of real content are taken.
        let connection = try server.connect()
        try connection.send(head + String(repeating: "1\r\nx\r\n", count: 20_000) + "0\r\n\r\n")
        #expect(try connection.reply().status == 422)
    }

    @Test func `nothing that is smuggled behind a request is answered`() throws {
        let server = try RunningServer()
        let hidden = "GET /livez HTTP/1.1\r\n\(host(server))\r\n"
        for fields in [
            "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "Transfer-Encoding: identity\r\n\r\n",
            "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n", "Transfer-Encoding: \u{b}chunked\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n+0\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
            "Transfer-Encoding: chunked\r\n\r\n0\n\n", "Transfer-Encoding: chunked\r\n\r\n1\r\nxy\r\n0\r\n\r\n",
            "Content-Length: 0, 0\r\n\r\n", "Content-Length: 0x0\r\n\r\n",
            "Content-Length: 99999999999999999999\r\n\r\n",
            "Content-Length: 0\nX: y\r\n\r\n", "X: y\rZ: w\r\n\r\n", "Host: 127.0.0.1:\(server.port)\r\n\r\n",
            "\u{0}: y\r\n\r\n", ": y\r\n\r\n", "X y\r\n\r\n",
        ] {
            let connection = try server.connect()
            try connection.send("POST /version HTTP/1.1\r\n\(host(server))\(fields)\(hidden)")
            let answers = String(decoding: try connection.rest(), as: UTF8.self).components(separatedBy: "HTTP/1.1 ")
            // Where the head is plain, it is answered before its broken body is seen.
            let isRefused = answers.dropFirst().allSatisfy { $0.hasPrefix("400") || $0.hasPrefix("405") }
            #expect(isRefused && answers.last?.hasPrefix("400") == true && answers.count <= 3, "\(fields)")
        }
        for target in ["http://evil.example/livez", "HTTP://evil.example:\(server.port)/livez", "https://evil.example"]
        {
            let connection = try server.connect()
            try connection.send("GET \(target) HTTP/1.1\r\n\(host(server))\r\n")
            #expect(try connection.reply().status == 400, "\(target)")
        }
        let own = try server.connect()
        try own.send("GET http://127.0.0.1:\(server.port)/livez HTTP/1.1\r\n\(host(server))\r\n")
        #expect(try own.reply().status == 200)
    }

    @Test func `packed bodies are refused, and documents that unpack to 256 MiB harm nobody`() throws {
        let server = try RunningServer()
        let packed = try server.request(
            "POST", "/files", ["Content-Type": "application/pdf", "Content-Encoding": "gzip"], body: [31, 139, 8])
        #expect(packed.status == 415 && packed.headers["accept-encoding"] == "identity")
        let script = """
            import sys, zlib
            pack = zlib.compressobj(9)
            inner = b"".join(pack.compress(b" " * (1 << 24)) for _ in range(16)) + pack.flush()
            body = zlib.compress(inner, 9)
            objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Resources << >> /Contents 4 0 R >>",
                b"<< /Filter [/FlateDecode /FlateDecode] /Length %d >>\\nstream\\n" % len(body) + body + b"\\nendstream"]
            out, places = b"%PDF-1.5\\n", []
            for number, text in enumerate(objects):
                places.append(len(out))
                out += b"%d 0 obj\\n" % (number + 1) + text + b"\\nendobj\\n"
            start = len(out)
            out += b"xref\\n0 5\\n0000000000 65535 f \\n" + b"".join(b"%010d 00000 n \\n" % place for place in places)
            out += b"trailer\\n<< /Size 5 /Root 1 0 R >>\\nstartxref\\n%d\\n%%%%EOF\\n" % start
            sys.stdout.buffer.write(out)
            """
        let bomb = try run(try Requirement.tool("python3"), "-c", script).stdout
        #expect(bomb.count < 20_000)
        for path in ["/thumbnail?size=256", "/inspect", "/templates?name=Bomb"] {
            let connection = try server.connect(timeout: 60)
            try connection.send(
                RunningServer.bytes("POST", path, ["Content-Type": "application/pdf"], bomb, server.port))
            let reply = try connection.reply()
            #expect((200..<300).contains(reply.status) || reply.problem != nil, "\(path)")
            #expect(reply.status != 500, "\(path)")
        }
        #expect(try server.request("GET", "/readyz").status == 200)
        #expect(try server.residentMemory() < 512 << 20)
    }

    @Test func `ranges that ask for more than the file get no more than the file`() throws {
        let story = try Story()
        let path = "/templates/\(story.template)/file"
        let size = try story.server.request("GET", path).body.count
        for range in [
            "bytes=" + Array(repeating: "0-0", count: 1000).joined(separator: ","), "bytes=0-,0-,0-,0-",
            "bytes=0-99999999999999999999", "bytes=-99999999999999999999", "bytes=99999999999999999999-", "bytes=5-2",
            "bytes=--1", "bytes=", "bytes=0-0,", "bytes= 0-0", "bytes=0-0;1-1", "bytes=\u{661}-\u{662}", "lines=0-1",
        ] {
            let reply = try story.server.request("GET", path, ["Range": range])
            #expect([200, 206, 416].contains(reply.status), "\(range.prefix(40))")
            #expect(reply.status == 416 || reply.body.count <= size, "\(range.prefix(40))")
        }
    }

    @Test func `an answer in HTTP 2 ends where a head is too large, and the server goes on`() throws {
        let server = try RunningServer(["--tls", "self", "--no-auth"])
        let address = "https://127.0.0.1:\(server.port)/version"
        let curl = try Requirement.tool("curl")
        let bomb = try run(
            curl, "-sSk", "-m", "20", "--http2", "-H", "X: \(String(repeating: "a", count: 60_000))", "-w",
            "%{http_code}", address)
        #expect(bomb.status != 0 || String(decoding: bomb.stdout, as: UTF8.self).hasSuffix("431"))
        #expect(try run(curl, "-sSkf", "-m", "20", "--http2", address).status == 0)
    }

    @Test func `who has a link signs in on a full disk, and out again`() throws {
        let story = try Story([])
        let boss = ["Authorization": "Bearer \(try story.access.add("boss", role: .owner))"]
        let player = try story.access.add(
            "Ada", role: .player, characters: [try #require(CharacterID(story.character))])
        story.server.send(signal: SIGTERM)
        #expect(story.server.wait() == 0)
        let server = try RunningServer(
            [], after: story.server,
            environment: [
                "LD_PRELOAD": try Shim.path(), "LIMN_SHIM_FOLDER": "LIBRARY", "LIMN_SHIM_ROOM": "200000",
            ])
        for number in 0..<2000 {
            let reply = try server.request(
                "POST", "\(story.page())/edits", boss.merging(["Idempotency-Key": "\(number)"]) { $1 },
                json: ["add": (0..<20).map { Story.stroke(Double($0)) }])
            guard reply.status == 200 else { break }
        }
        let owner = String(server.link.drop { $0 != "=" }.dropFirst())
        for (code, name) in [(owner, "owner"), (player, "Ada")] {
            let signed = try server.signIn(code)
            #expect(signed.status == 303, "\(signed.text)")
            let cookie = String(try #require(signed.headers["set-cookie"]).prefix { $0 != ";" })
            #expect(try server.request("GET", "/session", ["Cookie": cookie]).string("name") == name)
            #expect(try server.request("GET", "\(story.page())/ink", ["Cookie": cookie]).status == 200)
            let origin = String(server.address.dropLast())
            #expect(try server.request("DELETE", "/session", ["Cookie": cookie, "Origin": origin]).status == 204)
            #expect(try server.request("GET", "/session", ["Cookie": cookie]).status == 401)
            #expect(try server.signIn(code).status == 401)
        }
    }

    @Test func `a full disk answers 507, and reading goes on`() throws {
        let story = try Story()
        _ = try story.edit(["add": [Story.stroke(1)]])
        story.server.send(signal: SIGTERM)
        #expect(story.server.wait() == 0)
        let server = try RunningServer(
            after: story.server,
            environment: [
                "LD_PRELOAD": try Shim.path(), "LIMN_SHIM_FOLDER": "LIBRARY", "LIMN_SHIM_ROOM": "400000",
            ])
        var kept = 1
        var last: Reply?
        for number in 2..<2000 {
            let reply = try server.request(
                "POST", "\(story.page())/edits", ["Idempotency-Key": "\(number)"],
                json: ["add": (0..<20).map { Story.stroke(Double($0)) }])
            last = reply
            guard reply.status == 200 else { break }
            kept += 20
        }
        #expect(last?.status == 507 && last?.problem == "no-space", "\(last?.status ?? 0) \(last?.text ?? "")")
        #expect(kept > 1)
        let large = Array("%PDF-1.4\n".utf8) + [UInt8](repeating: 65, count: 2 << 20)
        for path in ["/templates?name=Large", "/files"] {
            let reply = try server.request("POST", path, ["Content-Type": "application/pdf"], body: large)
            #expect(reply.status == 507 && reply.problem == "no-space", "\(path): \(reply.status) \(reply.text)")
        }
        let ink = try server.request("GET", "\(story.page())/ink")
        #expect((ink.objects("pages").first?["strokes"] as? [Any])?.count == kept)
        #expect(try server.request("GET", "/templates").status == 200)
        // With room again, the same edit goes through.
        server.send(signal: SIGTERM)
        #expect(server.wait() == 0)
        let roomy = try RunningServer(after: server)
        let again = try roomy.request(
            "POST", "\(story.page())/edits", ["Idempotency-Key": "again"], json: ["add": [Story.stroke(1)]])
        #expect(again.integer("strokes") == kept + 1)
    }

    @Test func `the log of a whole session holds no name, no text, no password and no token`() throws {
        let story = try Story([])
        let secrets = ["Zanzibarius", "Quetzaltext", "Geheimwort", "Sheetname", "tagname"]
        let owner = String(story.server.link.drop { $0 != "=" }.dropFirst())
        let player = try story.access.add("Playername", role: .player)
        let bearer = ["Authorization": "Bearer \(owner)", "X-PDF-Password": secrets[2]]
        let made = try story.server.request(
            "POST", "/characters", bearer, json: ["name": secrets[0], "tags": [secrets[4]]])
        let id = try #require(made.string("id"))
        _ = try story.server.request("PATCH", "/characters/\(id)", bearer, json: ["name": "\(secrets[0]) II"])
        _ = try story.server.request("GET", "/characters?q=\(secrets[0])&tag=\(secrets[4])", bearer)
        _ = try story.server.request("GET", "/characters/\(secrets[0])", bearer)
        _ = try story.server.request(
            "POST", "/templates?name=\(secrets[3])", bearer.merging(["Content-Type": "application/pdf"]) { $1 },
            body: Array("%PDF-\(secrets[1])".utf8))
        _ = try story.server.request(
            "POST", "\(story.page())/edits", bearer.merging(["Idempotency-Key": secrets[1]]) { $1 },
            json: ["add": [["text": secrets[1]]]])
        let session = try story.server.request("POST", "/session", json: ["code": player])
        let cookie = try #require(session.headers["set-cookie"]?.prefix { $0 != ";" })
        _ = try story.server.request("GET", "/templates", ["Cookie": String(cookie)])
        _ = try story.server.request("GET", "/sign-in?code=\(player)")
        _ = try story.server.request("GET", "/templates", ["Authorization": "Bearer \(secrets[2])"])
        _ = try story.server.request(
            "GET", "/\(secrets[0])", ["Referer": "http://a/\(secrets[1])", "User-Agent": secrets[4]])
        story.server.send(signal: SIGTERM)
        #expect(story.server.wait() == 0)
        let log = try story.server.logged()
        #expect(log.split(separator: "\n").count >= 10)
        let token = String(cookie.drop { $0 != "=" }.dropFirst())
        for secret in secrets + [owner, player, token, "Playername", id, story.character] {
            #expect(!log.contains(secret), "\(secret)")
        }
    }
}
