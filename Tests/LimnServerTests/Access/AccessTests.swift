// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnLibrary
import SystemPackage
import Testing

@Suite struct AccessTests {
    private let server: RunningServer
    private let store: AccessStore

    init() throws {
        server = try RunningServer([])
        store = AccessStore(in: FilePath(server.library))
    }

    private var ownerCode: String { String(server.link.drop { $0 != "=" }.dropFirst()) }

    private func cookie(in reply: Reply) -> String? {
        reply.headers["set-cookie"].map { String($0.prefix { $0 != ";" }) }
    }

    @Test func `who is not signed in gets 401, but for what everybody may know`() throws {
        let reply = try server.request("GET", "/templates")
        #expect(reply.status == 401)
        #expect(reply.problem == "unauthorized")
        #expect(reply.headers["www-authenticate"] == "Bearer")
        #expect(try server.request("GET", "/livez").status == 200)
        #expect(try server.request("GET", "/version").status == 200)
    }

    @Test func `the owner's link signs in once, with a cookie that scripts cannot read`() throws {
        let path = "/" + server.link.dropFirst(server.address.count)
        // Programs that preview links follow them, too. That signs nobody in, and uses nothing up.
        for _ in 0..<3 {
            let page = try server.request("GET", path, ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"])
            #expect([200, 403].contains(page.status) && page.headers["set-cookie"] == nil)
        }
        let page = try server.request("GET", path)
        #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
        #expect(page.headers["referrer-policy"] == "same-origin")
        #expect(page.text.contains("<form method=\"post\" action=\"/sign-in\">") && !page.text.contains("<script"))
        let reply = try server.signIn(ownerCode)
        #expect(reply.status == 303)
        #expect(reply.headers["location"] == "/")
        let field = try #require(reply.headers["set-cookie"])
        #expect(field.contains("; HttpOnly") && field.contains("; SameSite=Strict") && field.contains("; Path=/"))
        let session = try server.request("GET", "/session", ["Cookie": try #require(cookie(in: reply))])
        #expect(session.status == 200)
        #expect(session.string("role") == "owner")
        #expect(try server.signIn(ownerCode).status == 401)
    }

    @Test func `a link tells whose session it would replace, and other sites cannot press its button`() throws {
        let ada = try #require(cookie(in: try server.signIn(try store.add("Ada <b>", role: .owner))))
        let code = try store.add("Bo", role: .owner)
        let page = try server.request("GET", "/sign-in?code=\(code)", ["Cookie": ada])
        #expect(page.text.contains("signed in as <strong>Ada &lt;b&gt;</strong>"))
        let german = try server.request("GET", "/sign-in?code=\(code)", ["Accept-Language": "de-AT,de;q=0.9,en;q=0.8"])
        #expect(german.text.contains("lang=\"de\"") && german.text.contains("<button autofocus>Anmelden</button>"))
        #expect(try server.request("GET", "/session", ["Cookie": ada]).string("name") == "Ada <b>")
        #expect(try server.request("GET", "/sign-in?code=%22%3E%3Cscript%3E").text.contains("&quot;&gt;&lt;script&gt;"))
        #expect(try server.signIn(code, ["Origin": "http://evil.example"]).problem == "foreign-origin")
        #expect(try server.signIn(code, ["Origin": "null"]).problem == "foreign-origin")
        #expect(try server.signIn(code).status == 303)
    }

    @Test func `nobody else is called owner, and the code that a server has printed can be revoked`() throws {
        #expect(throws: AccessError.self) { try store.add("Owner", role: .player) }
        let boss = ["Authorization": "Bearer \(try store.add("boss", role: .owner))"]
        let named = try server.request("POST", "/access", boss, json: ["name": "owner", "role": "owner"])
        #expect(named.status == 422 && named.string("field") == "name")
        let bearer = ["Authorization": "Bearer \(ownerCode)"]
        #expect(try server.request("GET", "/templates", bearer).status == 200)
        #expect(try server.request("DELETE", "/access/owner", boss).status == 204)
        #expect(try server.request("GET", "/templates", bearer).status == 401)
        let other = try RunningServer([])
        let code = String(other.link.drop { $0 != "=" }.dropFirst())
        try AccessStore(in: FilePath(other.library)).revoke("owner")
        #expect(try other.signIn(code).status == 401)
    }

    @Test func `a program exchanges the code, or uses it as a token`() throws {
        let bearer = ["Authorization": "Bearer \(ownerCode)"]
        #expect(try server.request("GET", "/templates", bearer).status == 200)
        #expect(try server.request("GET", "/templates", bearer).status == 200)
        #expect(try server.request("POST", "/session", json: ["code": ownerCode]).status == 401)
        let code = try store.add("Ada", role: .owner)
        let reply = try server.request("POST", "/session", json: ["code": code])
        #expect(reply.status == 201)
        #expect(reply.string("name") == "Ada")
        #expect(try server.request("GET", "/templates", ["Cookie": try #require(cookie(in: reply))]).status == 200)
        #expect(try server.request("GET", "/templates", ["Authorization": "Bearer \(code)"]).status == 401)
    }

    @Test func `who signs out is not known any more`() throws {
        let reply = try server.request("POST", "/session", json: ["code": ownerCode])
        let cookie = try #require(self.cookie(in: reply))
        let origin = String(server.address.dropLast())
        #expect(try server.request("DELETE", "/session", ["Cookie": cookie]).problem == "foreign-origin")
        #expect(try server.request("DELETE", "/session", ["Cookie": cookie, "Origin": origin]).status == 204)
        #expect(try server.request("GET", "/session", ["Cookie": cookie]).status == 401)
    }

    @Test func `signing in lasts beyond a restart, and ends with a revocation at once`() throws {
        let code = try store.add("Ada", role: .owner)
        let cookie = try #require(self.cookie(in: try server.request("POST", "/session", json: ["code": code])))
        server.send(signal: SIGTERM)
        #expect(server.wait() == 0)
        let again = try RunningServer([], after: server)
        let token = String(cookie.drop { $0 != "=" }.dropFirst())
        #expect(try again.request("GET", "/session", ["Cookie": "limn-\(again.port)=\(token)"]).status == 200)
        try store.revoke("Ada")
        #expect(try again.request("GET", "/session", ["Cookie": "limn-\(again.port)=\(token)"]).status == 401)
    }

    @Test func `other sites are refused, whether somebody is signed in or not`() throws {
        let bearer = ["Authorization": "Bearer \(ownerCode)"]
        for bad in [["Origin": "http://evil.example"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"]] {
            let reply = try server.request("GET", "/templates", bearer.merging(bad) { $1 })
            #expect(reply.status == 403)
            #expect(reply.problem == "foreign-origin")
            let open = try RunningServer().request("GET", "/templates", bad)
            #expect(open.problem == "foreign-origin")
        }
        let own = ["Origin": String(server.address.dropLast()), "Sec-Fetch-Site": "same-origin"]
        #expect(try server.request("GET", "/templates", bearer.merging(own) { $1 }).status == 200)
    }

    @Test func `a server answers to its own names only, so that no other name can be bound to it`() throws {
        for host in ["evil.example", "evil.example:\(server.port)", "127.0.0.1", "127.0.0.1:1", "", "a b"] {
            let reply = try server.request("GET", "/version", ["Host": host])
            #expect([400, 421].contains(reply.status), "\(host)")
        }
        for host in ["localhost:\(server.port)", "LOCALHOST:\(server.port)", "[::1]:\(server.port)"] {
            #expect(try server.request("GET", "/version", ["Host": host]).status == 200, "\(host)")
        }
        let connection = try server.connect()
        try connection.send("GET /version HTTP/1.1\r\n\r\n")
        #expect([400, 421].contains(try connection.reply().status))
    }

    @Test func `each wrong token of an address waits longer than the last, and many at once are refused`() throws {
        let clock = ContinuousClock()
        let wrong = ["Authorization": "Bearer \(AccessSecret.make())"]
        var replies: [Reply] = []
        let first = try clock.measure { replies.append(try server.request("GET", "/templates", wrong)) }
        let second = try clock.measure { replies.append(try server.request("GET", "/templates", wrong)) }
        #expect(replies.map(\.status) == [401, 401])
        // The waits are at least 100 and 200 ms; how much longer an answer takes is not asked.
        #expect(first >= .milliseconds(100))
        #expect(second >= .milliseconds(200))
        let connections = try (0..<30).map { _ in
            let connection = try server.connect()
            try connection.send(RunningServer.bytes("GET", "/templates", wrong, nil, server.port))
            return connection
        }
        let statuses = try connections.map { try $0.reply().status }
        #expect(statuses.contains(429))
        #expect(statuses.allSatisfy { [401, 429].contains($0) })
    }

    @Test func `no token stands in the log`() throws {
        let code = ownerCode
        _ = try server.request("GET", "/sign-in?code=\(code)")
        _ = try server.signIn(code)
        _ = try server.request("GET", "/templates", ["Authorization": "Bearer \(code)"])
        #expect(try server.logged().contains("\"route\":\"/sign-in\""))
        #expect(try !server.logged().contains(code))
    }
}
