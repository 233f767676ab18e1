// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnFiles

/// The person and the audience for whom a response is made.
///
/// The two differ: an owner who asks for a picture gets the picture for players, unless the request names the game
/// master. Entity tags and caches take a recipient, so that a response that was made for one person or audience is
/// never taken for another.
struct Recipient: Hashable, Sendable {
    /// An opaque tag of the person. Tags of different grants differ.
    let person: String
    /// The audience. Only an owner can ask for ``Drawing/Layer/Audience/gameMaster``.
    let audience: Drawing.Layer.Audience

    /// Creates a recipient from the query of a request, where `audience` is `players` (the default) or `gm`.
    ///
    /// - Throws: ``Problem`` with status 403 if the person may not see what is for the game master, or with status 400
    ///   for another value.
    init(_ context: ServerContext) throws(Problem) {
        person = context.identity.tag
        audience = try AudienceWord.audience(try context.query.one("audience"), for: context.identity) ?? .everyone
    }

    /// The parts of an entity tag that identify the recipient.
    var tag: String { "\(audience.rawValue)-\(person)" }
}

/// The words for audiences in requests.
enum AudienceWord: String {
    case players, gm

    /// Returns the audience that a word names; nil if there is no word.
    ///
    /// - Throws: ``Problem`` with status 403 if the person may not see what is for the game master, or with status 400
    ///   for an unknown word.
    static func audience(_ text: String?, for identity: Identity) throws(Problem) -> Drawing.Layer.Audience? {
        guard let text else { return nil }
        switch AudienceWord(rawValue: text) {
        case .players: return .everyone
        case .gm:
            guard identity.isOwner else { throw .forbidden("Only the owner can see the game master's layers.") }
            return .gameMaster
        case nil: throw .unreadable("“audience” must be players or gm.", field: "audience")
        }
    }
}

extension Identity {
    /// An opaque tag of the person, for entity tags and for browsers, which empty their stores when it changes.
    var tag: String { String(ContentHash(Array("person\u{0}\(key)".utf8)).description.prefix(16)) }
}
