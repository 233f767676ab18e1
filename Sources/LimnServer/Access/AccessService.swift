// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import LimnAccess
internal import NIOCore
internal import Synchronization

/// Finds out who asks.
final class AccessService: Sendable {
    /// Who was given access.
    let store: AccessStore
    private let threads: BlockingThreads
    private let brake = FailureBrake()
    /// The hash of the code in the owner's link; nil once it was exchanged.
    private let ownerCode: Mutex<(hash: String?, isToken: Bool)>
    /// The code in the link that signs the owner in. Each start of a server makes another one.
    let ownerSecret = AccessSecret.make()

    init(_ store: AccessStore, _ threads: BlockingThreads) {
        self.store = store
        self.threads = threads
        ownerCode = Mutex((AccessSecret.hash(ownerSecret), false))
    }

    /// What a request shows to tell who asks.
    enum Credential: Sendable {
        case bearer(String)
        case cookie(String)
        case none

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

    /// Who shows a credential.
    ///
    /// - Throws: ``Problem`` with 401 for a wrong one, after a while; with 429 where too many wrong ones come.
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

    /// Exchanges the code of a link for a token.
    ///
    /// - Throws: ``Problem`` with 401, after a while.
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

    /// Forgets a token.
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
        // Streams of HTTP/2 have the address of their connection.
        (channel.remoteAddress ?? channel.parent?.remoteAddress)?.ipAddress ?? ""
    }
}

extension Problem {
    /// 401.
    static func unauthorized(_ detail: String) -> Problem {
        Problem(.unauthorized, "unauthorized", detail, headers: [.wwwAuthenticate: "Bearer"])
    }
}
