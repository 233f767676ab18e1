// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import Synchronization

/// Tells those who watch what changes, in the order in which it changes, and again to those who were away for a while.
final class EventHub: Sendable {
    /// What happened to a template or a character.
    enum Change: String, Sendable {
        case created, changed, removed
    }

    /// Who gets an event.
    enum Audience: Sendable {
        case everyone
        case owner
        /// The owner, and who may see one of these characters.
        case seeing(Set<CharacterID>)
        /// The one person whose ``Identity/key`` this is.
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

    /// An event as it is sent.
    struct Event: Sendable {
        let number: Int
        let audience: Audience
        /// The lines, with the empty one behind them.
        let bytes: [UInt8]
        /// The lines for those who are not the owner; nil for the same.
        var publicBytes: [UInt8]?
        /// The page that the event tells of, and the lines without what was done to it.
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
    /// What tells the events of this start of the server from those of others.
    private let start = String(RequestIdentifier.next().prefix(12))

    /// The most events that are kept for those who come back, and their bytes.
    private static let ringLimit = 4096
    private static let ringByteLimit = 16 << 20
    /// The most listeners.
    private static let listenerLimit = 5000
    /// An edit of more bytes is not sent along; who wants it reads the page.
    private static let editLimit = 256 << 10

    // MARK: Telling

    /// Sends an event.
    ///
    /// - Parameters:
    ///   - value: what happened, as an object.
    ///   - publicValue: the same for those who are not the owner.
    func send(
        _ kind: String, _ value: some Encodable, publicValue: (some Encodable)? = Optional<String>.none,
        to audience: Audience
    ) {
        guard let data = try? Answer.encode(value) else { return }
        let publicData = publicValue.flatMap { try? Answer.encode($0) }
        sendEncoded(kind, data, publicData: publicData, to: audience)
    }

    /// - Parameters:
    ///   - page: the page that the event tells of.
    ///   - dataWithoutEdit: the data without what was done to the page.
    ///   - isPrivate: whether only the owner may see what was done to the page, now and earlier.
    private func sendEncoded(
        _ kind: String, _ data: [UInt8], publicData: [UInt8]?, page: CharacterPage? = nil,
        dataWithoutEdit: [UInt8]? = nil, isPrivate: Bool = false, to audience: Audience
    ) {
        state.withLock { state in
            if isPrivate {
                // What was for everybody may be for the game master now; those who come back must not get it.
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
                // Many at once, so that this is rare.
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

    /// Tells of a character.
    func tellCharacter(_ id: CharacterID, _ change: Change) {
        send("character", CharacterEvent(character: "\(id)", change: change.rawValue), to: .seeing([id]))
    }

    private struct TemplateEvent: Encodable {
        let template: String
        let change: String
    }

    /// Tells of a template.
    func tellTemplate(_ id: TemplateID, _ change: Change, to audience: Audience) {
        send("template", TemplateEvent(template: "\(id)", change: change.rawValue), to: audience)
    }

    /// Tells of a template to those who may see it.
    func tellTemplate(_ id: TemplateID, _ change: Change, _ services: Services) async throws {
        tellTemplate(id, change, to: try await listeners(of: id, services))
    }

    /// Who may see a template.
    func listeners(of id: TemplateID, _ services: Services) async throws -> Audience {
        .seeing(
            try await services.withLibrary { library in
                Set(try library.characters(CharacterFilter(template: id)).map(\.id))
            })
    }

    /// Tells of an edit of a page.
    ///
    /// - Parameter isPrivate: whether only the owner may see what the edit did.
    func tellPage(_ page: CharacterPage, _ change: InkChange, by identity: Identity, isPrivate: Bool) {
        let name = (try? Answer.encode(identity.name)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
        let head = "{\"by\":\(name),\"character\":\"\(page.character)\",\"edit\":"
        let tail = ",\"page\":\(page.page),\"revision\":\(change.revision)}"
        func data(_ edit: [UInt8]) -> [UInt8] { Array(head.utf8) + edit + Array(tail.utf8) }
        let nothing = Array("null".utf8)
        var edit = (try? EditJSON.encode(change.edit)) ?? nothing
        if edit.count > Self.editLimit { edit = nothing }
        sendEncoded(
            "page", data(edit), publicData: isPrivate ? data(nothing) : nil, page: page,
            dataWithoutEdit: data(nothing), isPrivate: isPrivate, to: .seeing([page.character]))
    }

    // MARK: Listening

    private struct Reset: Encodable {
        let reason: String
    }

    /// Adds a listener.
    ///
    /// - Parameters:
    ///   - last: the id of the last event that the listener knows; nil for one who comes for the first time.
    /// - Returns: a number to remove it with; nil where there are too many.
    func add(_ listener: EventListener, after last: String?) -> Int? {
        state.withLock { state in
            guard state.listeners.count < Self.listenerLimit else { return nil }
            let newest = state.next - 1
            listener.take(Array("retry: 1000\nid: \(start)-\(newest)\n: limn\n\n".utf8))
            if let last {
                let missed = number(of: last).flatMap { number -> [[UInt8]]? in
                    guard number <= newest, number >= (state.ring.first?.number ?? state.next) - 1 else { return nil }
                    let events = state.ring.filter {
                        $0.number > number && $0.audience.includes(listener.identity)
                    }.map { $0.bytes(for: listener.identity) }
                    // What cannot wait all at once is read anew.
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

    /// Ends what a person listens to.
    func end(named name: String) {
        let ended = state.withLock { $0.listeners.values.filter { $0.identity.name == name } }
        for listener in ended { listener.finish() }
    }

    /// The names of those who listen.
    var listening: [String] { state.withLock { Set($0.listeners.values.map(\.identity.name)).sorted() } }

    private func number(of id: String) -> Int? {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == start else { return nil }
        return Int(parts[1])
    }
}
