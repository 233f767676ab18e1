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
            found = try await threads.run { [store] in try store.grant(forToken: token, acceptsCode: true) }
        case .cookie(let token): found = try await threads.run { [store] in try store.grant(forToken: token) }
        }
        if let found { return Identity(found) }
        try await brake.slowDown(Self.peer(channel))
        throw Problem.unauthorized("The token is not known, or its time has ended.")
    }

    /// Exchanges the code of a sign-in link for a token. A code can be exchanged once.
    ///
    /// - Throws: ``Problem`` with status 401 for an invalid code, after a delay; with status 429 if there are too many
    ///   failed attempts.
    func exchange(_ code: String, from channel: any Channel) async throws -> (token: String, identity: Identity) {
        if takeOwnerCode(code) {
            let token = try await threads.run { [store] in try store.makeOwnerToken(named: Identity.ownerName) }
            return (token, .localOwner)
        }
        if let (token, grant) = try await threads.run({ [store] in try store.exchange(code) }) {
            return (token, Identity(grant))
        }
        try await brake.slowDown(Self.peer(channel))
        throw Problem.unauthorized("The link was used already, or its time has ended. Ask for another one.")
    }

    /// Deletes the token if the credential is a cookie. Does nothing for other credentials.
    func signOut(_ credential: Credential) async throws {
        guard case .cookie(let token) = credential else { return }
        try await threads.run { [store] in try store.forget(token) }
    }

    private func isOwnerToken(_ token: String) -> Bool {
        guard let hash = AccessSecret.hash(token) else { return false }
        return ownerCode.withLock { known in
            guard known.hash == hash else { return false }
            known.isToken = true
            return true
        }
    }

    private func takeOwnerCode(_ code: String) -> Bool {
        guard let hash = AccessSecret.hash(code) else { return false }
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
