// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnPipeline
internal import Tracing

/// The messages of OTLP 1.x in their JSON form: <https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding>.
/// Ids are hexadecimal, and 64-bit numbers are strings.
enum OTLP {
    /// A name with its value.
    struct Attribute: Encodable {
        struct Value: Encodable {
            var stringValue: String?
            var intValue: String?
        }

        let key: String
        let value: Value

        init(_ key: String, _ text: String) { (self.key, value) = (key, Value(stringValue: text)) }

        init(_ key: String, _ value: EndedSpan.Value) {
            self.key = key
            self.value =
                switch value {
                case .text(let text): Value(stringValue: text)
                case .number(let number): Value(intValue: "\(number)")
                }
        }
    }

    /// The program that sends a message.
    struct Resource: Encodable {
        let attributes: [Attribute]

        static let own = Resource(attributes: [
            Attribute("service.name", "limn-server"), Attribute("service.version", LimnVersion.text),
        ])
    }

    /// The part of the program that made spans or metrics.
    struct Scope: Encodable {
        let name = "limn"
    }
}

extension OTLP {
    /// The body of a request to `/v1/traces`.
    struct Traces: Encodable {
        struct ResourceSpans: Encodable {
            let resource = Resource.own
            let scopeSpans: [ScopeSpans]
        }

        struct ScopeSpans: Encodable {
            let scope = Scope()
            let spans: [Span]
        }

        let resourceSpans: [ResourceSpans]

        init(_ spans: [EndedSpan]) {
            resourceSpans = [ResourceSpans(scopeSpans: [ScopeSpans(spans: spans.map { Span($0) })])]
        }
    }

    struct Span: Encodable {
        struct Status: Encodable {
            let code: Int
        }

        let traceId, spanId: String
        let parentSpanId: String?
        let name: String
        let kind: Int
        let startTimeUnixNano, endTimeUnixNano: String
        let attributes: [Attribute]
        let status: Status?

        init(_ span: EndedSpan) {
            (traceId, spanId, parentSpanId) = (span.place.trace, span.place.span, span.parent)
            name = span.name
            kind =
                switch span.kind {
                case .internal: 1
                case .server: 2
                case .client: 3
                case .producer: 4
                case .consumer: 5
                }
            (startTimeUnixNano, endTimeUnixNano) = ("\(span.start)", "\(span.end)")
            attributes = span.attributes.sorted { $0.key < $1.key }.map { Attribute($0.key, $0.value) }
            status = span.hasFailed ? Status(code: 2) : nil
        }
    }
}

extension OTLP {
    /// The body of a request to `/v1/metrics`. Counters and histograms count from the start of the server on.
    struct Metrics: Encodable {
        struct ResourceMetrics: Encodable {
            let resource = Resource.own
            let scopeMetrics: [ScopeMetrics]
        }

        struct ScopeMetrics: Encodable {
            let scope = Scope()
            let metrics: [Metric]
        }

        let resourceMetrics: [ResourceMetrics]

        /// Makes a message.
        ///
        /// - Parameters:
        ///   - snapshot: the values.
        ///   - start: the start of the server, in nanoseconds since 1970.
        ///   - time: the time of the values, in nanoseconds since 1970.
        init(_ snapshot: PrometheusRegistry.Snapshot, start: UInt64, time: UInt64) {
            let (start, time) = ("\(start)", "\(time)")
            var metrics: [Metric] = []
            func group<Value>(
                _ series: [PrometheusRegistry.Series: Value],
                _ metric: (String, [(PrometheusRegistry.Series, Value)]) -> Metric
            ) {
                let named = Dictionary(grouping: series.sorted { $0.key < $1.key }) { $0.key.name }
                metrics += named.sorted { $0.key < $1.key }.map { name, points in
                    metric(name, points.map { ($0.key, $0.value) })
                }
            }
            group(snapshot.counts) { name, points in
                let points = points.map { series, value in
                    NumberPoint(series, start: start, time: time, asInt: "\(value)", asDouble: nil)
                }
                return Metric(name: name, sum: Sum(dataPoints: points))
            }
            group(snapshot.gauges) { name, points in
                let points = points.map { series, value in
                    NumberPoint(series, start: nil, time: time, asInt: nil, asDouble: value)
                }
                return Metric(name: name, gauge: Gauge(dataPoints: points))
            }
            group(snapshot.histograms) { name, points in
                let points = points.map { HistogramPoint($0.0, $0.1, start: start, time: time) }
                return Metric(name: name, histogram: HistogramData(dataPoints: points))
            }
            resourceMetrics = [ResourceMetrics(scopeMetrics: [ScopeMetrics(metrics: metrics)])]
        }
    }

    struct Metric: Encodable {
        let name: String
        var sum: Sum?
        var gauge: Gauge?
        var histogram: HistogramData?
    }

    struct Sum: Encodable {
        /// Cumulative.
        let aggregationTemporality = 2
        let isMonotonic = true
        let dataPoints: [NumberPoint]
    }

    struct Gauge: Encodable {
        let dataPoints: [NumberPoint]
    }

    struct HistogramData: Encodable {
        /// Cumulative.
        let aggregationTemporality = 2
        let dataPoints: [HistogramPoint]
    }

    struct NumberPoint: Encodable {
        let attributes: [Attribute]
        let startTimeUnixNano: String?
        let timeUnixNano: String
        let asInt: String?
        let asDouble: Double?

        init(_ series: PrometheusRegistry.Series, start: String?, time: String, asInt: String?, asDouble: Double?) {
            attributes = series.labels.map { Attribute($0.name, $0.value) }
            (startTimeUnixNano, timeUnixNano, self.asInt, self.asDouble) = (start, time, asInt, asDouble)
        }
    }

    struct HistogramPoint: Encodable {
        let attributes: [Attribute]
        let startTimeUnixNano, timeUnixNano: String
        let count: String
        let sum: Double
        let bucketCounts: [String]
        let explicitBounds = Histogram.bounds

        init(_ series: PrometheusRegistry.Series, _ histogram: Histogram, start: String, time: String) {
            attributes = series.labels.map { Attribute($0.name, $0.value) }
            (startTimeUnixNano, timeUnixNano) = (start, time)
            (count, sum) = ("\(histogram.count)", histogram.sum)
            let above = histogram.count - histogram.counts.reduce(0, +)
            bucketCounts = (histogram.counts + [above]).map { "\($0)" }
        }
    }
}
