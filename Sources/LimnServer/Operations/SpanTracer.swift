// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Logging
internal import Synchronization
internal import Tracing

/// A tracer that hands on each span when it ends. Spans have the ids of W3C Trace Context, so that a collector can join
/// them with the spans of a proxy and of callers.
struct SpanTracer: Tracer {
    /// Takes the spans.
    let sinks: [@Sendable (EndedSpan) -> Void]

    /// Makes this the tracer of the process. A process has one, so only the first call has an effect.
    static func start(_ sinks: [@Sendable (EndedSpan) -> Void]) {
        isStarted.withLock { isStarted in
            if !isStarted { InstrumentationSystem.bootstrap(SpanTracer(sinks: sinks)) }
            isStarted = true
        }
    }

    private static let isStarted = Mutex(false)

    func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> RunningSpan {
        RunningSpan(operationName, kind, in: context(), from: instant().nanosecondsSinceEpoch, sinks)
    }

    func forceFlush() {}

    /// Reads `traceparent`. An invalid one is ignored.
    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        guard let parent = TraceParent(extractor.extract(key: "traceparent", from: carrier)) else { return }
        context.trace = TraceContext(trace: parent.trace, span: parent.span)
    }

    /// Writes `traceparent`.
    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let trace = context.trace else { return }
        injector.inject("00-\(trace.trace)-\(trace.span)-01", forKey: "traceparent", into: &carrier)
    }
}

/// A span that has ended.
///
/// Names and attributes come from the server's code alone, so that no names, texts and tokens of people leave it; events,
/// links and the texts of errors are left out for the same reason.
struct EndedSpan: Sendable {
    /// The value of an attribute.
    enum Value: Hashable, Sendable {
        case text(String)
        case number(Int64)
    }

    var place: TraceContext
    /// The id of the span around it; nil for the outermost one.
    var parent: String?
    var name: String
    var kind = SpanKind.internal
    /// The beginning and the end, in nanoseconds since 1970.
    var (start, end): (UInt64, UInt64)
    var hasFailed: Bool
    var attributes: [String: Value]

    /// Writes the span to a log.
    func log(to logger: Logger) {
        var metadata: Logger.Metadata = [
            "span": "\(place.span)", "trace": "\(place.trace)", "name": "\(name)",
            "milliseconds": "\(Double(end - start) / 1e6)",
        ]
        if let parent { metadata["parent"] = "\(parent)" }
        if hasFailed { metadata["failed"] = "true" }
        for (name, value) in attributes {
            switch value {
            case .text(let text): metadata[name] = "\(text)"
            case .number(let number): metadata[name] = "\(number)"
            }
        }
        logger.info("span", metadata: metadata)
    }
}

/// A span of ``SpanTracer``.
final class RunningSpan: Span {
    let context: ServiceContext
    private let parent: String?
    private let kind: SpanKind
    private let start: UInt64
    private let sinks: [@Sendable (EndedSpan) -> Void]
    private let state: Mutex<State>

    private struct State {
        var name: String
        var attributes: SpanAttributes = [:]
        var hasFailed = false
        var hasEnded = false
    }

    init(
        _ name: String, _ kind: SpanKind, in context: ServiceContext, from start: UInt64,
        _ sinks: [@Sendable (EndedSpan) -> Void]
    ) {
        parent = context.trace?.span
        var inner = context
        inner.trace = TraceContext(
            trace: context.trace?.trace ?? RequestIdentifier.next(), span: String(RequestIdentifier.next().prefix(16)))
        self.context = inner
        (self.kind, self.start, self.sinks) = (kind, start, sinks)
        state = Mutex(State(name: name))
    }

    var operationName: String {
        get { state.withLock(\.name) }
        set { state.withLock { $0.name = newValue } }
    }

    var attributes: SpanAttributes {
        get { state.withLock(\.attributes) }
        set { state.withLock { $0.attributes = newValue } }
    }

    var isRecording: Bool { state.withLock { !$0.hasEnded } }

    func setStatus(_ status: SpanStatus) { state.withLock { $0.hasFailed = status.code == .error } }

    func addEvent(_ event: SpanEvent) {}

    func addLink(_ link: SpanLink) {}

    func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        state.withLock { $0.hasFailed = true }
    }

    func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        let end = instant().nanosecondsSinceEpoch
        let ended = state.withLock { state -> State? in
            defer { state.hasEnded = true }
            return state.hasEnded ? nil : state
        }
        guard let ended, let place = context.trace else { return }
        var attributes: [String: EndedSpan.Value] = [:]
        ended.attributes.forEach { name, value in
            if case .string(let text) = value { attributes[name] = .text(text) }
            if case .int64(let number) = value { attributes[name] = .number(number) }
        }
        let span = EndedSpan(
            place: place, parent: parent, name: ended.name, kind: kind, start: start, end: max(start, end),
            hasFailed: ended.hasFailed, attributes: attributes)
        for sink in sinks { sink(span) }
    }
}

/// Reads fields of requests for tracers.
struct RequestFields: Extractor {
    /// Returns a field that occurs once.
    func extract(key: String, from carrier: HTTPFields) -> String? {
        guard let name = HTTPField.Name(key) else { return nil }
        let values = carrier[values: name]
        return values.count == 1 ? values[0] : nil
    }
}
