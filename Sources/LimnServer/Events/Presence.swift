// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import Synchronization

/// Records which person is on which page of which character, and shows others where a laser points. Only people who may see a
/// character learn of both.
final class PresenceBoard: Sendable {
    /// A person who has a character open.
    private struct Place: Hashable {
        let character: CharacterID
        let person: String
    }

    private struct Entry {
        let name: String
        var page: Int
        var ends: ContinuousClock.Instant
        /// The number of the stay, which distinguishes it from earlier stays at the same place.
        let stay: Int
    }

    /// A person's presence, as sent in events and responses.
    struct Person: Encodable, Sendable {
        let name: String
        let character: String
        /// The page, from 1; nil if the person has left.
        let page: Int?

        private enum Key: CodingKey { case name, character, page }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(name, forKey: .name)
            try container.encode(character, forKey: .character)
            try container.encode(page, forKey: .page)
        }
    }

    /// Where a person points on a page, as sent in events.
    private struct Pointer: Encodable {
        let name: String
        let character: String
        let page: Int
        /// The place in parts of the page's width and height, from the top left.
        let at: [Double]
    }

    /// What a person may still report: each report takes one, and they come back with time.
    private struct Allowance {
        var left = PresenceBoard.burst
        var time = ContinuousClock.now
    }

    private let entries = Mutex<[Place: Entry]>([:])
    private let allowances = Mutex<[String: Allowance]>([:])
    /// The number of reports that a person may make at once, and the number a second that they may go on with. All who see
    /// a character hear of each, and the events that the server keeps for those who come back are limited.
    private static let (burst, rate) = (200.0, 20.0)
    private let stays = Atomic(0)
    private let events: EventHub
    /// The time after which a person counts as gone, unless a client reports the person again.
    private let lifetime: Duration
    private static let limit = 10_000

    init(_ events: EventHub, lifetime: Duration) {
        self.events = events
        self.lifetime = lifetime
    }

    /// Records the page that a person is on, and sends an event if it has changed.
    ///
    /// - Parameter page: the page, from 1; nil if the person has left.
    ///
    /// - Throws: ``Problem`` with status 503 if too many people are present, 429 if the person reports too often.
    func note(_ page: Int?, of character: CharacterID, by identity: Identity) throws(Problem) {
        try spendAllowance(identity.key)
        let place = Place(character: character, person: identity.key)
        let ends = ContinuousClock.now + lifetime
        enum Change { case none, moved, full, came(stay: Int) }
        let change = entries.withLock { entries -> Change in
            guard let page else { return entries.removeValue(forKey: place) == nil ? .none : .moved }
            if let old = entries[place] {
                entries[place]?.page = page
                entries[place]?.ends = ends
                return old.page == page ? .none : .moved
            }
            guard entries.count < Self.limit else { return .full }
            let stay = stays.add(1, ordering: .relaxed).newValue
            entries[place] = Entry(name: identity.name, page: page, ends: ends, stay: stay)
            return .came(stay: stay)
        }
        switch change {
        case .none: return
        case .full:
            throw Problem(
                .serviceUnavailable, "busy", "Too many people have characters open.", headers: [.retryAfter: "30"])
        case .came(let stay): Task { [self] in await expire(place, stay) }
        case .moved: break
        }
        tell(place, identity.name, page)
    }

    /// Shows where a person points to those who listen now. Nothing of it is kept.
    ///
    /// - Parameters:
    ///   - at: the place in parts of the page's width and height, from the top left.
    ///   - page: the page, from 1.
    ///
    /// - Throws: ``Problem`` with status 429 if the person reports too often.
    func point(at: [Double], on page: Int, of character: CharacterID, by identity: Identity) throws(Problem) {
        try spendAllowance(identity.key)
        events.sendPassing(
            "pointer", Pointer(name: identity.name, character: "\(character)", page: page, at: at),
            to: .seeing([character]))
    }

    private func spendAllowance(_ person: String) throws(Problem) {
        guard takeAllowance(person) else {
            throw Problem(
                .tooManyRequests, "too-many", "You turn pages too fast for others.", headers: [.retryAfter: "1"])
        }
    }

    private func takeAllowance(_ person: String) -> Bool {
        allowances.withLock { known in
            let now = ContinuousClock.now
            func left(_ allowance: Allowance) -> Double {
                min(Self.burst, allowance.left + Self.rate * ((now - allowance.time) / .seconds(1)))
            }
            if known.count >= Self.limit { known = known.filter { left($0.value) < Self.burst } }
            let own = left(known[person] ?? Allowance(time: now))
            known[person] = Allowance(left: max(0, own - 1), time: now)
            return own >= 1
        }
    }

    /// Returns the people at a character, sorted by name.
    func people(at character: CharacterID) -> [Person] {
        entries.withLock { entries in
            entries.filter { $0.key.character == character }.map {
                Person(name: $0.value.name, character: "\(character)", page: $0.value.page)
            }
        }.sorted { $0.name < $1.name }
    }

    /// Removes a person who has not been reported for ``lifetime``. One task runs this for each stay.
    private func expire(_ place: Place, _ stay: Int) async {
        while let ends = entries.withLock({ $0[place].flatMap { $0.stay == stay ? $0.ends : nil } }) {
            if ends > .now {
                guard (try? await Task.sleep(until: ends, clock: .continuous)) != nil else { return }
                continue
            }
            let gone = entries.withLock { entries -> Entry? in
                guard let entry = entries[place], entry.stay == stay, entry.ends <= .now else { return nil }
                return entries.removeValue(forKey: place)
            }
            if let gone { return tell(place, gone.name, nil) }
        }
    }

    private func tell(_ place: Place, _ name: String, _ page: Int?) {
        events.send(
            "presence", Person(name: name, character: "\(place.character)", page: page),
            to: .seeing([place.character]))
    }
}

/// `/characters/{id}/presence`: the people who have a character open.
struct PresenceRoutes: RouteGroup {
    let services: Services

    var routes: [Route] {
        let path = "\(Self.base)/characters/{character}/presence"
        return [Route(.post, path, note), Route(.get, path, list)]
    }

    private struct Where: Decodable {
        let page: Int?
        /// Where the person points on the page, in parts of its width and height.
        let at: [Double]?
    }

    private struct List: Encodable {
        let items: [PresenceBoard.Person]
    }

    @Sendable private func note(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try await visible(context)
        let place = try await Body(request, context).json(Where.self, limit: 4096)
        guard place.page.map({ (1...1_000_000).contains($0) }) ?? true else {
            throw Problem.refused("Pages are numbered from 1.", field: "page")
        }
        if let at = place.at {
            guard let page = place.page, at.count == 2, at.allSatisfy({ (0...1).contains($0) }) else {
                throw Problem.refused("A place is two numbers from 0 to 1 on a page.", field: "at")
            }
            try services.presence.point(at: at, on: page, of: id, by: context.identity)
        } else {
            try services.presence.note(place.page, of: id, by: context.identity)
        }
        return try Answer.json(List(items: services.presence.people(at: id)))
    }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try await visible(context)
        return try Answer.json(List(items: services.presence.people(at: id)))
    }

    private func visible(_ context: ServerContext) async throws -> CharacterID {
        let id = try context.visibleCharacter()
        _ = try await services.withLibrary { try $0.character(id) }
        return id
    }
}
