// SPDX-License-Identifier: GPL-3.0-or-later

internal import NIOCore
internal import NIOSSL

/// A certificate with its chain, and its key, as a handshake shows them.
struct TLSCredential: Sendable {
    /// The certificate, and those that lead to an authority.
    let chain: [NIOSSLCertificate]
    let key: NIOSSLPrivateKey

    /// Reads a chain and a key, and checks that they belong together.
    ///
    /// - Throws: `NIOSSLError` and the like for what is not PEM, or a key of another certificate.
    init(chainPEM: [UInt8], keyPEM: [UInt8]) throws {
        chain = try NIOSSLCertificate.fromPEMBytes(chainPEM)
        key = try NIOSSLPrivateKey(bytes: keyPEM, format: .pem)
        // A context compares the key with the certificate.
        _ = try NIOSSLContext(configuration: configuration)
    }

    /// The configuration of a server that shows this.
    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        // Who leaves without a word does not hold up the server's end.
        configuration.shutdownTimeout = .seconds(1)
        return configuration
    }
}

/// What shows a server's certificate; it may be another one with each handshake.
protocol TLSCredentialSource: Sendable {
    /// The credential for a handshake now. Quick, as it is asked on the thread of the connection.
    func current() -> TLSCredential
}

extension TLSConfiguration {
    /// The configuration of a server that asks for its credential with each handshake.
    init(_ source: any TLSCredentialSource) {
        self = source.current().configuration
        sslContextCallback = { _, promise in
            let credential = source.current()
            var override = NIOSSLContextConfigurationOverride()
            override.certificateChain = credential.chain.map { .certificate($0) }
            override.privateKey = .privateKey(credential.key)
            promise.succeed(override)
        }
    }
}
