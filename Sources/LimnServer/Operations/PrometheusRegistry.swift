// SPDX-License-Identifier: GPL-3.0-or-later

internal import CoreMetrics
internal import Synchronization

/// Keeps counters, gauges and histograms in memory and formats them for Prometheus (text exposition format 0.0.4).
final class PrometheusRegistry: MetricsFactory {
    /// The name of a metric with its labels.
    struct Series: Hashable, Comparable, Sendable {
        let name: String
        let labels: [Label]

        struct Label: Hashable, Comparable, Sendable {
            let name: String
            let value: String

            static func < (left: Self, right: Self) -> Bool { (left.name, left.value) < (right.name, right.value) }
        }

        init(_ name: String, _ dimensions: [(String, String)]) {
            self.name = Self.word(name)
            labels = dimensions.map { Label(name: Self.word($0.0), value: $0.1) }.sorted()
        }

        static func < (left: Self, right: Self) -> Bool {
            left.name == right.name ? left.labels.lexicographicallyPrecedes(right.labels) : left.name < right.name
        }

        /// Replaces all characters of a name that Prometheus does not allow.
        private static func word(_ text: String) -> String {
            String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "_" })
        }

        /// Returns the labels and additional labels in braces; an empty string if there are none.
        func text(_ further: [(String, String)] = []) -> String {
            let pairs = labels.map { ($0.name, $0.value) } + further
            guard !pairs.isEmpty else { return "" }
            let shown = pairs.map { name, value in
                let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                    .replacing("\n", with: "\\n")
                return "\(name)=\"\(escaped)\""
            }
            return "{\(shown.joined(separator: ","))}"
        }
    }

    /// The values of all series at a moment.
    struct Snapshot: Sendable {
        var counts: [Series: Int64] = [:]
        var gauges: [Series: Double] = [:]
        var histograms: [Series: Histogram] = [:]

        /// Adds gauges that are not kept but asked for.
        mutating func add(_ further: [Gauge]) {
            for gauge in further { gauges[Series(gauge.name, gauge.dimensions)] = gauge.value }
        }
    }

    /// A value with the name and the labels of its series.
    typealias Gauge = (name: String, dimensions: [(String, String)], value: Double)

    private let state = Mutex(Snapshot())

    /// The values of all series now.
    var snapshot: Snapshot { state.withLock { $0 } }

    /// The maximum number of series of each kind. Values of further series are dropped, which bounds the memory.
    private static let limit = 10_000

    fileprivate func add(_ amount: Int64, to series: Series) {
        state.withLock { state in
            guard state.counts[series] != nil || state.counts.count < Self.limit else { return }
            state.counts[series, default: 0] &+= amount
        }
    }

    fileprivate func reset(_ series: Series) { state.withLock { $0.counts[series] = 0 } }

    fileprivate func set(_ value: Double, of series: Series) {
        state.withLock { state in
            guard state.gauges[series] != nil || state.gauges.count < Self.limit else { return }
            state.gauges[series] = value
        }
    }

    func record(_ value: Double, in series: Series) {
        state.withLock { state in
            guard state.histograms[series] != nil || state.histograms.count < Self.limit else { return }
            state.histograms[series, default: Histogram()].add(value)
        }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        Handler(Series(label, dimensions), self)
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        aggregate ? Handler(Series(label, dimensions), self) : GaugeHandler(Series(label, dimensions), self)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        Handler(Series(label, dimensions), self)
    }

    // There are few series, so they are never removed.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    /// Returns the text of all series, sorted by type and name.
    ///
    /// - Parameter further: additional gauges, which are evaluated for each call.
    func text(further: [Gauge] = []) -> String {
        var copy = snapshot
        copy.add(further)
        var lines: [String] = []
        func family<Value>(_ series: [Series: Value], _ type: String, _ body: (Series, Value) -> Void) {
            var last: String?
            for (series, value) in series.sorted(by: { $0.key < $1.key }) {
                if series.name != last { lines.append("# TYPE \(series.name) \(type)") }
                last = series.name
                body(series, value)
            }
        }
        family(copy.counts, "counter") { lines.append("\($0.name)\($0.text()) \($1)") }
        family(copy.gauges, "gauge") { lines.append("\($0.name)\($0.text()) \(Histogram.text($1))") }
        family(copy.histograms, "histogram") { series, histogram in
            for (bound, count) in histogram.cumulative {
                lines.append("\(series.name)_bucket\(series.text([("le", bound)])) \(count)")
            }
            lines.append("\(series.name)_sum\(series.text()) \(Histogram.text(histogram.sum))")
            lines.append("\(series.name)_count\(series.text()) \(histogram.count)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// The handler of swift-metrics for a counter or a histogram.
private final class Handler: CounterHandler, RecorderHandler, TimerHandler {
    private let series: PrometheusRegistry.Series
    private let registry: PrometheusRegistry

    init(_ series: PrometheusRegistry.Series, _ registry: PrometheusRegistry) {
        self.series = series
        self.registry = registry
    }

    func increment(by amount: Int64) { registry.add(amount, to: series) }
    func reset() { registry.reset(series) }
    func record(_ value: Int64) { registry.record(Double(value), in: series) }
    func record(_ value: Double) { registry.record(value, in: series) }
    func recordNanoseconds(_ duration: Int64) { registry.record(Double(duration) / 1e9, in: series) }
}

/// The handler of swift-metrics for a gauge.
private final class GaugeHandler: RecorderHandler {
    private let series: PrometheusRegistry.Series
    private let registry: PrometheusRegistry

    init(_ series: PrometheusRegistry.Series, _ registry: PrometheusRegistry) {
        self.series = series
        self.registry = registry
    }

    func record(_ value: Int64) { registry.set(Double(value), of: series) }
    func record(_ value: Double) { registry.set(value, of: series) }
}

/// The number, the sum and the distribution of recorded values.
struct Histogram: Sendable {
    /// The upper bounds of the buckets in seconds, from a cached picture to a long export.
    static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

    /// The numbers of values in the buckets, without those above the last bound.
    private(set) var counts = [Int](repeating: 0, count: bounds.count)
    private(set) var count = 0
    private(set) var sum = 0.0

    /// Adds a value.
    mutating func add(_ value: Double) {
        count += 1
        sum += value
        if let index = Self.bounds.firstIndex(where: { value <= $0 }) { counts[index] += 1 }
    }

    /// The bounds, each with the number of values that are not greater.
    var cumulative: [(bound: String, count: Int)] {
        var total = 0
        return zip(Self.bounds, counts).map { bound, count in
            total += count
            return (Self.text(bound), total)
        } + [("+Inf", count)]
    }

    /// Formats a number, without a fraction if it is an integer.
    static func text(_ value: Double) -> String { Int64(exactly: value).map { "\($0)" } ?? "\(value)" }
}
