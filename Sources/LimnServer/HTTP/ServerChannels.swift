// SPDX-License-Identifier: GPL-3.0-or-later

internal import HummingbirdCore
internal import HummingbirdHTTP2
internal import HummingbirdTLS
internal import NIOCore
internal import NIOSSL

/// Creates the channels of connections: HTTP/1.1, and with TLS also HTTP/2.
enum ServerChannels {
    /// The largest size of a request head, in bytes.
    static let headerLimit = 32 << 10
    /// The maximum number of fields in a request head.
    static let fieldLimit = 100
    /// The longest time without data between two requests or during a request.
    static let idleLimit = TimeAmount.seconds(30)
    /// The longest time for the TLS handshake.
    static let handshakeLimit = TimeAmount.seconds(10)

    /// Returns the channels of the server's connections.
    ///
    /// - Parameters:
    ///   - credential: the source of the TLS certificate and key; nil for connections without TLS.
    ///   - responder: the closure that answers a request.
    /// - Throws: an error of NIOSSL if the certificate cannot be used.
    static func make(
        _ options: ServerOptions, _ credential: (any TLSCredentialSource)?,
        _ responder: @escaping HTTPChannelHandler.Responder
    ) throws -> any ServerChildChannel {
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
            return GuardedChannel(
                base: HTTP1Channel(responder: responder, configuration: configuration), limits: limits,
                handshakeLimit: nil)
        }
        return GuardedChannel(
            base: try HTTP2UpgradeChannel(
                tlsConfiguration: TLSConfiguration(credential),
                configuration: .init(
                    idleTimeout: .nanoseconds(2 * idle.nanoseconds), streamConfiguration: configuration),
                responder: responder),
            limits: limits, handshakeLimit: handshakeLimit * options.patience)
    }
}
