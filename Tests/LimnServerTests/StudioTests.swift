// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import SystemPackage
import TestSupport
import Testing

@testable import LimnServer

@Suite struct StudioTests {
    @Test func `the studio's page is at the address of every place, for everybody`() throws {
        let server = try RunningServer([])
        for path in ["/", "/c/abc", "/c/abc/7", "/c/abc/7/replay", "/table", "/table/tag/heroes/1", "/numbers"] {
            let reply = try server.request("GET", path)
            #expect(reply.status == 200, "\(path)")
            #expect(reply.headers["content-type"] == "text/html; charset=utf-8")
            #expect(reply.text.contains("<script type=\"module\" src=\"/app.js\">"))
        }
        #expect(try server.request("GET", "/c/abc/7/replay/8").status == 404)
        #expect(try server.request("GET", "/api/v1/characters").status == 401)
    }

    @Test func `an unknown address is a page in the person's language in a browser, and JSON for programs`() throws {
        let server = try RunningServer([])
        let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
        func page(_ path: String, _ languages: String?, accept: String = browser) throws -> Reply {
            var headers = ["Accept": accept]
            headers["Accept-Language"] = languages
            return try server.request("GET", path, headers)
        }
        for (languages, words) in [
            ("de-AT,de;q=0.9,en;q=0.8", "Hier ist nichts"), ("fr,en;q=0.4,de;q=0.7", "Hier ist nichts"),
            ("en-GB,de;q=0.5", "There is nothing here"), ("fr", "There is nothing here"),
            (nil, "There is nothing here"),
        ] {
            let reply = try page("/foo", languages)
            #expect(reply.status == 404 && reply.headers["content-type"] == "text/html; charset=utf-8")
            #expect(reply.text.contains(words) && reply.text.contains("<a href=\"/\">"), "\(languages ?? "")")
            #expect(reply.headers["content-security-policy"]?.contains("unsafe-inline") == false)
        }
        for (path, accept) in [
            ("/foo", "application/json"), ("/foo", "*/*"), ("/foo", "application/json,text/html"),
            ("/foo", "text/html;q=0,*/*"), ("/api/v1/foo", browser), ("/iiif/foo/bar", browser),
        ] {
            let reply = try page(path, "de", accept: accept)
            #expect(reply.headers["content-type"] == "application/problem+json", "\(path) \(accept)")
        }
        let posted = try server.request("POST", "/foo", ["Accept": browser])
        #expect(posted.headers["content-type"] == "application/problem+json")
    }

    @Test func `every module that a module imports is sent as a script that browsers check for changes`() throws {
        let server = try RunningServer()
        var (waiting, seen) = (["/app.js"], Set<String>())
        while let path = waiting.popLast() {
            guard seen.insert(path).inserted else { continue }
            let reply = try server.request("GET", path)
            #expect(reply.status == 200, "\(path)")
            #expect(reply.headers["content-type"] == "text/javascript; charset=utf-8")
            #expect(reply.headers["cache-control"] == "no-cache")
            let tag = reply.headers["etag"] ?? ""
            #expect(try server.request("GET", path, ["If-None-Match": tag]).status == 304)
            for match in reply.text.matches(of: /from '(\.{1,2}\/[^']+)'/) {
                let target = URL(string: String(match.1), relativeTo: URL(string: "http://studio\(path)"))
                waiting.append(try #require(target).path)
            }
        }
        #expect(seen.count > 30)
        let figures = try server.request("GET", "/metrics").text
        #expect(figures.contains("route=\"/{file}\"") && !figures.contains("app.js"))
        for path in ["/style/base.css", "/favicon.svg"] { #expect(try server.request("GET", path).status == 200) }
    }

    @Test func `tests, hidden files and files outside of the folder are not sent`() throws {
        let server = try RunningServer()
        for path in ["/tests/words.test.js", "/README.md", "/jsconfig.json", "/ambient.d.ts", "/%2e%2e/Package.swift"] {
            #expect(try server.request("GET", path).status == 404, "\(path)")
        }
    }

    @Test func `links of other sites lead to pages, and to nothing else`() throws {
        let server = try RunningServer()
        let link = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"]
        #expect(try server.request("GET", "/c/abc/2", link).status == 200)
        for path in ["/app.js", "/api/v1/characters", "/version"] {
            #expect(try server.request("GET", path, link).status == 403, "\(path)")
        }
        let frame = link.merging(["Sec-Fetch-Dest": "iframe"]) { $1 }
        #expect(try server.request("GET", "/", frame).status == 403)
        #expect(try server.request("GET", "/", ["Sec-Fetch-Site": "cross-site"]).status == 403)
        #expect(try server.request("GET", "/", link.merging(["Origin": "https://a.example"]) { $1 }).status == 403)
    }

    @Test func `a folder without the page is no studio`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write([], "app.js")
        #expect(try StudioFiles(in: FilePath(folder.path(""))).files.isEmpty)
        _ = try folder.write([], "index.html")
        let names = try StudioFiles(in: FilePath(folder.path(""))).files.keys.sorted()
        #expect(names == ["app.js", "index.html", "studio.json"])
    }

    @Test func `the list of files tells the hash of each file that is sent`() throws {
        let server = try RunningServer()
        let reply = try server.request("GET", "/studio.json")
        #expect(reply.headers["content-type"] == "application/json" && reply.headers["cache-control"] == "no-cache")
        let hashes = try JSONDecoder().decode([String: String].self, from: Data(reply.text.utf8))
        #expect(hashes.count > 100 && hashes["/index.html"] == nil)
        for (path, hash) in hashes {
            let file = try server.request("GET", path)
            #expect(file.status == 200 && ContentHash(file.body).description == hash, "\(path)")
        }
    }

    @Test func `a server without the studio says so`() throws {
        let server = try RunningServer(environment: ["LIMN_STUDIO": "LIBRARY"])
        #expect(try server.request("GET", "/", ["Accept": "text/html"]).status == 404)
        #expect(try server.logged().contains("The studio's files are missing"))
    }
}
