// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird
internal import Limn

/// `/templates`.
struct TemplateRoutes: RouteGroup {
    let services: Services

    var routes: [Route] {
        [
            Route(.get, "\(Self.base)/templates", list)
        ]
    }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let templates = try await services.withLibrary { try $0.templates() }
        return try Answer.json(["items": templates.map { TemplateSummary($0) }])
    }
}
