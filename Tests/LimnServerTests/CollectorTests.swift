// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Logging
import SystemPackage
import TestSupport
import Testing

@testable import LimnServer

/// `--otlp`: a collector that reads what it gets by OpenTelemetry's own messages.
@Suite struct CollectorTests {
    @Test func `a collector gets the spans and the metrics, by the words of OpenTelemetry, and no names`() throws {
        let collector = try Collector()
        let server = try RunningServer(["--no-auth", "--otlp", "http://127.0.0.1:\(collector.port)/"])
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        _ = try server.request(
            "GET", "/templates/hidden-name?q=hidden-text", ["traceparent": "00-\(trace)-00f067aa0ba902b7-01"])
        for _ in 0..<3 { _ = try server.request("GET", "/version") }
        server.send(signal: SIGTERM)
        #expect(server.wait() == 0)
        let got = try collector.got()
        #expect(got.allSatisfy { $0["wrong"] == nil && $0["type"] as? String == "application/json" }, "\(got)")
        let spans = try collector.parts("/v1/traces", "resourceSpans", "scopeSpans", "spans")
        let request = try #require(spans.first { $0["traceId"] as? String == trace })
        #expect(request["parentSpanId"] as? String == "00f067aa0ba902b7" && request["kind"] as? Int == 2)
        #expect(spans.count { $0["name"] as? String == "GET /version" } == 3, "\(spans)")
        // Spans about sending spans would never end.
        #expect(spans.allSatisfy { ($0["name"] as? String)?.hasPrefix("GET ") == true }, "\(spans)")
        let metrics = try collector.parts("/v1/metrics", "resourceMetrics", "scopeMetrics", "metrics")
        let named = Dictionary(metrics.map { ($0["name"] as? String ?? "", $0) }) { $1 }
        let counts = try #require(
            (named["http_requests_total"]?["sum"] as? [String: Any])?["dataPoints"] as? [[String: Any]])
        #expect(counts.contains { $0["asInt"] as? String == "3" }, "\(counts)")
        #expect(named["limn_library_bytes"]?["gauge"] != nil)
        let times = named["http_request_duration_seconds"]?["histogram"] as? [String: Any]
        for point in try #require(times?["dataPoints"] as? [[String: Any]]) {
            let buckets = try #require(point["bucketCounts"] as? [String]).compactMap { Int($0) }
            #expect("\(buckets.reduce(0, +))" == point["count"] as? String)
            #expect((point["explicitBounds"] as? [Double])?.count == buckets.count - 1)
        }
        #expect(!got.contains { "\($0)".contains("hidden") })
    }

    @Test func `a collector that is away costs a line in the log, and nothing else`() throws {
        let collector = try Collector()
        try collector.leave()
        let server = try RunningServer(["--no-auth", "--otlp", "http://127.0.0.1:\(collector.port)"])
        func lines(_ words: String) throws -> Int {
            try server.logged().split(separator: "\n").count { $0.contains(words) }
        }
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        _ = try server.request("GET", "/version", ["traceparent": "00-\(trace)-00f067aa0ba902b7-01"])
        for _ in 0..<Patience.limit where try lines("takes no spans") == 0 {
            #expect(try server.request("GET", "/version").status == 200)
            usleep(500_000)
        }
        #expect(try lines("takes no spans") == 1)
        try collector.comeBack()
        for _ in 0..<Patience.limit where try collector.got().isEmpty {
            #expect(try server.request("GET", "/version").status == 200)
            usleep(500_000)
        }
        #expect(try !collector.got().isEmpty)
        // What happened while it was away comes, too: the first request is one of them.
        let spans = try collector.parts("/v1/traces", "resourceSpans", "scopeSpans", "spans")
        #expect(spans.contains { $0["traceId"] as? String == trace }, "\(spans)")
        #expect(try lines("takes no spans") == 1)
    }

    @Test func `spans that do not fit in the queue are dropped, and the first ones stay`() throws {
        let address = try #require(CollectorAddress("http://127.0.0.1:1"))
        let exporter = OTLPExporter(address, Logger(label: "test")) { nil }
        let place = TraceContext(trace: "4bf92f3577b34da6a3ce929d0e0e4736", span: "00f067aa0ba902b7")
        for number in 0..<OTLPExporter.queueLimit + 10 {
            exporter.take(
                EndedSpan(
                    place: place, name: "\(number)", start: 1, end: 2, hasFailed: false,
                    attributes: [:]))
        }
        #expect(exporter.load == (OTLPExporter.queueLimit, 10))
    }

    @Test(arguments: [
        "http://127.0.0.1:4318", "https://collector.example/otlp/", "http://[::1]:4318", "HTTP://a",
    ])
    func `an address without paths of its own gets those of OTLP`(text: String) throws {
        let address = try #require(CollectorAddress(text))
        #expect(address.traces.hasSuffix("/v1/traces") && !address.traces.contains("//v1"))
        #expect(address.metrics.hasSuffix("/v1/metrics"))
    }

    @Test(arguments: ["", "collector:4318", "ftp://a", "http://", "http://me:secret@a", "http://a?key=1", "http://a#b"])
    func `what is no address of a collector is refused before the server starts`(text: String) {
        #expect(CollectorAddress(text) == nil)
        var options = ServerOptions(library: "/tmp/none")
        options.collector = text
        #expect(throws: ServerError.self) { try options.validate() }
    }
}

/// A running collector.
private final class Collector {
    let port: Int
    private let folder: TemporaryFolder
    private let process = Process()

    init() throws {
        folder = try TemporaryFolder()
        process.executableURL = Project.folder.appendingPathComponent(".venv/bin/python")
        process.arguments = [try scriptPath("collector"), folder.path("")]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let place = folder.path("port")
        for _ in 0..<10 * Patience.limit where !FileManager.default.fileExists(atPath: place) { usleep(100_000) }
        port = try #require(Int(String(contentsOfFile: place, encoding: .utf8)))
    }

    // The signals that end a program are blocked in children of a test.
    deinit { kill(process.processIdentifier, SIGKILL) }

    /// Answers 503 from now on.
    func leave() throws { try Data().write(to: URL(filePath: folder.path("away"))) }

    func comeBack() throws { try FileManager.default.removeItem(atPath: folder.path("away")) }

    /// The requests that it has got, in no order.
    func got() throws -> [[String: Any]] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path("")).filter { $0.hasSuffix(".json") }.map {
            let data = try Data(contentsOf: URL(filePath: folder.path($0)))
            return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        }
    }

    /// The innermost objects of all requests to a path.
    func parts(_ path: String, _ keys: String...) throws -> [[String: Any]] {
        var found = try got().filter { $0["path"] as? String == path }.compactMap { $0["body"] as? [String: Any] }
        for key in keys { found = found.flatMap { $0[key] as? [[String: Any]] ?? [] } }
        return found
    }
}
