// SPDX-License-Identifier: GPL-3.0-or-later

internal import NIOCore

/// Watches the bytes of a connection of HTTP/1 before they are parsed, and ends it where they lead to nothing: a head that
/// drips, or a body that consists of framing.
///
/// What the parser hands on does not show it: an extension of a chunk may be of any length.
final class WireGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The most bytes that may come without being part of a head or a body.
    private static let limit = 256 << 10
    /// For each byte of a body so many bytes may come. A chunk of one byte needs six.
    private static let factor = 16

    private let headLimit: TimeAmount
    private var unexplained = 0
    private var hasParts = false
    private var task: Scheduled<Void>?

    /// - Parameter headLimit: how long a head may take from its first byte on.
    init(headLimit: TimeAmount) { self.headLimit = headLimit }

    /// A part was parsed.
    ///
    /// - Parameter explains: the bytes of it that are content; a head explains all that came before.
    func partArrived(explains count: Int) {
        hasParts = true
        let (bytes, isLarge) = count.multipliedReportingOverflow(by: Self.factor)
        unexplained = isLarge ? 0 : max(0, unexplained - bytes)
        task?.cancel()
        task = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unexplained += unwrapInboundIn(data).readableBytes
        guard unexplained <= Self.limit else { return context.close(promise: nil) }
        hasParts = false
        context.fireChannelRead(data)
        // Bytes that made no part are the beginning of a head, or framing.
        guard !hasParts, task == nil, context.channel.isActive else { return }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        task = context.eventLoop.scheduleTask(in: headLimit) { bound.value.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        handlerRemoved(context: context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        task?.cancel()
        task = nil
    }
}
