// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import Synchronization
internal import SystemPackage

/// A server certificate that the library's own authority issues. It is renewed automatically while the server runs.
final class OwnCertificate: TLSCredentialSource {
    private struct State {
        var credential: TLSCredential
        var end: Date
        /// The time before which no renewal is tried.
        var pause = Date.distantPast
    }

    /// The SHA-256 fingerprint of the authority, which people compare before they trust it.
    let fingerprint: String
    /// The path of the authority's certificate, which people install on their devices.
    let authorityPath: FilePath

    private let authority: CertificateAuthority
    private let names: ServedNames
    private let path: FilePath
    private let now: @Sendable () -> Date
    private let state: Mutex<State>

    /// The validity of a certificate, in seconds. Browsers accept at most 398 days, and will accept less in future.
    static let lifetime = 45 * 86_400.0
    /// The remaining validity, in seconds, below which a certificate is renewed.
    static let reserve = 15 * 86_400.0

    /// Loads the stored certificate of a library, or creates a new one.
    ///
    /// - Parameters:
    ///   - library: the folder of the library, which must exist.
    ///   - now: a function that returns the current time.
    /// - Throws: ``ServerError`` if the authority or the certificate cannot be read, created or stored.
    init(in library: FilePath, for names: ServedNames, now: @escaping @Sendable () -> Date = { Date() })
        throws(ServerError)
    {
        let folder = try CertificateStorage.folder(of: library)
        let authority = try CertificateAuthority.stored(in: folder, for: names, now: now())
        let path = folder.appending("certificate.pem")
        self.authority = authority
        self.names = names
        self.path = path
        self.now = now
        authorityPath = CertificateAuthority.certificatePath(folder)
        do {
            fingerprint = try authority.fingerprint
            // A stored certificate is reused, so that people who have accepted it manually need not do so again after a
            // restart.
            let kept = try CertificateStorage.read(path).flatMap { try? Leaf(pem: String(decoding: $0, as: UTF8.self)) }
            let leaf: Leaf
            if let kept, kept.isUsable(for: names, by: authority, at: now()) {
                leaf = kept
            } else {
                leaf = try Self.make(authority, names, path, now())
            }
            state = Mutex(State(credential: try leaf.credential, end: leaf.certificate.end))
        } catch let error as ServerError { throw error } catch {
            throw ServerError("The certificate cannot be made: \(error)")
        }
    }

    /// Returns a valid certificate. A certificate that expires soon is renewed first.
    func current() -> TLSCredential {
        let time = now()
        return state.withLock { state in
            guard state.end < time.addingTimeInterval(Self.reserve), state.pause <= time else {
                return state.credential
            }
            if let leaf = try? Self.make(authority, names, path, time), let credential = try? leaf.credential {
                state = State(credential: credential, end: leaf.certificate.end)
            }
            // The pause limits further attempts: the new certificate may also expire soon because the authority does,
            // or the renewal may have failed.
            state.pause = time.addingTimeInterval(3600)
            return state.credential
        }
    }

    private static func make(
        _ authority: CertificateAuthority, _ names: ServedNames, _ path: FilePath, _ now: Date
    ) throws -> Leaf {
        let key = try X509PrivateKey()
        let certificate = try authority.certify(key, for: names, now: now, lifetime: lifetime)
        let leaf = Leaf(key: key, certificate: certificate)
        // If the certificate cannot be stored, it is used until the server stops.
        try? CertificateStorage.write(try leaf.pem, to: path)
        return leaf
    }
}

/// A server's certificate and its key.
private struct Leaf {
    let key: X509PrivateKey
    let certificate: X509Certificate

    init(key: X509PrivateKey, certificate: X509Certificate) {
        self.key = key
        self.certificate = certificate
    }

    init(pem: String) throws {
        key = try X509PrivateKey(pem: pem)
        certificate = try X509Certificate(pem: pem)
    }

    var pem: String {
        get throws { try key.pem + certificate.pem }
    }

    var credential: TLSCredential {
        get throws {
            try TLSCredential(
                chainPEM: Array(try certificate.pem.utf8), keyPEM: Array(try key.pem.utf8))
        }
    }

    /// Returns whether the certificate can be used: it is for these names, is signed by the authority, and does not
    /// expire soon.
    func isUsable(for names: ServedNames, by authority: CertificateAuthority, at time: Date) -> Bool {
        guard certificate.isFor(key), certificate.isSigned(by: authority.certificate), certificate.begin <= time,
            certificate.end >= time.addingTimeInterval(OwnCertificate.reserve), let own = certificate.names
        else { return false }
        return own.domains == Set(names.domains) && own.addresses == Set(names.addresses)
    }
}
