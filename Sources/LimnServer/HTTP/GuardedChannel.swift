// SPDX-License-Identifier: GPL-3.0-or-later

internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOSSL

/// A channel with a ``ConnectionGuard`` next to its socket.
struct GuardedChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let limits: ConnectionLimits
    /// The longest time for the TLS handshake; nil without TLS.
    let handshakeLimit: TimeAmount?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        let guardian = ConnectionGuard(isAdmitted: limits.admit(channel), handshakeLimit: handshakeLimit)
        do { try channel.pipeline.syncOperations.addHandler(guardian) } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        let bound = NIOLoopBound(guardian, eventLoop: channel.eventLoop)
        return base.setup(channel: channel, logger: logger).map { value in
            let operations = channel.pipeline.syncOperations
            if let encryption = try? operations.handler(type: NIOSSLServerHandler.self) {
                try? operations.addHandler(HandshakeWatch(bound.value), position: .after(encryption))
            }
            return value
        }
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
