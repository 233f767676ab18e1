// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnGeometry
import LimnLibrary
import SystemPackage
import TestSupport
import Testing

@testable import LimnServer

/// Every route of the table, asked by people who may not.
@Suite struct RouteAccessTests {
    /// Who may call a route.
    enum Rule {
        /// Everybody, signed in or not.
        case open
        /// Everybody who is signed in; what it tells is that person's own.
        case own
        /// The owner; others get 403.
        case owner
        /// Who may see what the path names; others get 404.
        case seeing
        /// A player who may see it; a viewer gets 403.
        case changing
        /// The owner; 403 for others who may see it, and 404 for those who may not.
        case owning
        /// The one who began it; 404 for others.
        case beginner
    }

    /// The rules, by method and path. A route without one fails the test.
    static let rules: [String: Rule] = {
        let api = "/api/v1"
        let (template, character) = ("\(api)/templates/{template}", "\(api)/characters/{character}")
        let page = "\(character)/pages/{page}"
        var rules: [String: Rule] = [
            "GET /livez": .open, "GET /readyz": .open, "GET /version": .open, "GET /metrics": .owner,
            "GET /sign-in": .open, "POST /sign-in": .open, "GET \(api)/openapi.json": .open,
            "POST \(api)/session": .open, "GET \(api)/session": .own, "DELETE \(api)/session": .own,
            "GET \(api)/events": .own,
            "GET \(api)/access": .owner, "POST \(api)/access": .owner, "DELETE \(api)/access/{person}": .owner,
            "GET \(api)/trash": .owner, "DELETE \(api)/trash": .owner, "DELETE \(api)/trash/{entry}": .owner,
            "POST \(api)/trash/{entry}/restore": .owner,
            "GET \(api)/sync": .owner, "POST \(api)/sync/changes": .owner, "POST \(api)/sync/units": .owner,
            "GET \(api)/sync/templates/{hash}": .owner,
            "GET \(api)/templates": .own, "POST \(api)/templates": .owner,
            "GET \(template)": .seeing, "PATCH \(template)": .owning, "DELETE \(template)": .owning,
            "GET \(template)/file": .seeing, "GET \(template)/outline": .seeing, "GET \(template)/pages": .seeing,
            "GET \(template)/form": .seeing, "GET \(template)/pages/{page}/text": .seeing,
            "GET \(template)/detection": .owner, "POST \(template)/detection": .owner,
            "GET \(template)/design": .owner, "POST \(template)/design": .owner, "PATCH \(template)/design": .owner,
            "DELETE \(template)/design": .owner,
            "GET \(api)/mappings": .own, "POST \(api)/mappings": .owner, "GET \(api)/mappings/{mapping}": .owner,
            "DELETE \(api)/mappings/{mapping}": .owner, "POST \(api)/mappings/{mapping}/matches": .owner,
            "GET \(api)/characters": .own, "POST \(api)/characters": .owner,
            "POST \(api)/characters/unpack": .owner, "POST \(api)/characters/import": .owner,
            "GET \(character)": .seeing, "PATCH \(character)": .changing, "DELETE \(character)": .owning,
            "POST \(character)/restore": .owning, "POST \(character)/duplicate": .owning,
            "POST \(character)/rebase": .owning, "POST \(character)/undo": .changing,
            "GET \(character)/history": .seeing,
            "POST \(character)/redo": .changing, "GET \(character)/package": .owning, "GET \(character)/pages": .seeing,
            "POST \(character)/pages": .changing,
            "GET \(character)/form": .seeing, "PUT \(character)/form": .changing,
            "POST \(character)/form/data": .changing, "POST \(character)/form/undo": .changing,
            "POST \(character)/form/redo": .changing,
            "GET \(character)/presence": .seeing, "POST \(character)/presence": .seeing,
            "POST \(character)/exports": .seeing,
            "GET \(page)/text": .seeing, "GET \(character)/text": .seeing,
            "GET \(page)/ink": .seeing, "GET \(page)/offers": .seeing, "GET \(page)/history": .seeing,
            "POST \(page)/edits": .changing,
            "POST \(page)/items/picture": .seeing, "POST \(page)/undo": .changing, "POST \(page)/redo": .changing,
            "GET \(api)/search": .own, "POST \(api)/files": .own, "POST \(api)/jobs": .own, "GET \(api)/jobs": .own,
            "DELETE \(api)/jobs": .own,
            "GET \(api)/jobs/{job}": .beginner, "DELETE \(api)/jobs/{job}": .beginner,
            "GET \(api)/jobs/{job}/result": .beginner,
        ]
        for verb in ["render", "thumbnail", "inspect"] {
            rules["POST /\(verb)"] = .own
            rules["POST \(api)/\(verb)"] = .own
        }
        let picture = "/iiif/{identifier}"
        for path in [
            picture, "\(picture)/info.json", "\(picture)/manifest.json", "\(picture)/search",
            "\(picture)/{region}/{size}/{rotation}/{file}",
        ] {
            rules["GET \(path)"] = .seeing
            rules["OPTIONS \(path)"] = .open
        }
        return rules
    }()

    private let story: Story
    private let routes: [Route]
    /// Segments of what the player and the viewer may see, and of what they may not.
    private let own: [String: String]
    private let foreign: [String: String]
    private let nowhere: [String: String]
    private let owner: [String: String]
    private let people: [AccessRole: [String: String]]

    init() throws {
        let folder = try TemporaryFolder()
        routes = try Services(ServerOptions(library: FilePath(folder.path("library")))).routeGroups.flatMap(\.routes)
        let story = try Story([])
        self.story = story
        let sheet = try story.server.add(
            template: onePagePDF(size: (9, 9)), named: "Other", sizes: [Size(width: 9, height: 9)])
        let other = try story.server.add(character: NewCharacter(name: "Other", template: sheet.id))
        let mine = try #require(CharacterID(story.character))
        func bearer(_ name: String, _ role: AccessRole) throws -> [String: String] {
            let characters: Set<CharacterID> = role == .owner ? [] : [mine]
            return ["Authorization": "Bearer \(try story.access.add(name, role: role, characters: characters))"]
        }
        owner = try bearer("boss", .owner)
        people = [.player: try bearer("player", .player), .viewer: try bearer("viewer", .viewer)]
        let job = try story.server.request("POST", "/characters/\(other.id)/exports", owner, json: [:])
        let rest = [
            "page": "1", "region": "full", "size": "9,", "rotation": "0", "file": "default.png",
            "job": try #require(job.string("id")),
        ]
        func segments(_ template: String, _ character: String, _ picture: String) -> [String: String] {
            rest.merging(["template": template, "character": character, "identifier": picture]) { $1 }
        }
        own = segments(story.template, story.character, "\(story.character):1")
        foreign = segments("\(sheet.id)", "\(other.id)", "\(other.id):1")
        nowhere = segments("000000000000", "000000000000", "000000000000:1")
            .merging(["job": String(repeating: "0", count: 32)]) { $1 }
    }

    private func path(_ route: Route, _ segments: [String: String]) -> String {
        route.path.split(separator: "/").map { part in
            guard part.hasPrefix("{") else { return "/\(part)" }
            let name = String(part.dropFirst().dropLast())
            // The manifest and the search belong to the whole document.
            let value = segments[name] ?? "missing"
            let isWhole = route.path.hasSuffix("manifest.json") || route.path.hasSuffix("}/search")
            return "/" + (isWhole ? String(value.prefix { $0 != ":" }) : value)
        }.joined()
    }

    private func ask(_ route: Route, _ segments: [String: String], _ headers: [String: String]) throws -> Reply {
        var headers = headers
        headers["Idempotency-Key"] = "k"
        let path = path(route, segments)
        guard ["POST", "PUT", "PATCH"].contains(method(route)) else {
            return try story.server.request(method(route), path, headers)
        }
        return try story.server.request(method(route), path, headers, json: [:])
    }

    private func method(_ route: Route) -> String { OpenAPIDocument.Key(route.method, route.path).method }

    private func rule(_ route: Route) -> Rule? { Self.rules["\(method(route)) \(route.path)"] }

    @Test func `every route has a rule, and every rule a route`() {
        let names = routes.map { "\(method($0)) \($0.path)" }
        #expect(Set(names).subtracting(Self.rules.keys).sorted() == [])
        #expect(Set(Self.rules.keys).subtracting(names).sorted() == [])
    }

    @Test func `nobody gets in who is not signed in`() throws {
        for route in routes where rule(route) != .open {
            let reply = try ask(route, own, [:])
            #expect(reply.status == 401 && reply.problem == "unauthorized", "\(route.method) \(route.path)")
        }
    }

    @Test func `no other site and no other name of the host gets in`() throws {
        for route in routes where route.path != "/sign-in" {
            let name = "\(route.method) \(route.path)"
            let strange = try ask(route, own, owner.merging(["Host": "evil.example"]) { $1 })
            #expect(strange.status == 421 && strange.problem == "unknown-host", "\(name)")
            // A cookie keeps pictures from other sites, too.
            let foreign = ["Origin": "http://evil.example", "Cookie": "limn-\(story.server.port)=x"]
            let reply = try ask(route, own, owner.merging(foreign) { $1 })
            #expect(reply.status == 403 && reply.problem == "foreign-origin", "\(name)")
        }
    }

    @Test func `nobody can tell what they may not see from what is not there`() throws {
        for route in routes {
            guard let rule = rule(route), [.seeing, .changing, .owning, .beginner].contains(rule) else { continue }
            for (role, headers) in people {
                let name = "\(role) \(route.method) \(route.path)"
                let (there, not) = (try ask(route, foreign, headers), try ask(route, nowhere, headers))
                #expect(there.status == 404 && not.status == 404, "\(name): \(there.text)")
                #expect(there.body == not.body, "\(name)")
            }
        }
    }

    @Test func `what one sees and may not do is forbidden`() throws {
        for route in routes {
            guard let rule = rule(route) else { continue }
            let refused: [AccessRole] =
                switch rule {
                case .changing: [.viewer]
                case .owner, .owning: [.player, .viewer]
                default: []
                }
            for role in refused {
                let reply = try ask(route, own, people[role] ?? [:])
                #expect(reply.status == 403 && reply.problem == "forbidden", "\(role) \(route.method) \(route.path)")
            }
        }
        // Nothing of all that has changed what the owner sees.
        let kept = try story.server.request("GET", "/characters/\(story.character)", owner)
        #expect(kept.string("name") == "Maren" && kept.flag("favorite") == false)
    }
}
