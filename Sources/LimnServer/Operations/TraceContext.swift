// SPDX-License-Identifier: GPL-3.0-or-later

internal import ServiceContextModule

/// The place of a span in a trace.
struct TraceContext: Hashable, Sendable {
    /// The trace id: 32 hexadecimal digits.
    let trace: String
    /// The id of the span: 16 hexadecimal digits.
    let span: String
}

/// The key of a ``TraceContext`` in a service context.
private enum TraceContextKey: ServiceContextKey {
    typealias Value = TraceContext
}

extension ServiceContext {
    /// The place in a trace; nil outside of a span.
    var trace: TraceContext? {
        get { self[TraceContextKey.self] }
        set { self[TraceContextKey.self] = newValue }
    }
}
