// SPDX-License-Identifier: GPL-3.0-or-later

internal import NIOCore

/// Cancels work for a client as soon as the client closes the connection or its own side of it.
enum Departure {
    /// Runs work and cancels it if the client disconnects. The request's body must have been read to its end.
    ///
    /// - Throws: `CancellationError` if the client has disconnected, and any error of `work`.
    static func cancelling<R: Sendable>(
        on channel: any Channel, _ work: @escaping @Sendable () async throws -> R
    ) async throws -> R {
        let task = Task { try await work() }
        // In HTTP/2, the last frame of every request closes the client's side of the stream. If the client disconnects,
        // the stream itself closes.
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

/// Calls a closure when the peer closes its side of a connection.
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
