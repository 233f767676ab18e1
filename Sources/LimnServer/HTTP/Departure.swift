// SPDX-License-Identifier: GPL-3.0-or-later

internal import NIOCore

/// Work for one client, which is cancelled as soon as this client has gone: when it ends its side of the connection, or the
/// whole of it.
enum Departure {
    /// Does work while a client is there. The request's body must have been read to its end.
    ///
    /// - Throws: `CancellationError` where the client has gone, and what the work throws.
    static func cancelling<R: Sendable>(
        on channel: any Channel, _ work: @escaping @Sendable () async throws -> R
    ) async throws -> R {
        let task = Task { try await work() }
        // A stream of HTTP/2 says with its last frame that it sends nothing more, and closes when its client has gone.
        let isStream = channel.remoteAddress == nil && channel.parent != nil
        channel.closeFuture.whenComplete { _ in task.cancel() }
        let handler = isStream ? nil : DepartureHandler { task.cancel() }
        if let handler { try await channel.pipeline.addHandler(handler).get() }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        if let handler { channel.pipeline.removeHandler(handler, promise: nil) }
        return try result.get()
    }
}

/// Tells when the peer ends its side of a connection.
private final class DepartureHandler: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    private let onDeparture: @Sendable () -> Void

    init(_ onDeparture: @escaping @Sendable () -> Void) { self.onDeparture = onDeparture }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { context.fireChannelRead(data) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { onDeparture() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        onDeparture()
        context.fireChannelInactive()
    }
}
