// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Limn
internal import Synchronization

/// Checks whether the server can do its work: whether the library can be read and a worker can draw.
final class Readiness: Sendable {
    private let last = Mutex<(time: ContinuousClock.Instant, problem: Problem?)?>(nil)

    /// The time for which a result is reused, so that frequent checks are cheap.
    private static let validity = Duration.seconds(1)

    /// A minimal PDF, which a worker can draw in a millisecond.
    private static let page: [UInt8] = {
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 8 8] /Resources << >> >>",
        ]
        var text = "%PDF-1.4\n"
        var table = "0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let offset = "\(text.utf8.count)"
            table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 4\n\(table)trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }()

    /// Checks whether the server is ready, at most once per second.
    ///
    /// - Throws: ``Problem`` with status 503 if the server is not ready.
    func check(_ services: Services) async throws {
        if let last = last.withLock({ $0 }), .now - last.time < Self.validity {
            if let problem = last.problem { throw problem }
            return
        }
        var found: Problem?
        do {
            _ = try await services.withLibrary { try $0.lastViewed() }
            _ = try await services.engine.thumbnail(.bytes(Self.page), size: 8)
        } catch {
            found = Problem(
                .serviceUnavailable, "not-ready", Problem(error).detail, headers: [.retryAfter: "2"])
        }
        last.withLock { $0 = (.now, found) }
        if let found { throw found }
    }
}
