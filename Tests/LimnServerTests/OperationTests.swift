// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnLibrary
import TestSupport
import Testing

@testable import LimnServer

@Suite struct OperationTests {
    @Test func `a server whose library opens and whose workers answer is ready`() throws {
        let server = try RunningServer()
        let reply = try server.request("GET", "/readyz")
        #expect(reply.status == 200)
        #expect(reply.text == "ok\n")
    }

    @Test func `metrics count requests by route and status, and tell of queue, library and exports`() throws {
        let server = try RunningServer()
        for _ in 0..<3 { _ = try server.request("GET", "/version") }
        _ = try server.request("GET", "/nothing-secret")
        let reply = try server.request("GET", "/metrics")
        #expect(reply.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        let lines = Set(reply.text.split(separator: "\n").map { String($0) })
        #expect(lines.contains(#"http_requests_total{method="GET",route="/version",status="200"} 3"#))
        #expect(lines.contains(#"http_requests_total{method="GET",route="none",status="404"} 1"#))
        #expect(lines.contains(#"http_request_duration_seconds_count{method="GET",route="/version"} 3"#))
        #expect(lines.contains(#"http_request_duration_seconds_bucket{method="GET",route="/version",le="+Inf"} 3"#))
        #expect(lines.contains("limn_jobs_running 0"))
        #expect(lines.contains(#"limn_queue_length{kind="jobs"} 0"#))
        #expect(lines.contains("# TYPE http_request_duration_seconds histogram"))
        #expect(lines.contains { $0.hasPrefix("limn_library_bytes ") })
        #expect(!reply.text.contains("nothing-secret"))
    }

    @Test func `the log tells the trace of a request, and no name, path or token`() throws {
        let server = try RunningServer()
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        _ = try server.request(
            "GET", "/templates/hidden-name?q=hidden-text",
            ["traceparent": "00-\(trace)-00f067aa0ba902b7-01", "Authorization": "Bearer hidden-token"])
        _ = try server.request("GET", "/version", ["traceparent": "00-zz-00f067aa0ba902b7-01"])
        let lines = try server.logged().split(separator: "\n")
        let objects = try lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
        }
        #expect(objects.compactMap { $0["trace"] as? String } == [trace])
        #expect(objects.allSatisfy { $0["time"] is String && $0["level"] is String })
        #expect(!lines.contains { $0.contains("hidden") })
    }

    @Test func `spans tell how long the parts of a request take, under the span of its caller`() throws {
        let server = try RunningServer(["--no-auth", "--spans"])
        let sheet = try server.add(
            template: onePagePDF(size: (240, 120), content: "0 g"), named: "hidden name",
            sizes: [Size(width: 240, height: 120)])
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        let reply = try server.request(
            "GET", "/iiif/\(sheet.id):1/full/max/0/default.png",
            ["traceparent": "00-\(trace)-00f067aa0ba902b7-01"])
        #expect(reply.status == 200)
        let lines = try server.logged().split(separator: "\n")
        let spans = try lines.compactMap { line -> [String: String]? in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
            return object?["message"] == "span" ? object : nil
        }
        #expect(spans.count == 3 && spans.allSatisfy { $0["trace"] == trace })
        let request = try #require(spans.first { $0["name"]?.hasPrefix("GET ") == true })
        #expect(request["parent"] == "00f067aa0ba902b7" && request["status"] == "200")
        let parts = spans.filter { $0["parent"] == request["span"] }
        #expect(Set(parts.compactMap { $0["name"] }) == ["wait for a turn", "draw a page"])
        #expect(spans.allSatisfy { (Double($0["milliseconds"] ?? "") ?? -1) >= 0 })
        #expect(!lines.contains { $0.contains("hidden") })
    }

    @Test func `a trace parent has the digits of the specification`() {
        let good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        #expect(TraceParent(good)?.span == "00f067aa0ba902b7")
        #expect(TraceParent("cc" + good.dropFirst(2) + "-more")?.trace == "4bf92f3577b34da6a3ce929d0e0e4736")
        for text in [
            nil, "", "00", good + "-more", "ff" + good.dropFirst(2), good.uppercased(),
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", good.replacing("-01", with: "-1"),
        ] { #expect(TraceParent(text) == nil, "\(text ?? "nil")") }
    }

    @Test func `histograms count values up to each bound, and labels are escaped`() {
        let registry = PrometheusRegistry()
        let series = PrometheusRegistry.Series("time.taken", [("route", "a\"b\\c\nd")])
        for seconds in [0.001, 0.003, 3, 100] { registry.record(seconds, in: series) }
        let lines = registry.text().split(separator: "\n").map { String($0) }
        let labels = #"route="a\"b\\c\nd""#
        #expect(lines.first == "# TYPE time_taken histogram")
        #expect(lines.contains("time_taken_bucket{\(labels),le=\"0.001\"} 1"))
        #expect(lines.contains("time_taken_bucket{\(labels),le=\"0.005\"} 2"))
        #expect(lines.contains("time_taken_bucket{\(labels),le=\"5\"} 3"))
        #expect(lines.contains("time_taken_bucket{\(labels),le=\"+Inf\"} 4"))
        #expect(lines.contains("time_taken_sum{\(labels)} 103.004"))
    }
}
