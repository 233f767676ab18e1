// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Metrics

/// Records the metrics of a server.
struct Telemetry: Sendable {
    /// The registry of all metrics. swift-metrics allows one per process.
    static let registry: PrometheusRegistry = {
        let registry = PrometheusRegistry()
        MetricsSystem.bootstrap(registry)
        return registry
    }()

    /// Returns the name of a method; `other` for one of a client's own.
    static func word(for method: HTTPRequest.Method) -> String {
        let known: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]
        return known.contains(method) ? method.rawValue : "other"
    }

    /// Records a completed request. Labels contain the route instead of the path, so they contain no names and ids.
    static func record(_ request: Request, route: String?, status: Int, _ duration: Duration) {
        _ = registry
        let method = word(for: request.method)
        let route = route ?? "none"
        Counter(
            label: "http_requests_total", dimensions: [("method", method), ("route", route), ("status", "\(status)")]
        ).increment()
        Timer(label: "http_request_duration_seconds", dimensions: [("method", method), ("route", route)])
            .recordNanoseconds(duration.nanoseconds)
        let changesInk = ["/edits", "/undo", "/redo"].contains { route.hasSuffix($0) }
        if changesInk, request.method == .post, (200..<300).contains(status) {
            Counter(label: "limn_saves_total").increment()
        }
    }

    /// Returns all metrics in the text format of Prometheus.
    static func text(_ services: Services) -> String { registry.text(further: gauges(services)) }

    /// Returns the values of all metrics now.
    static func snapshot(_ services: Services) -> PrometheusRegistry.Snapshot {
        var snapshot = registry.snapshot
        snapshot.add(gauges(services))
        return snapshot
    }

    /// Returns what is asked for when metrics are read.
    private static func gauges(_ services: Services) -> [PrometheusRegistry.Gauge] {
        let workshop = services.workshop
        let (running, waiting, ended) = workshop.jobs.figures
        let pictures = workshop.pictureTurns.load
        let cache = workshop.pictures.figures
        var gauges: [PrometheusRegistry.Gauge] = [
            ("limn_workers", [], Double(services.options.workers)),
            ("limn_jobs_running", [], Double(running)), ("limn_queue_length", [("kind", "jobs")], Double(waiting)),
            ("limn_pictures_running", [], Double(pictures.running)),
            ("limn_queue_length", [("kind", "pictures")], Double(pictures.waiting)),
            ("limn_picture_cache_bytes", [], Double(cache.bytes)),
            ("limn_picture_cache_hits", [], Double(cache.hits)),
            ("limn_picture_cache_misses", [], Double(cache.misses)),
            ("limn_library_bytes", [], Double(workshop.quota.used())),
            ("limn_library_quota_bytes", [], Double(services.options.quota)),
        ]
        for (state, count) in ended { gauges.append(("limn_jobs_ended", [("state", state)], Double(count))) }
        for (state, count) in workshop.jobs.exportCounts {
            gauges.append(("limn_exports", [("state", state)], Double(count)))
        }
        if let memory = Self.residentMemory { gauges.append(("process_resident_memory_bytes", [], Double(memory))) }
        return gauges
    }

    /// The resident memory of this process in bytes; nil if it is unknown.
    private static var residentMemory: Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * Int(getpagesize()) }
    }
}

extension Duration {
    /// The duration in nanoseconds.
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue + attoseconds / 1_000_000_000
    }
}
