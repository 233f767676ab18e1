// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@Suite struct AttackTests {
    private let server: RunningServer

    init() throws { server = try RunningServer() }

    /// What a server answers to bytes; nil where it ends the connection without a word.
    private func answer(to bytes: String) throws -> Reply? {
        let connection = try server.connect()
        try connection.send(bytes)
        return try? connection.reply()
    }

    private var host: String { "Host: 127.0.0.1:\(server.port)\r\n" }

    @Test func `heads that two programs could understand differently are refused`() throws {
        let body = "\r\n\r\n0\r\n\r\nGET /version HTTP/1.1\r\n\(host)\r\n"
        for fields in [
            "Content-Length: 5\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 5",
            "Content-Length: 5\r\nContent-Length: 6", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: xchunked",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "Transfer-Encoding : chunked",
            "Content-Length: +5", "Content-Length: -1", "Host: evil.example", "X: a\r\n folded", "X: a\u{0}b",
        ] {
            let reply = try answer(to: "POST /api/v1/templates HTTP/1.1\r\n\(host)\(fields)\(body)")
            #expect(reply?.status == 400, "\(fields)")
        }
        let old = try answer(to: "POST /version HTTP/1.0\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        #expect(old?.status == 400)
        #expect(try answer(to: "GET /version HTTP/1.1\r\n\r\n")?.status == 400)
    }

    @Test func `a client of HTTP 1.0 finds the end of the answer at the end of the connection`() throws {
        let connection = try server.connect()
        try connection.send("GET /version HTTP/1.0\r\n\(host)\r\n")
        #expect(try connection.reply().status == 200)
        #expect(connection.isEnded())
    }

    @Test func `heads beyond 32 KiB, or of too many fields, are refused`() throws {
        let large = "X: \(String(repeating: "a", count: 33 << 10))\r\n"
        #expect(try answer(to: "GET /version HTTP/1.1\r\n\(host)\(large)\r\n")?.status == 400)
        let many = String(repeating: "X: a\r\n", count: 101)
        #expect(try answer(to: "GET /version HTTP/1.1\r\n\(host)\(many)\r\n")?.status == 400)
        let fits = "X: \(String(repeating: "a", count: 30 << 10))\r\n"
        #expect(try answer(to: "GET /version HTTP/1.1\r\n\(host)\(fits)\r\n")?.status == 200)
        let long = String(repeating: "a", count: 40 << 10)
        #expect(try answer(to: "GET /\(long) HTTP/1.1\r\n\(host)\r\n")?.status == 400)
    }

    @Test func `no segment leads out of the library`() throws {
        for path in [
            "/templates/../../../../etc/passwd", "/templates/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
            "/templates/..%5c..%5cetc",
            "/templates/%00", "/characters/%2fetc%2fpasswd/pages/1/ink", "//etc/passwd", "/templates/%252e%252e/file",
            "/characters/a/pages/..%2f..%2f1/ink", "/templates/*/file", "/templates/%c0%ae%c0%ae/file",
        ] {
            let reply = try server.request("GET", path)
            #expect([400, 404].contains(reply.status), "\(path)")
            #expect(
                reply.problem != nil && !reply.text.contains("root:") && !reply.text.contains(server.library), "\(path)"
            )
        }
    }

    @Test func `a body that is refused is not read to its end`() throws {
        let connection = try server.connect()
        try connection.send(
            "POST /api/v1/templates HTTP/1.1\r\n\(host)Content-Type: application/pdf\r\nContent-Length: 99999999999\r\n\r\n"
        )
        let reply = try connection.reply()
        #expect(reply.status == 413 && reply.problem == "too-large")
        #expect(reply.headers["connection"] == "close")
        // What comes meanwhile is thrown away, and then the connection ends.
        for _ in 0..<400 { guard (try? connection.send([UInt8](repeating: 0, count: 1 << 16))) != nil else { break } }
        #expect(connection.isEnded())
    }

    @Test func `a chunked body without end is refused at the limit`() throws {
        let small = try RunningServer(["--no-auth", "--max-upload", "100kB"])
        let connection = try small.connect()
        try connection.send(
            "POST /api/v1/templates?name=x HTTP/1.1\r\nHost: 127.0.0.1:\(small.port)\r\nContent-Type: application/pdf\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n")
        let chunk = Array("1000\r\n".utf8) + [UInt8](repeating: 65, count: 4096) + Array("\r\n".utf8)
        for _ in 0..<40 { guard (try? connection.send(chunk)) != nil else { break } }
        #expect(try connection.reply().status == 413)
        #expect(connection.isEnded())
    }

    @Test func `a client that waits to be asked for its body is asked, or refused before it sends any`() throws {
        let connection = try server.connect()
        let pdf = try Project.sample("character-sheet.pdf")
        let head =
            "POST /api/v1/templates?name=x HTTP/1.1\r\n\(host)Expect: 100-continue\r\nContent-Length: \(pdf.count)\r\n"
        try connection.send("\(head)Content-Type: application/pdf\r\n\r\n")
        #expect(try connection.reply().status == 100)
        try connection.send(pdf)
        #expect(try connection.reply().status == 201)
        let refused = try server.connect()
        try refused.send("\(head)Content-Type: text/plain\r\n\r\n")
        #expect(try refused.reply().status == 415)
        #expect(refused.isEnded())
    }

    @Test func `a body that drips is cut off, and so is an answer that nobody reads`() throws {
        // The limits of a server for tests are tight.
        let server = try RunningServer(["--no-auth", "--patience", "0.2"])
        let connection = try server.connect()
        try connection.send(
            "POST /api/v1/characters HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nContent-Type: application/json\r\n"
                + "Content-Length: 5000\r\n\r\n")
        var sent = 0
        while sent < 4000, (try? connection.send("x")) != nil {
            usleep(20_000)
            sent += 1
        }
        #expect(sent < 4000)
        #expect(try server.request("GET", "/version").status == 200)
    }

    @Test func `500 connections that say nothing keep nobody out`() throws {
        let silent = try (0..<500).map { _ in try server.connect() }
        for connection in silent { try connection.send("GET /version HTT") }
        #expect(try server.request("GET", "/version").status == 200)
        withExtendedLifetime(silent) {}
    }

    @Test func `names that hold script come back as data`() throws {
        let name = "<script>alert(1)</script>"
        let made = try server.request("POST", "/characters", json: ["name": name])
        #expect(made.status == 201 && made.headers["content-type"] == "application/json")
        #expect(made.headers["x-content-type-options"] == "nosniff")
        #expect(try !server.logged().contains("script"))
    }

    @Test func `deep and wide JSON is refused`() throws {
        let type = ["Content-Type": "application/json"]
        let deep = Array(String(repeating: "[", count: 60_000).utf8)
        #expect(try server.request("POST", "/characters", type, body: deep).status == 400)
        let long = Array("{\"name\":\"\(String(repeating: "a", count: 2 << 20))\"}".utf8)
        #expect(try server.request("POST", "/characters", type, body: long).status == 413)
        #expect(try server.request("POST", "/characters", json: ["name": 7]).problem == "unreadable")
        #expect(
            try server.request("POST", "/characters", json: ["name": "a", "lastPage": 1e300]).problem == "unreadable")
    }

    @Test func `a second signal ends a server at once, whatever still runs`() throws {
        let connection = try server.connect()
        try connection.send(
            "POST /api/v1/templates?name=x HTTP/1.1\r\n\(host)Content-Type: application/pdf\r\nContent-Length: 100\r\n"
                + "Expect: 100-continue\r\n\r\n")
        // The server waits for the body now, and would for a while.
        #expect(try connection.reply().status == 100)
        // Signals that come before the first one was seen count as one with it, so there are several.
        let server = server
        let sender = Thread {
            for _ in 0..<600 {
                server.send(signal: SIGTERM)
                usleep(100_000)
            }
        }
        sender.start()
        #expect(server.wait() == 128 + SIGTERM)
    }

    @Test func `a signal ends an idle server in order`() throws {
        server.send(signal: SIGINT)
        #expect(server.wait() == 0)
    }
}
