// SPDX-License-Identifier: GPL-3.0-or-later

internal import HummingbirdCore
internal import HummingbirdHTTP2
internal import HummingbirdTLS
internal import NIOCore
internal import NIOSSL
internal import SystemPackage

/// The connections: HTTP/1.1, and under TLS HTTP/2 as well.
enum ServerChannels {
    /// The most bytes of a head of a request.
    static let headerLimit = 32 << 10
    /// The most fields of a head.
    static let fieldLimit = 100
    /// How long a connection may be silent between two requests, or while one is sent.
    static let idleLimit = TimeAmount.seconds(30)

    /// - Throws: ``ServerError`` where a certificate cannot be used.
    static func builder(_ options: ServerOptions) throws(ServerError) -> HTTPServerBuilder {
        let limits = ExchangeGuard.Limits(patience: options.patience)
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ExchangeGuard(limits)],
            idleTimeout: idleLimit,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: headerLimit, maxHeaderListSize: headerLimit, maxHeaderFieldCount: fieldLimit))
        guard let tls = options.tls else { return .http1(configuration: configuration) }
        do {
            return try .http2Upgrade(
                tlsConfiguration: try Self.configuration(tls),
                configuration: .init(idleTimeout: .seconds(60), streamConfiguration: configuration))
        } catch { throw ServerError("The certificate or its key cannot be used: \(error)") }
    }

    private static func configuration(_ tls: ServerOptions.TLS) throws -> TLSConfiguration {
        switch tls {
        case .files(let certificate, let key):
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: try NIOSSLCertificate.fromPEMFile(certificate.string).map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(file: key.string, format: .pem)))
            configuration.minimumTLSVersion = .tlsv12
            return configuration
        }
    }
}
