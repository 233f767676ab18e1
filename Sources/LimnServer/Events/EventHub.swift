// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import Synchronization

/// Sends events about changes to all listeners, in order. A listener that reconnects gets the events that it has
/// missed.
final class EventHub: Sendable {
    /// The kind of change to a template or a character.
    enum Change: String, Sendable {
        /// The pages of a character have another order.
        case pages
        case created, changed, removed
    }

    /// The recipients of an event.
    enum Audience: Sendable {
        case everyone
        case owner
        /// The owner, and everyone who may see at least one of these characters.
        case seeing(Set<CharacterID>)
        /// The person with this ``Identity/key``.
        case person(String)

        func includes(_ identity: Identity) -> Bool {
            switch self {
            case .everyone: true
            case .owner: identity.isOwner
            case .person(let key): identity.key == key
            case .seeing(let characters): identity.isOwner || !identity.characters.isDisjoint(with: characters)
            }
        }
    }

    /// An event in its wire format.
    struct Event: Sendable {
        let number: Int
        let audience: Audience
        /// The lines, including the terminating empty line.
        let bytes: [UInt8]
        /// The lines for everyone but the owner; nil if they equal ``bytes``.
        var publicBytes: [UInt8]?
        /// The page that was edited, for a page event; nil for other events. ``bytesWithoutEdit`` are the lines without
        /// the edit itself.
        let page: CharacterPage?
        let bytesWithoutEdit: [UInt8]?

        func bytes(for identity: Identity) -> [UInt8] { identity.isOwner ? bytes : publicBytes ?? bytes }
    }

    private struct State {
        var next = 1
        var ring: [Event] = []
        var ringBytes = 0
        var listeners: [Int: EventListener] = [:]
        var nextListener = 0
    }

    private let state = Mutex(State())
    /// A random prefix of event ids. It distinguishes the events of this run of the server from those of earlier runs.
    private let start = String(RequestIdentifier.next().prefix(12))

    /// The maximum number of events that are kept for listeners that reconnect. ``ringByteLimit`` limits their total
    /// size in bytes.
    private static let ringLimit = 4096
    private static let ringByteLimit = 16 << 20
    /// The maximum number of listeners.
    private static let listenerLimit = 5000
    /// The maximum number of listeners of one person, who may have several windows on several devices. Without
    /// authentication, everyone is the owner who started the server.
    private static let personLimit = 64
    /// The largest edit, in bytes, that is sent with an event. For a larger edit, clients must read the page.
    private static let editLimit = 256 << 10

    // MARK: Sending

    /// Sends an event.
    ///
    /// - Parameters:
    ///   - value: the event's data. It must encode as a JSON object.
    ///   - publicValue: the data for everyone but the owner; nil if it equals `value`.
    func send(
        _ kind: String, _ value: some Encodable, publicValue: (some Encodable)? = Optional<String>.none,
        to audience: Audience
    ) {
        guard let data = try? Answer.encode(value) else { return }
        let publicData = publicValue.flatMap { try? Answer.encode($0) }
        sendEncoded(kind, data, publicData: publicData, to: audience)
    }

    /// Sends an event to those who listen now. It has no id and is not kept: who reconnects does not miss it.
    func sendPassing(_ kind: String, _ value: some Encodable, to audience: Audience) {
        guard let data = try? Answer.encode(value) else { return }
        let lines = Array("event: \(kind)\ndata: ".utf8) + data + Array("\n\n".utf8)
        state.withLock { state in
            for listener in state.listeners.values where audience.includes(listener.identity) { listener.take(lines) }
        }
    }

    /// Sends an event whose data is already encoded.
    ///
    /// - Parameters:
    ///   - page: the page that was edited; nil for other events.
    ///   - dataWithoutEdit: the data without the edit itself.
    ///   - isPrivate: whether only the owner may see this edit and the earlier edits of the page.
    private func sendEncoded(
        _ kind: String, _ data: [UInt8], publicData: [UInt8]?, page: CharacterPage? = nil,
        dataWithoutEdit: [UInt8]? = nil, isPrivate: Bool = false, to audience: Audience
    ) {
        state.withLock { state in
            if isPrivate {
                // Ink that everyone could see may now be for the game master only. Listeners that reconnect must not
                // get it.
                for index in state.ring.indices where state.ring[index].page == page {
                    state.ring[index].publicBytes = state.ring[index].bytesWithoutEdit
                }
            }
            let number = state.next
            state.next += 1
            func lines(_ data: [UInt8]) -> [UInt8] {
                Array("id: \(start)-\(number)\nevent: \(kind)\ndata: ".utf8) + data + Array("\n\n".utf8)
            }
            let event = Event(
                number: number, audience: audience, bytes: lines(data), publicBytes: publicData.map(lines), page: page,
                bytesWithoutEdit: dataWithoutEdit.map(lines))
            state.ring.append(event)
            state.ringBytes += event.bytes.count
            if state.ring.count > Self.ringLimit || state.ringBytes > Self.ringByteLimit {
                // Half of the ring is dropped at once, so that this happens rarely.
                var drop = 0
                while state.ring.count - drop > Self.ringLimit / 2 || state.ringBytes > Self.ringByteLimit / 2,
                    drop < state.ring.count
                {
                    state.ringBytes -= state.ring[drop].bytes.count
                    drop += 1
                }
                state.ring.removeFirst(drop)
            }
            for listener in state.listeners.values where audience.includes(listener.identity) {
                listener.take(event.bytes(for: listener.identity))
            }
        }
    }

    private struct CharacterEvent: Encodable {
        let character: String
        let change: String
    }

    /// Sends an event about a character.
    func tellCharacter(_ id: CharacterID, _ change: Change) {
        send("character", CharacterEvent(character: "\(id)", change: change.rawValue), to: .seeing([id]))
    }

    private struct TemplateEvent: Encodable {
        let template: String
        let change: String
    }

    /// Sends an event about a template.
    func tellTemplate(_ id: TemplateID, _ change: Change, to audience: Audience) {
        send("template", TemplateEvent(template: "\(id)", change: change.rawValue), to: audience)
    }

    /// Sends an event about a template to everyone who may see it.
    func tellTemplate(_ id: TemplateID, _ change: Change, _ services: Services) async throws {
        tellTemplate(id, change, to: try await listeners(of: id, services))
    }

    /// Returns the people who may see a template: the owner, and everyone who may see a character of this template.
    func listeners(of id: TemplateID, _ services: Services) async throws -> Audience {
        .seeing(
            try await services.withLibrary { library in
                Set(try library.characters(CharacterFilter(template: id)).map(\.id))
            })
    }

    /// Sends an event about an edit of a page.
    ///
    /// - Parameter isPrivate: whether only the owner may see the edit. Others get an event without it.
    func tellPage(_ page: CharacterPage, _ change: InkChange, by identity: Identity, isPrivate: Bool) {
        let name = (try? Answer.encode(identity.name)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
        let head = "{\"by\":\(name),\"character\":\"\(page.character)\",\"edit\":"
        let tail = ",\"page\":\(page.page),\"revision\":\(change.revision)}"
        func data(_ edit: [UInt8]) -> [UInt8] { Array(head.utf8) + edit + Array(tail.utf8) }
        let nothing = Array("null".utf8)
        // Each point takes four bytes at least.
        let points = (change.edit.removed + change.edit.inserted).reduce(0) { $0 + ($1.item.stroke?.points.count ?? 0) }
        var edit = points > Self.editLimit / 4 ? nothing : (try? EditJSON.encode(change.edit)) ?? nothing
        if edit.count > Self.editLimit { edit = nothing }
        sendEncoded(
            "page", data(edit), publicData: isPrivate ? data(nothing) : nil, page: page,
            dataWithoutEdit: data(nothing), isPrivate: isPrivate, to: .seeing([page.character]))
    }

    private struct Reset: Encodable {
        let reason: String
    }

    /// Has everybody read again what they show.
    func reset() { send("reset", Reset(reason: "library"), to: .everyone) }

    // MARK: Listening

    /// Adds a listener.
    ///
    /// - Parameters:
    ///   - last: the id of the last event that the listener has received; nil for a new listener.
    /// - Returns: a number for ``remove(_:)``; nil if there are too many listeners.
    func add(_ listener: EventListener, after last: String?) -> Int? {
        state.withLock { state in
            let own = state.listeners.values.count { $0.identity.key == listener.identity.key }
            guard state.listeners.count < Self.listenerLimit, own < Self.personLimit || listener.identity == .localOwner
            else { return nil }
            let newest = state.next - 1
            listener.take(Array("retry: 1000\nid: \(start)-\(newest)\n: limn\n\n".utf8))
            if let last {
                let missed = number(of: last).flatMap { number -> [[UInt8]]? in
                    guard number <= newest, number >= (state.ring.first?.number ?? state.next) - 1 else { return nil }
                    let events = state.ring.filter {
                        $0.number > number && $0.audience.includes(listener.identity)
                    }.map { $0.bytes(for: listener.identity) }
                    // If the missed events do not fit in the listener's queue, the client must read everything again.
                    return events.reduce(0) { $0 + $1.count } < EventListener.limit / 2 ? events : nil
                }
                if let missed {
                    missed.forEach(listener.take)
                } else {
                    listener.take(
                        Array("id: \(start)-\(newest)\nevent: reset\ndata: {\"reason\":\"gap\"}\n\n".utf8))
                }
            }
            state.nextListener += 1
            state.listeners[state.nextListener] = listener
            return state.nextListener
        }
    }

    /// Removes a listener.
    func remove(_ number: Int) { state.withLock { _ = $0.listeners.removeValue(forKey: number) } }

    /// Ends all event streams of a person.
    func end(named name: String) {
        let ended = state.withLock { $0.listeners.values.filter { $0.identity.name == name } }
        for listener in ended { listener.finish() }
    }

    /// The names of all people who listen, sorted, without duplicates.
    var listening: [String] { state.withLock { Set($0.listeners.values.map(\.identity.name)).sorted() } }

    private func number(of id: String) -> Int? {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == start else { return nil }
        return Int(parts[1])
    }
}
