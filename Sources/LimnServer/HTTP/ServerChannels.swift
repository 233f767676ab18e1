// SPDX-License-Identifier: GPL-3.0-or-later

internal import HummingbirdCore
internal import HummingbirdHTTP2
internal import HummingbirdTLS
internal import NIOCore
internal import NIOSSL

/// The connections: HTTP/1.1, and under TLS HTTP/2 as well.
enum ServerChannels {
    /// The most bytes of a head of a request.
    static let headerLimit = 32 << 10
    /// The most fields of a head.
    static let fieldLimit = 100
    /// How long a connection may be silent between two requests, or while one is sent.
    static let idleLimit = TimeAmount.seconds(30)
    /// How long a handshake may take.
    static let handshakeLimit = TimeAmount.seconds(10)

    /// - Parameter credential: what encrypted connections show; nil for connections without encryption.
    static func builder(_ options: ServerOptions, _ credential: (any TLSCredentialSource)?) -> HTTPServerBuilder {
        let exchange = ExchangeGuard.Limits(patience: options.patience)
        let limits = ConnectionLimits(
            total: options.maximumConnections, perAddress: options.maximumConnectionsPerAddress)
        let idle = idleLimit * options.patience
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ExchangeGuard(exchange)],
            idleTimeout: idle,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: headerLimit, maxHeaderListSize: headerLimit, maxHeaderFieldCount: fieldLimit))
        guard let credential else {
            return HTTPServerBuilder { responder in
                GuardedChannel(
                    base: HTTP1Channel(responder: responder, configuration: configuration), limits: limits,
                    handshakeLimit: nil)
            }
        }
        return HTTPServerBuilder { responder in
            GuardedChannel(
                base: try HTTP2UpgradeChannel(
                    tlsConfiguration: TLSConfiguration(credential),
                    configuration: .init(
                        idleTimeout: .nanoseconds(2 * idle.nanoseconds), streamConfiguration: configuration),
                    responder: responder),
                limits: limits, handshakeLimit: handshakeLimit * options.patience)
        }
    }
}
