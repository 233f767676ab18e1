// SPDX-License-Identifier: GPL-3.0-or-later

internal import AsyncHTTPClient
internal import Foundation
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import ServiceLifecycle
internal import Synchronization
internal import Tracing

/// Sends spans and metrics to an OpenTelemetry collector, as OTLP over HTTP.
///
/// A collector that is away or slow costs the server nothing but the spans that do not fit in the queue: requests never
/// wait for it.
final class OTLPExporter: Service {
    /// The maximum number of spans that wait for the collector. Further ones are dropped.
    static let queueLimit = 4096
    /// The maximum number of spans in a request.
    private static let batchLimit = 512
    /// The time between two requests for spans.
    private static let spanPause = Duration.seconds(2)
    /// The number of such times between two requests for metrics.
    private static let metricTurns = 15
    /// How long a request may take.
    private static let patience = TimeAmount.seconds(5)
    /// How long the last requests may take when the server stops.
    private static let lastPatience = TimeAmount.seconds(1)

    private let address: CollectorAddress
    private let snapshot: @Sendable () async -> PrometheusRegistry.Snapshot?
    private let logger: Logger
    private let start = OTLPExporter.now
    private let waiting = Mutex(Waiting())
    /// Whether the last request failed, so that a collector that is away is told of once.
    private let isFailing = Mutex(false)
    /// Whether spans were dropped at the last request.
    private let isDropping = Mutex(false)

    /// What a collector does with a message.
    private enum Outcome {
        case taken
        /// It will never take this one.
        case refused
        /// It may take it later.
        case away
    }

    private struct Waiting {
        var spans: [EndedSpan] = []
        var dropped = 0
    }

    /// - Parameters:
    ///   - address: the collector.
    ///   - snapshot: returns the metrics at the time of the call; nil if they cannot be had.
    ///   - logger: gets a line when the collector cannot be reached, and when it can again.
    init(
        _ address: CollectorAddress, _ logger: Logger,
        snapshot: @escaping @Sendable () async -> PrometheusRegistry.Snapshot?
    ) {
        (self.address, self.logger, self.snapshot) = (address, logger, snapshot)
    }

    /// The numbers of spans that wait, and that were dropped since the last request.
    var load: (waiting: Int, dropped: Int) { waiting.withLock { ($0.spans.count, $0.dropped) } }

    /// Takes a span, to be sent later.
    func take(_ span: EndedSpan) {
        waiting.withLock { waiting in
            if waiting.spans.count < Self.queueLimit { waiting.spans.append(span) } else { waiting.dropped += 1 }
        }
    }

    /// Sends until the server stops, and then what is left.
    func run() async {
        var configuration = HTTPClient.Configuration()
        // A span for each request to the collector would be one more span to send, without end.
        configuration.tracing.tracer = nil
        // A redirected POST becomes a GET, which would look like a success.
        configuration.redirectConfiguration = .disallow
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        var turn = 0
        while await cancelWhenGracefulShutdown({ (try? await Task.sleep(for: Self.spanPause)) != nil }) {
            turn += 1
            await sendSpans(client, Self.patience)
            if turn % Self.metricTurns == 0 { await sendMetrics(client, Self.patience) }
        }
        await sendSpans(client, Self.lastPatience)
        await sendMetrics(client, Self.lastPatience)
        try? await client.shutdown()
    }

    private func sendSpans(_ client: HTTPClient, _ patience: TimeAmount) async {
        // What comes meanwhile waits for the next time.
        for _ in 0..<Self.queueLimit / Self.batchLimit {
            let (batch, dropped) = waiting.withLock { waiting in
                defer {
                    waiting.spans.removeFirst(min(Self.batchLimit, waiting.spans.count))
                    waiting.dropped = 0
                }
                return (Array(waiting.spans.prefix(Self.batchLimit)), waiting.dropped)
            }
            tell(dropped: dropped)
            guard !batch.isEmpty else { return }
            let outcome = await send(OTLP.Traces(batch), to: address.traces, client, patience)
            guard outcome != .away else { return putBack(batch) }
        }
    }

    /// Puts spans back to be sent the next time. Newer ones that then do not fit are dropped.
    private func putBack(_ batch: [EndedSpan]) {
        waiting.withLock { waiting in
            waiting.spans.insert(contentsOf: batch, at: 0)
            let excess = max(0, waiting.spans.count - Self.queueLimit)
            waiting.spans.removeLast(excess)
            waiting.dropped += excess
        }
    }

    /// Logs that spans are dropped, once until it ends.
    private func tell(dropped: Int) {
        let wasDropping = isDropping.withLock { isDropping in
            defer { isDropping = dropped > 0 }
            return isDropping
        }
        guard dropped > 0, !wasDropping else { return }
        logger.warning("The collector is too slow: spans were dropped.", metadata: ["spans": "\(dropped)"])
    }

    private func sendMetrics(_ client: HTTPClient, _ patience: TimeAmount) async {
        guard let snapshot = await snapshot() else { return }
        let message = OTLP.Metrics(snapshot, start: start, time: Self.now)
        _ = await send(message, to: address.metrics, client, patience)
    }

    /// Sends a message.
    private func send(
        _ message: some Encodable, to address: String, _ client: HTTPClient, _ patience: TimeAmount
    ) async -> Outcome {
        var (why, outcome) = (String?.none, Outcome.taken)
        do {
            var request = HTTPClientRequest(url: address)
            request.method = .POST
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(message)))
            let status = try await client.execute(request, timeout: patience).status
            if !(200..<300).contains(status.code) {
                (why, outcome) = (
                    "it answers \(status.code)", [429, 502, 503, 504].contains(status.code) ? .away : .refused
                )
            }
        } catch { (why, outcome) = ("\(error)", .away) }
        let changes = isFailing.withLock { isFailing in
            defer { isFailing = why != nil }
            return isFailing != (why != nil)
        }
        if changes, let why {
            logger.warning("The collector takes no spans and metrics.", metadata: ["reason": "\(why)"])
        } else if changes {
            logger.notice("The collector takes spans and metrics again.")
        }
        return outcome
    }

    /// The time in nanoseconds since 1970.
    private static var now: UInt64 { DefaultTracerClock().now.nanosecondsSinceEpoch }
}
