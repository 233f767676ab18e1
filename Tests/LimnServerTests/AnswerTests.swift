// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@Suite struct AnswerTests {
    @Test func `a server tells its version and that it lives`() throws {
        let server = try RunningServer()
        let version = try server.request("GET", "/version")
        #expect(version.status == 200)
        #expect(version.string("name") == "limn")
        #expect(version.headers["content-type"] == "application/json")
        #expect(try server.request("GET", "/livez").text == "ok\n")
        #expect(server.address == "http://127.0.0.1:\(server.port)/")
    }

    @Test func `a new library has no templates`() throws {
        let reply = try RunningServer().request("GET", "/templates")
        #expect(reply.status == 200)
        #expect(reply.objects("items").isEmpty)
    }

    @Test func `what is not there is a problem with a type, a title, a status and a sentence`() throws {
        let server = try RunningServer()
        for path in ["/nothing", "/templates/../version", "/templates/%2e%2e/x", "/api/v1", "/api/v1/templates/"] {
            let reply = try server.request("GET", path)
            #expect(reply.status == 404, "\(path)")
            #expect(reply.problem == "not-found", "\(path)")
        }
        let broken = try server.request("GET", "/templates/%ff")
        #expect(broken.status == 400)
        #expect(broken.problem == "unreadable")
    }

    @Test func `segments are decoded before they are compared`() throws {
        let server = try RunningServer()
        #expect(try server.request("GET", "/%76ersion").status == 200)
        #expect(try server.request("GET", "/api%2Fv1/templates").status == 404)
    }

    @Test func `a wrong method is told with those that are possible`() throws {
        let server = try RunningServer()
        for method in ["POST", "DELETE", "TRACE", "OPTIONS"] {
            let reply = try server.request(method, "/version")
            #expect(reply.status == 405, "\(method)")
            #expect(reply.headers["allow"] == "GET, HEAD")
            #expect(reply.problem == "wrong-method")
        }
    }

    @Test func `a path of its own has methods of its own, although an id could stand in its place`() throws {
        let server = try RunningServer()
        let reply = try server.request("PATCH", "/characters/unpack", json: ["name": "New"])
        #expect(reply.status == 405)
        #expect(reply.headers["allow"] == "POST")
    }

    @Test func `HEAD answers as GET without the body`() throws {
        let server = try RunningServer()
        let get = try server.request("GET", "/version")
        let head = try server.request("HEAD", "/version")
        #expect(head.status == 200)
        #expect(head.headers["content-length"] == "\(get.body.count)")
    }

    @Test func `every answer has the security headers and an id of its own`() throws {
        let server = try RunningServer()
        var ids: Set<String> = []
        for path in ["/version", "/templates", "/nothing", "/templates/%ff"] {
            let headers = try server.request("GET", path).headers
            let policy = headers["content-security-policy"] ?? "unsafe-inline"
            #expect(!policy.contains("unsafe-inline"))
            #expect(headers["x-content-type-options"] == "nosniff")
            #expect(headers["referrer-policy"] == "no-referrer")
            #expect(headers["cross-origin-resource-policy"] == "same-origin")
            #expect(headers["cross-origin-opener-policy"] == "same-origin")
            ids.insert(headers["x-request-id"] ?? "")
        }
        #expect(ids.count == 4)
        #expect(ids.allSatisfy { $0.count == 32 })
    }

    @Test func `the first lines can be one object`() throws {
        let folder = try RunningServer()
        #expect(throws: (any Error).self) { try RunningServer(["--no-auth", "--host", "0.0.0.0"]) }
        #expect(throws: (any Error).self) { try RunningServer(["--host", "0.0.0.0"]) }
        #expect(folder.link.hasPrefix(folder.address))
    }
}
