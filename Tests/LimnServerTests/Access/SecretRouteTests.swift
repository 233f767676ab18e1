// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import LimnFiles
import LimnGeometry
import LimnInk
import LimnLibrary
import LimnPipeline
import SystemPackage
import TestSupport
import Testing

@testable import LimnServer

/// Every route of the table, asked by everybody for what is for the game master.
@Suite struct SecretRouteTests {
    /// What becomes of layers for the game master.
    enum Exit: Sendable {
        /// The answer is for players, whoever asks. The owner gets secrets only with `audience=gm`, if at all.
        case players(_ queries: [String] = [""])
        /// The owner reads what is in the library, and others get what is theirs.
        case reading(_ queries: [String] = [""])
        /// The owner gets a whole character, and others nothing.
        case named
        /// What the person has sent is answered, and the answer is for players.
        case sent
        /// A job makes a file, which has a test of its own.
        case job
        /// The route takes no ink along, or removes something.
        case nothing
    }

    /// The exits, by method and path. A route without one fails the tests.
    static let exits: [String: Exit] = {
        let api = "/api/v1"
        let (template, character) = ("\(api)/templates/{template}", "\(api)/characters/{character}")
        let page = "\(character)/pages/{page}"
        let picture = "/iiif/{identifier}"
        var exits: [String: Exit] = [
            "GET /livez": .players(), "GET /readyz": .players(), "GET /version": .players(),
            "GET /metrics": .players(), "GET /sign-in": .nothing, "POST /sign-in": .nothing,
            "GET \(api)/openapi.json": .players(),
            "POST \(api)/session": .nothing, "GET \(api)/session": .players(), "DELETE \(api)/session": .nothing,
            // Events have a test of their own.
            "GET \(api)/events": .nothing,
            "GET \(api)/access": .players(), "POST \(api)/access": .players(),
            "DELETE \(api)/access/{person}": .nothing,
            "GET \(api)/trash": .players(), "DELETE \(api)/trash": .nothing,
            "DELETE \(api)/trash/{entry}": .nothing, "POST \(api)/trash/{entry}/restore": .nothing,
            // An owner's library gets everything, in packets that ``SyncRouteTests`` read.
            "GET \(api)/sync": .players(), "POST \(api)/sync/changes": .nothing, "POST \(api)/sync/units": .nothing,
            "GET \(api)/sync/templates/{hash}": .players(),
            "GET \(api)/templates": .players(["", "?q=Xylographer", "?q=Quagmire"]),
            "POST \(api)/templates": .nothing, "GET \(template)": .players(), "PATCH \(template)": .players(),
            "DELETE \(template)": .nothing, "GET \(template)/file": .players(),
            "GET \(template)/outline": .players(), "GET \(template)/pages": .players(),
            "GET \(template)/form": .players(), "GET \(template)/pages/{page}/text": .players(),
            "GET \(template)/detection": .players(), "POST \(template)/detection": .players(),
            "GET \(template)/design": .players(), "POST \(template)/design": .nothing,
            "PATCH \(template)/design": .nothing, "DELETE \(template)/design": .nothing,
            "GET \(api)/mappings": .players(), "POST \(api)/mappings": .nothing,
            "GET \(api)/mappings/{mapping}": .players(), "DELETE \(api)/mappings/{mapping}": .nothing,
            "POST \(api)/mappings/{mapping}/matches": .nothing,
            "GET \(api)/characters": .players(["", "?q=Xylographer", "?q=Quagmire"]),
            "POST \(api)/characters": .players(), "POST \(api)/characters/unpack": .nothing,
            "POST \(api)/characters/import": .nothing,
            "GET \(character)": .players(), "PATCH \(character)": .players(), "DELETE \(character)": .nothing,
            "POST \(character)/restore": .players(), "POST \(character)/duplicate": .players(),
            "POST \(character)/rebase": .reading(), "POST \(character)/undo": .players(),
            "POST \(character)/redo": .players(), "GET \(character)/history": .players(),
            "POST \(character)/pages": .players(),
            "GET \(character)/package": .named,
            "GET \(character)/pages": .reading(["", "?q=Xylographer", "?q=Quagmire"]),
            "GET \(character)/form": .players(), "PUT \(character)/form": .players(),
            "POST \(character)/form/data": .players(), "POST \(character)/form/undo": .players(),
            "POST \(character)/form/redo": .players(),
            "GET \(character)/presence": .players(), "POST \(character)/presence": .players(),
            "POST \(character)/exports": .job,
            "GET \(page)/ink": .reading(["", "?revision=1", "?revision=2"]),
            "GET \(page)/offers": .reading(), "GET \(page)/text": .players(["", "?audience=players"]),
            "GET \(character)/text": .players(["", "?pages=1"]),
            "GET \(page)/history": .players(), "POST \(page)/edits": .players(),
            "POST \(page)/items/picture": .players(), "POST \(page)/undo": .nothing, "POST \(page)/redo": .nothing,
            "GET \(api)/search": .reading(["?q=Xylographer", "?q=Quagmire"]), "POST \(api)/files": .nothing,
            "GET \(api)/jobs": .players(), "DELETE \(api)/jobs": .nothing,
            "POST \(api)/jobs": .job, "GET \(api)/jobs/{job}": .job,
            "DELETE \(api)/jobs/{job}": .nothing, "GET \(api)/jobs/{job}/result": .job,
            "GET \(picture)": .players(), "GET \(picture)/info.json": .players(),
            "GET \(picture)/manifest.json": .players(),
            "GET \(picture)/search": .players(["?q=Xylograph", "?q=Quagmir"]),
            "GET \(picture)/{region}/{size}/{rotation}/{file}": .players([
                "", "?ink=false", "?v=1", "?audience=players",
            ]),
        ]
        for path in [
            picture, "\(picture)/info.json", "\(picture)/manifest.json", "\(picture)/search",
            "\(picture)/{region}/{size}/{rotation}/{file}",
        ] { exits["OPTIONS \(path)"] = .nothing }
        for root in ["", api] {
            exits["POST \(root)/render"] = .sent
            exits["POST \(root)/thumbnail"] = .sent
            exits["POST \(root)/inspect"] = .nothing
        }
        return exits
    }()

    private static let sheet = onePagePDF(size: (200, 100))

    private let server: RunningServer
    private let routes: [Route]
    private let character: CharacterID
    private let owner: [String: String]
    private let people: [(name: String, headers: [String: String])]
    private let segments: [String: String]

    init() throws {
        let folder = try TemporaryFolder()
        routes = try Services(ServerOptions(library: FilePath(folder.path("library")))).routeGroups.flatMap(\.routes)
        server = try RunningServer([])
        let template = try server.add(template: Self.sheet, sizes: [Size(width: 200, height: 100)])
        let hero = try server.add(character: NewCharacter(name: "Maren", template: template.id))
        character = hero.id
        let library = try Library(at: FilePath(server.library))
        let page = CharacterPage(hero.id, page: 1)
        // The marks come by two edits, so that the history has them, too.
        let drawing = MarkedSecret.drawing
        _ = try library.perform(Drawing().replacingLayers(drawing.layers), on: page, expecting: 0)
        _ = try library.append(drawing.items, to: page, expecting: 1)
        // Handwriting on the secret layer that says the words, too.
        let read = [ReadWords("Xylographer", y: 10, isSecret: true), ReadWords("Quagmire", y: 30, isSecret: true)]
        let reading = ReadWords.reading(
            read, offers: [.init("secret", "Xylographer", isSecret: true)], template: "\(template.id)")
        try library.store(PageReading(page: page, revision: 2, bytes: reading), version: HandwrittenPage.keptVersion)
        let access = AccessStore(in: FilePath(server.library))
        func bearer(_ name: String, _ role: AccessRole) throws -> [String: String] {
            let characters: Set<CharacterID> = role == .owner ? [] : [hero.id]
            return ["Authorization": "Bearer \(try access.add(name, role: role, characters: characters))"]
        }
        owner = try bearer("boss", .owner)
        people = [
            ("nobody", [:]), ("player", try bearer("player", .player)), ("viewer", try bearer("viewer", .viewer)),
            ("owner", owner),
        ]
        segments = [
            "template": "\(template.id)", "character": "\(hero.id)", "page": "1", "identifier": "\(hero.id):1",
            "region": "full", "size": "max", "rotation": "0", "file": "default.png", "person": "x", "entry": "x",
            "job": "x",
        ]
    }

    private func name(_ route: Route) -> String {
        "\(OpenAPIDocument.Key(route.method, route.path).method) \(route.path)"
    }

    private func path(_ route: Route) -> String {
        let isWhole = route.path.hasSuffix("manifest.json") || route.path.hasSuffix("}/search")
        return route.path.split(separator: "/").map { part in
            guard part.hasPrefix("{") else { return "/\(part)" }
            let value = segments[String(part.dropFirst().dropLast())] ?? "x"
            return "/" + (isWhole ? String(value.prefix { $0 != ":" }) : value)
        }.joined()
    }

    private func ask(_ route: Route, _ query: String, _ headers: [String: String], ink: [UInt8]?) throws -> Reply {
        var headers = headers
        headers["Idempotency-Key"] = UUID().uuidString
        let method = OpenAPIDocument.Key(route.method, route.path).method
        let path = path(route) + query
        if let ink {
            headers["Content-Type"] = "application/octet-stream"
            return try server.request(method, path, headers, body: ink)
        }
        return ["POST", "PUT", "PATCH"].contains(method)
            ? try server.request(method, path, headers, json: [:]) : try server.request(method, path, headers)
    }

    /// The marks in an answer, with its head.
    private func marks(_ reply: Reply) throws -> [String] {
        let head = reply.headers.values.joined(separator: "\n")
        return try MarkedSecret.marks(in: reply.body) + MarkedSecret.words.filter { head.contains($0) }
    }

    @Test func `every route is in the list of exits`() {
        let names = Set(routes.map(name))
        #expect(names.subtracting(Self.exits.keys).sorted() == [], "Say what becomes of secrets.")
        #expect(Set(Self.exits.keys).subtracting(names).sorted() == [])
    }

    @Test func `no answer to a player, a viewer or nobody has a secret, and the owner's only where they read`() throws {
        let ink = try MarkedSecret.ink()
        for route in routes {
            let name = name(route)
            for (person, headers) in people {
                switch Self.exits[name] {
                case .players(let queries):
                    for query in queries {
                        let reply = try ask(route, query, headers, ink: nil)
                        #expect(try marks(reply) == [], "\(person): \(name)\(query)")
                    }
                case .reading(let queries):
                    for query in queries {
                        for type in ["application/json", "application/vnd.limn.ink"] {
                            let reply = try ask(route, query, headers.merging(["Accept": type]) { $1 }, ink: nil)
                            let found = try marks(reply)
                            #expect(person == "owner" || found == [], "\(person): \(name)\(query)")
                            if name.hasSuffix("/ink"), query != "?revision=1", person == "owner" {
                                #expect(found != [], "\(type)\(query): \(reply.status)")
                            }
                        }
                    }
                case .named:
                    let refused = try ask(route, "", headers, ink: nil)
                    #expect(try refused.status >= 400 && marks(refused) == [], "\(person): \(name)")
                    let players = try ask(route, "?audience=players", headers, ink: nil)
                    #expect(try marks(players) == [], "\(person): \(name)")
                    let master = try ask(route, "?audience=gm", headers, ink: nil)
                    #expect(try (person == "owner") == (marks(master) != []), "\(person): \(name) \(master.status)")
                case .sent:
                    let reply = try ask(route, "", headers, ink: ink)
                    #expect(try marks(reply) == [], "\(person): \(name)")
                    #expect(person == "nobody" || reply.status == 200, "\(person): \(name) \(reply.text)")
                case .job, .nothing, nil: break
                }
            }
        }
    }

    /// Begins a job and waits for its file.
    private func made(_ path: String, _ options: [String: Any], _ headers: [String: String]) throws -> [Reply] {
        let begun = try server.request("POST", path, headers, json: options)
        guard begun.status == 202, let id = begun.string("id") else { return [begun] }
        var reply = begun
        let isOver = try Patience.wait {
            reply = try server.request("GET", "/jobs/\(id)", headers)
            return !["waiting", "running"].contains(reply.string("state"))
        }
        guard isOver else { throw RunningServer.Failure(description: "the job does not end") }
        return [reply, try server.request("GET", "/jobs/\(id)/result", headers)]
    }

    @Test(arguments: ["player", "viewer", "owner"])
    func `no job makes a file with a secret, unless it is for the game master`(
        person: String
    ) throws {
        let headers = try #require(people.first { $0.name == person }).headers
        let path = "/characters/\(character)/exports"
        for mode in ["overlay", "annotate", "raster"] {
            let done = try made(path, ["mode": mode], headers)
            #expect(try done.flatMap(marks) == [] && done.last?.status == 200, "\(mode): \(done.map(\.text))")
            let master = try made(path, ["mode": mode, "audience": "gm"], headers)
            #expect(try (person == "owner") == (master.flatMap(marks) != []), "\(mode): \(master.map(\.status))")
        }
        let bytes = headers.merging(["Content-Type": "application/octet-stream"]) { $1 }
        let ink = try #require(try server.request("POST", "/files", bytes, body: try MarkedSecret.ink()).string("id"))
        let sheet = try #require(try server.request("POST", "/files", bytes, body: Self.sheet).string("id"))
        for (verb, inputs, options) in [
            ("render", [sheet, ink], [:]), ("render", [ink], [:]), ("thumbnail", [ink], [:]),
            ("flatten", [sheet, ink], [:]), ("convert", [ink], ["to": "svg"]),
            ("convert", [ink], ["to": "svg", "audience": "players"]),
        ] as [(String, [String], [String: String])] {
            let done = try made("/jobs", ["verb": verb, "inputs": inputs, "options": options], headers)
            #expect(try done.flatMap(marks) == [], "\(verb) \(options)")
            let isRefused = verb == "convert" && options["audience"] == nil
            #expect(isRefused || done.last?.status == 200, "\(verb): \(done.map(\.text))")
        }
    }

    @Test func `an export for the game master that becomes a template is nobody else's`() throws {
        let made = try made("/characters/\(character)/exports", ["mode": "overlay", "audience": "gm"], owner)
        let export = try #require(made.last)
        #expect(try marks(export) != [])
        let type = ["Content-Type": "application/pdf"]
        let added = try server.request("POST", "/templates?name=Again", owner.merging(type) { $1 }, body: export.body)
        let template = try #require(added.string("id"), "\(added.text)")
        let access = AccessStore(in: FilePath(server.library))
        let hero = try server.request("POST", "/characters", owner, json: ["name": "B", "template": template])
        let id = try #require(hero.string("id").flatMap { CharacterID($0) })
        let player = ["Authorization": "Bearer \(try access.add("guest", role: .player, characters: [id]))"]
        for path in ["/templates/\(template)/file", "/iiif/\(id):1/full/max/0/default.png"] {
            for _ in 0..<2 {
                let refused = try server.request("GET", path, player)
                #expect(try refused.status == 403 && marks(refused) == [], "\(path)")
            }
            #expect(try server.request("GET", path, owner).status == 200)
        }
        // Ordinary templates are everybody's who may see them.
        let name = try #require(people.first { $0.name == "player" }).headers
        #expect(try server.request("GET", "/templates/\(segments["template"] ?? "")/file", name).status == 200)
    }

    @Test func `one list of edits that adds a secret and removes its layer tells players nothing`() throws {
        let player = try #require(people.first { $0.name == "player" }).headers
        let watcher = try Watcher(server, player)
        // The server has not seen this page yet, and sees it for the first time when the layer is gone.
        let count = MarkedSecret.drawing.items.count
        let list: [[String: Any]] = [
            ["add": [Story.stroke(77.125, layer: 1)]],
            ["remove": Array(3...count), "layers": [["name": "Table"]]],
        ]
        var headers = owner
        headers["Idempotency-Key"] = "k"
        headers["Content-Type"] = "application/json"
        headers["If-Match"] = "\"2\""
        let done = try server.request(
            "POST", "/characters/\(character)/pages/1/edits", headers,
            body: Array(try JSONSerialization.data(withJSONObject: list)))
        try #require(done.status == 200, "\(done.text)")
        var start = ""
        for revision in 3...4 {
            let event = try watcher.next("page")
            #expect(event.data["revision"] as? Int == revision && event.data["edit"] is NSNull, "\(event)")
            start = String(event.id.prefix { $0 != "-" })
        }
        // Who comes back is not told, either.
        let again = try Watcher(server, player.merging(["Last-Event-ID": "\(start)-0"]) { $1 })
        for revision in 3...4 {
            let event = try again.next("page")
            #expect(event.data["revision"] as? Int == revision && event.data["edit"] is NSNull, "\(event)")
        }
    }

    @Test func `a picture for players is the same for the owner, and a tag is one person's`() throws {
        let path = "/iiif/\(character):1/full/max/0/default.png"
        let player = try #require(people.first { $0.name == "player" }).headers
        let (own, other) = (try server.request("GET", path, owner), try server.request("GET", path, player))
        #expect(own.body == other.body)
        #expect(!(try MarkedSecret.isMarked(page: own.body)))
        let tags = [own.headers["etag"], other.headers["etag"]].compactMap(\.self)
        #expect(Set(tags).count == 2)
        let master = try server.request("GET", "\(path)?audience=gm", owner)
        #expect(try MarkedSecret.isMarked(page: master.body))
        #expect(master.headers["cache-control"] == "private, no-store")
        #expect(master.headers["etag"] != own.headers["etag"])
        #expect(try server.request("GET", "\(path)?audience=gm", player).status == 403)
        for tag in tags + [master.headers["etag"] ?? ""] {
            let asked = try server.request("GET", path, player.merging(["If-None-Match": tag]) { $1 })
            #expect(asked.status == (tag == other.headers["etag"] ? 304 : 200))
        }
        // Every answer says whom it is for, in an opaque word that the session tells, too.
        let session = try server.request("GET", "/session", owner)
        #expect(
            session.headers["limn-person"] == session.string("id") && own.headers["limn-person"] == session.string("id")
        )
        #expect(other.headers["limn-person"] != own.headers["limn-person"])
    }

    @Test func `signing out empties the browser`() throws {
        let reply = try server.request("DELETE", "/session", owner)
        #expect(reply.headers["clear-site-data"] == "\"cache\", \"storage\"")
    }

    @Test func `a PDF that a player inserts is drawn once, and a picture is stored`() throws {
        let player = try #require(people.first { $0.name == "player" }).headers
        let pdf = PictureData(onePagePDF(size: (20, 10), content: "1 0 0 rg 0 0 20 10 re f"), format: .pdf)
        let frame = Rect(x0: 100, y0: 10, x1: 120, y1: 20)
        let drawing = Drawing(items: [.object(.picture(PictureItem(pdf, frame: frame)))])
        let ink = try NativeInk.encode(InkDocument(pages: [.init(drawing: drawing)]), precision: .lossless)
        let headers = player.merging(["Idempotency-Key": "pdf", "Content-Type": "application/vnd.limn.ink"]) { $1 }
        let path = "/characters/\(character)/pages/1/edits"
        let done = try server.request("POST", path, headers, body: ink)
        #expect(done.status == 200, "\(done.text)")
        let library = try Library(at: FilePath(server.library))
        let stored = try #require(try library.drawing(on: CharacterPage(character, page: 1))).drawing.objects.last
        guard case .picture(let picture) = stored?.object else {
            Issue.record("There is no picture.")
            return
        }
        #expect(picture.data.format == .png && picture.frame == frame)
        let shown = try DecodedPicture(picture.data.bytes)
        #expect(shown[shown.width / 2, shown.height / 2].prefix(3) == [255, 0, 0])
        // One that cannot be drawn is refused, and nothing of it is kept.
        let broken = Drawing(
            items: [.object(.picture(PictureItem(PictureData(Array("%PDF-1.4".utf8), format: .pdf), frame: frame)))])
        let refused = try server.request(
            "POST", path, headers.merging(["Idempotency-Key": "broken"]) { $1 },
            body: try NativeInk.encode(InkDocument(pages: [.init(drawing: broken)]), precision: .lossless))
        #expect(refused.status == 422, "\(refused.text)")
    }
}
