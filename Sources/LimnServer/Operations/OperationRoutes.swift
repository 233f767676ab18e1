// SPDX-License-Identifier: GPL-3.0-or-later

internal import Hummingbird
internal import LimnPipeline

/// The routes for health checks, metrics and the version.
struct OperationRoutes: RouteGroup {
    let services: Services
    private let readiness = Readiness()

    init(services: Services) { self.services = services }

    var routes: [Route] {
        [
            Route(.get, "/livez", access: .anyone, isPrompt: true) { _, _ in Self.ok },
            Route(.get, "/readyz", access: .anyone) { [services, readiness] _, _ in
                try await readiness.check(services)
                return Self.ok
            },
            Route(.get, "/metrics", access: .owner) { [services] _, _ in
                let text = try await services.threads.run { Telemetry.text(services) }
                return Answer.bytes(Array(text.utf8), type: "text/plain; version=0.0.4; charset=utf-8")
            },
            Route(.get, "/version", access: .anyone) { _, _ in
                try Answer.json(["name": "limn", "version": LimnVersion.text])
            },
        ]
    }

    private static var ok: Response { Answer.bytes(Array("ok\n".utf8), type: "text/plain; charset=utf-8") }
}
