// SPDX-License-Identifier: GPL-3.0-or-later

internal import NIOCore
internal import NIOSSL

/// A certificate chain and a private key for TLS handshakes.
struct TLSCredential: Sendable {
    /// The certificate, followed by the intermediate certificates.
    let chain: [NIOSSLCertificate]
    let key: NIOSSLPrivateKey

    /// Reads a chain and a key, and checks that they belong together.
    ///
    /// - Throws: an error of NIOSSL, such as `NIOSSLError`, if the bytes are not PEM or if the key belongs to another
    ///   certificate.
    init(chainPEM: [UInt8], keyPEM: [UInt8]) throws {
        chain = try NIOSSLCertificate.fromPEMBytes(chainPEM)
        key = try NIOSSLPrivateKey(bytes: keyPEM, format: .pem)
        // Creating a context checks that the key matches the certificate.
        _ = try NIOSSLContext(configuration: configuration)
    }

    /// The TLS configuration of a server with this credential.
    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        // A client that disappears without closing the connection must not delay the server's shutdown.
        configuration.shutdownTimeout = .seconds(1)
        return configuration
    }
}

/// A source of a server's certificate, which may change between handshakes.
protocol TLSCredentialSource: Sendable {
    /// Returns the credential for a handshake. The call must be fast, because it runs on the connection's event loop.
    func current() -> TLSCredential
}

extension TLSConfiguration {
    /// Creates the configuration of a server that gets its credential from a source at each handshake.
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
