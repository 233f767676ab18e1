// SPDX-License-Identifier: GPL-3.0-or-later

internal import Hummingbird
internal import LimnPipeline

/// What tells how the server is.
struct OperationRoutes: RouteGroup {
    var routes: [Route] {
        [
            Route(.get, "/livez", access: .anyone) { _, _ in
                Answer.bytes(Array("ok\n".utf8), type: "text/plain; charset=utf-8")
            },
            Route(.get, "/version", access: .anyone) { _, _ in
                try Answer.json(["name": "limn", "version": LimnVersion.text])
            },
        ]
    }
}
