// SPDX-License-Identifier: GPL-3.0-or-later

internal import NIOCore

/// Closes an HTTP/1 connection if its bytes yield no content: a head that arrives too slowly, or a body that consists
/// of chunk framing. It counts the bytes before they are parsed.
///
/// The output of the parser does not show such attacks: chunk extensions may have any length.
final class WireGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The maximum number of received bytes that are not part of a head or a body.
    private static let limit = 256 << 10
    /// The number of received bytes that are allowed per byte of a body. A chunk of one byte needs six.
    private static let factor = 16

    private let headLimit: TimeAmount
    private var unexplained = 0
    private var hasParts = false
    private var task: Scheduled<Void>?

    /// Creates a guard for a new connection.
    ///
    /// - Parameter headLimit: the longest time for a request head, from its first byte.
    init(headLimit: TimeAmount) { self.headLimit = headLimit }

    /// Records that the parser has produced a part of a request.
    ///
    /// - Parameter explains: the number of content bytes in the part; Int.max for a head, which accounts for all bytes
    ///   so far.
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
        // Bytes that yield no part are the beginning of a head, or framing.
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
