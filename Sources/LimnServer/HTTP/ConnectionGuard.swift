// SPDX-License-Identifier: GPL-3.0-or-later

internal import NIOCore
internal import NIOTLS

/// The channel handler next to the socket, before TLS and HTTP. It refuses connections beyond the limits, closes
/// connections whose TLS handshake takes too long, and answers plain HTTP requests to an encrypted port.
final class ConnectionGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The longest time for the TLS handshake; nil without TLS.
    private let handshakeLimit: TimeAmount?
    private let isAdmitted: Bool
    private var isFirst = true
    private var isOver = false
    private var task: Scheduled<Void>?

    init(isAdmitted: Bool, handshakeLimit: TimeAmount?) {
        self.isAdmitted = isAdmitted
        self.handshakeLimit = handshakeLimit
    }

    func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { begin(context) } }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    private func begin(_ context: ChannelHandlerContext) {
        guard isAdmitted else {
            let isPlain = handshakeLimit == nil
            return end(
                context, isPlain ? Self.answer("503 Service Unavailable", "Retry-After: 5\r\n", "Too many.") : "")
        }
        guard let handshakeLimit, task == nil else { return }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        // Closing at this handler does not wait for the peer; closing through the TLS handler would.
        task = context.eventLoop.scheduleTask(in: handshakeLimit) { bound.value.close(promise: nil) }
    }

    /// Records that the TLS handshake is complete.
    func shookHands() {
        task?.cancel()
        task = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        let buffer = unwrapInboundIn(data)
        if isFirst, handshakeLimit != nil, let byte = buffer.readableBytesView.first {
            isFirst = false
            // A TLS handshake begins with the byte 22 (RFC 8446, 5.1), an HTTP request with an upper-case letter.
            if (65...90).contains(byte) {
                return end(context, Self.answer("400 Bad Request", "", "Use https:// to reach this server."))
            }
        }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        shookHands()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { shookHands() }

    private func end(_ context: ChannelHandlerContext, _ text: String) {
        isOver = true
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text))).whenComplete { _ in
            bound.value.close(promise: nil)
        }
    }

    private static func answer(_ status: String, _ fields: String, _ text: String) -> String {
        "HTTP/1.1 \(status)\r\n\(fields)Connection: close\r\nContent-Type: text/plain; charset=utf-8\r\n"
            + "X-Content-Type-Options: nosniff\r\nContent-Length: \(text.utf8.count + 1)\r\n\r\n\(text)\n"
    }
}

/// The channel handler after TLS. It notifies the ``ConnectionGuard`` when the handshake is complete.
final class HandshakeWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let guardian: ConnectionGuard

    init(_ guardian: ConnectionGuard) { self.guardian = guardian }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted = event as? TLSUserEvent { guardian.shookHands() }
        context.fireUserInboundEventTriggered(event)
    }
}
