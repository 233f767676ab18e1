// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import LimnGeometry
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1

/// Closes a connection, or an HTTP/2 stream, if its peer is too slow at sending requests or reading responses.
///
/// The idle timeout is not sufficient: each part of a request resets it, so a body that arrives byte by byte never
/// triggers it. Nor does it apply to a response that the peer does not read. Without this handler, a refused body of
/// any length would be read to its end.
final class ExchangeGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The limits for slow peers.
    struct Limits: Sendable {
        /// The interval at which a connection is checked.
        var period = TimeAmount.seconds(5)
        /// The fewest bytes of a body that must arrive per period while the server waits for them.
        var leastBytes = 1024
        /// The number of consecutive slow periods after which the connection is closed.
        var patience = 3
        /// The longest time without progress while a part of a response waits to be sent.
        var stall = TimeAmount.seconds(30)
        /// The number of bytes of a refused body that are still read. Otherwise the peer might not be able to read the
        /// response. ``drainTime`` limits the time for it.
        var drainBytes = 16 << 20
        var drainTime = TimeAmount.seconds(2)

        /// The longest time for a request head, from its first byte.
        var head = TimeAmount.seconds(10)

        /// Creates limits with scaled times.
        ///
        /// - Parameter patience: the factor for ``period``, ``stall`` and ``head``.
        init(patience: Double = 1) {
            period = period * patience
            stall = stall * patience
            head = head * patience
        }
    }

    private let limits: Limits
    private var isHTTP1 = false
    /// Whether a request has begun but not ended.
    private var isReceiving = false
    /// Whether the server waits for more bytes of the request.
    private var isWaiting = false
    private var received = 0
    private var slowPeriods = 0
    /// The number of writes that have not completed yet.
    private var pending = 0
    private var lastProgress = NIODeadline.now()
    private var drained: Int?
    private var task: RepeatedTask?
    private var wire: WireGuard?

    init(_ limits: Limits = Limits()) { self.limits = limits }

    // MARK: Life cycle

    func handlerAdded(context: ChannelHandlerContext) {
        let operations = context.pipeline.syncOperations
        if let codec = try? operations.handler(type: HTTP1ToHTTPServerCodec.self) {
            isHTTP1 = true
            try? operations.addHandler(HeadGuard(), position: .before(codec))
            if let encoder = try? operations.handler(type: HTTPResponseEncoder.self) {
                let wire = WireGuard(headLimit: limits.head)
                try? operations.addHandler(wire, position: .before(encoder))
                self.wire = wire
            }
        }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        task = context.eventLoop.scheduleRepeatedTask(initialDelay: limits.period, delay: limits.period) { _ in
            let (handler, context) = bound.value
            handler.look(context)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    private func stop() {
        task?.cancel()
        task = nil
    }

    // MARK: Requests

    func read(context: ChannelHandlerContext) {
        isWaiting = true
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isWaiting = false
        switch unwrapInboundIn(data) {
        case .head:
            wire?.partArrived(explains: Int.max)
            isReceiving = true
            (received, slowPeriods) = (0, 0)
        case .body(let buffer):
            wire?.partArrived(explains: buffer.readableBytes)
            received += buffer.readableBytes
            if let drained {
                self.drained = drained + buffer.readableBytes
                if drained > limits.drainBytes { context.close(promise: nil) }
                return
            }
        case .end:
            wire?.partArrived(explains: 0)
            isReceiving = false
            if drained != nil { return context.close(promise: nil) }
        }
        context.fireChannelRead(data)
    }

    private func look(_ context: ChannelHandlerContext) {
        if pending > 0, NIODeadline.now() - lastProgress > limits.stall { return context.close(promise: nil) }
        slowPeriods = isReceiving && isWaiting && received < limits.leastBytes ? slowPeriods + 1 : 0
        received = 0
        if slowPeriods >= limits.patience { context.close(promise: nil) }
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var part = unwrapOutboundIn(data)
        if case .head(var head) = part, isHTTP1, isReceiving, head.status.code >= 400 {
            head.headerFields[.connection] = "close"
            part = .head(head)
        }
        // A large body is sent in pieces, so that a slow reader can be distinguished from a peer that reads nothing.
        if case .body(var buffer) = part {
            while buffer.readableBytes > Self.piece, let piece = buffer.readSlice(length: Self.piece) {
                send(.body(piece), context, context.eventLoop.makePromise())
            }
            part = .body(buffer)
        }
        send(part, context, promise ?? context.eventLoop.makePromise())
    }

    private static let piece = 64 << 10

    private func send(
        _ part: HTTPResponsePart, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>
    ) {
        let isEnd = if case .end = part { true } else { false }
        if pending == 0 { lastProgress = .now() }
        pending += 1
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        promise.futureResult.whenComplete { _ in
            let (handler, context) = bound.value
            handler.pending -= 1
            handler.lastProgress = .now()
            if isEnd { handler.endedAnswer(context) }
        }
        context.write(wrapOutboundOut(part), promise: promise)
    }

    /// Handles the end of a response. If the request has not ended, its remaining bytes are discarded for
    /// ``Limits/drainTime``; then the connection is closed.
    private func endedAnswer(_ context: ChannelHandlerContext) {
        guard isReceiving, drained == nil else { return }
        drained = 0
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: limits.drainTime) { bound.value.close(promise: nil) }
    }
}

extension TimeAmount {
    static func * (time: TimeAmount, factor: Double) -> TimeAmount {
        .milliseconds(Int64(clamping: (Double(time.nanoseconds) / 1e6 * factor).rounded(.up)))
    }
}
