// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import LimnAccess
internal import NIOCore
internal import Synchronization

/// Identifies the people who make requests.
final class AccessService: Sendable {
    /// The store of grants and tokens.
    let store: AccessStore
    private let threads: BlockingThreads
    private let brake = FailureBrake()
    /// The hash of the code in the owner's link, which is nil once the code has been exchanged, and whether the code
    /// has been used as a bearer token.
    private let ownerCode: Mutex<(hash: String?, isToken: Bool)>
    private let started = Date()
    /// Sessions that could not be stored, because the disk is full or read-only. They last as long as this process.
    private let unstored = Mutex<(tokens: [String: AccessGrant?], codes: Set<String>)>(([:], []))
    /// The code in the owner's sign-in link. It is new at each start of the server.
    let ownerSecret = AccessSecret.make()

    init(_ store: AccessStore, _ threads: BlockingThreads) {
        self.store = store
        self.threads = threads
        ownerCode = Mutex((AccessSecret.hash(ownerSecret), false))
    }

    /// The credential of a request.
    enum Credential: Sendable {
        case bearer(String)
        case cookie(String)
        case none

        /// Reads the credential of a request. The Authorization field takes precedence over the cookie.
        ///
        /// - Parameter cookie: the name of the server's cookie.
        init(_ request: Request, cookie: String) {
            if let field = request.headers[.authorization] {
                let parts = field.split(separator: " ", omittingEmptySubsequences: true)
                self = parts.count == 2 && parts[0].lowercased() == "bearer" ? .bearer(String(parts[1])) : .bearer("")
            } else if let value = request.cookies[cookie]?.value {
                self = .cookie(value)
            } else {
                self = .none
            }
        }
    }

    /// Returns the identity of the person with a credential; nil if there is no credential.
    ///
    /// - Throws: ``Problem`` with status 401 for a wrong credential, after a delay; with status 429 if there are too
    ///   many failed attempts.
    func identity(of credential: Credential, from channel: any Channel) async throws -> Identity? {
        let found: AccessGrant?
        switch credential {
        case .none: return nil
        case .bearer(let token):
            if isOwnerToken(token) { return .localOwner }
            found = try await threads.run { [store] in
                do throws(AccessError) { return try store.grant(forToken: token, acceptsCode: true) } catch {
                    guard error.cause != .other else { throw error }
                    return try store.grant(forCode: token)
                }
            }
        case .cookie(let token):
            if let identity = try unstoredIdentity(token) { return identity }
            found = try await threads.run { [store] in try store.grant(forToken: token) }
        }
        if let found { return Identity(found) }
        try await brake.slowDown(Self.peer(channel))
        throw Problem.unauthorized("The token is unknown or has expired.")
    }

    /// Returns the person with a cookie that is still valid; nil for any other credential. Wrong cookies are not slowed
    /// down.
    func present(_ credential: Credential) async throws -> Identity? {
        guard case .cookie(let token) = credential else { return nil }
        if let identity = try unstoredIdentity(token) { return identity }
        return try await threads.run { [store] in try store.grant(forToken: token) }.map { Identity($0) }
    }

    /// Exchanges the code of a sign-in link for a token. A code can be exchanged once.
    ///
    /// - Throws: ``Problem`` with status 401 for an invalid code, after a delay; with status 429 if there are too many
    ///   failed attempts.
    func exchange(_ code: String, from channel: any Channel) async throws -> (token: String, identity: Identity) {
        if takeOwnerCode(code) {
            do {
                let token = try await threads.run { [store] in try store.makeOwnerToken(named: Identity.ownerName) }
                return (token, .localOwner)
            } catch let error as AccessError where error.cause != .other {
                return (keep(nil), .localOwner)
            } catch {
                // A failure does not use up the code.
                ownerCode.withLock { $0.hash = AccessSecret.hash(code) }
                throw error
            }
        }
        do {
            if let (token, grant) = try await threads.run({ [store] in try store.exchange(code) }) {
                return (token, Identity(grant))
            }
        } catch let error as AccessError where error.cause != .other {
            // Those who have a link can read a library on a full or read-only disk.
            let grant = try await threads.run { [store] in try store.grant(forCode: code) }
            if let grant, unstored.withLock({ $0.codes.insert(code).inserted }) {
                return (keep(grant), Identity(grant))
            }
        }
        try await brake.slowDown(Self.peer(channel))
        throw Problem.unauthorized("The link was used already or has expired. Ask for another one.")
    }

    /// Returns the keys of all people who have access now.
    func people() async throws -> Set<String> {
        let grants = try await threads.run { [store] in try store.grants() }
        let now = Date()
        return Set(grants.filter { $0.holds(at: now) }.map { Identity($0).key } + [Identity.localOwner.key])
    }

    /// Deletes the token if the credential is a cookie. Does nothing for other credentials.
    func signOut(_ credential: Credential) async throws {
        guard case .cookie(let token) = credential else { return }
        let hash = AccessSecret.hash(token) ?? ""
        guard unstored.withLock({ $0.tokens.removeValue(forKey: hash) }) == nil else { return }
        try await threads.run { [store] in try store.forget(token) }
    }

    /// Makes a token that is not stored. A nil grant means the owner who started the server.
    private func keep(_ grant: AccessGrant?) -> String {
        let token = AccessSecret.make()
        unstored.withLock { $0.tokens[AccessSecret.hash(token) ?? ""] = .some(grant) }
        return token
    }

    /// Returns the identity of a token that is not stored; nil if there is none, or if its grant was revoked.
    private func unstoredIdentity(_ token: String) throws -> Identity? {
        guard let hash = AccessSecret.hash(token), let grant = unstored.withLock({ $0.tokens[hash] }) else {
            return nil
        }
        guard let grant else { return isRevoked ? nil : .localOwner }
        return try store.grants().contains(grant) && grant.holds(at: Date()) ? Identity(grant) : nil
    }

    /// Whether the code in the owner's link was revoked.
    private var isRevoked: Bool { ((try? store.startCodesEnd()) ?? nil).map { $0 >= started } ?? false }

    private func isOwnerToken(_ token: String) -> Bool {
        guard let hash = AccessSecret.hash(token), !isRevoked else { return false }
        return ownerCode.withLock { known in
            guard known.hash == hash else { return false }
            known.isToken = true
            return true
        }
    }

    private func takeOwnerCode(_ code: String) -> Bool {
        guard let hash = AccessSecret.hash(code), !isRevoked else { return false }
        return ownerCode.withLock { known in
            guard known.hash == hash, !known.isToken else { return false }
            known.hash = nil
            return true
        }
    }

    private static func peer(_ channel: any Channel) -> String {
        // An HTTP/2 stream has no address of its own; its connection has one.
        (channel.remoteAddress ?? channel.parent?.remoteAddress)?.ipAddress ?? ""
    }
}

extension Problem {
    /// Returns a problem with status 401.
    static func unauthorized(_ detail: String) -> Problem {
        Problem(.unauthorized, "unauthorized", detail, headers: [.wwwAuthenticate: "Bearer"])
    }
}
