// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import LimnFiles
internal import LimnPipeline

/// The description of the API in OpenAPI 3.1.
///
/// The operations are written by hand. The generated document describes only the operations whose routes the server
/// has.
enum OpenAPIDocument {
    /// All described operations.
    static var operations: [OpenAPIOperation] { library + work }

    /// The method and the path of a route, without the names of variable segments.
    struct Key: Hashable {
        let method: String
        let path: String

        init(_ method: HTTPRequest.Method, _ path: String) {
            self.method = method.rawValue
            self.path = path.split(separator: "/").map { $0.hasPrefix("{") ? "{}" : $0 }.joined(separator: "/")
        }
    }

    /// Returns the OpenAPI document for routes.
    ///
    /// - Throws: ``Problem`` if ``schemas`` is not valid JSON.
    static func json(for routes: [Route]) throws -> JSONValue {
        let served = Set(routes.map { Key($0.method, $0.path) })
        var paths: [String: [String: JSONValue]] = [:]
        for operation in operations where served.contains(Key(operation.method, operation.path)) {
            paths[operation.path, default: [:]][operation.method.rawValue.lowercased()] = operation.json
        }
        return .object([
            "openapi": .text("3.1.0"),
            "info": .object([
                "title": .text("Limn"), "version": .text(LimnVersion.text),
                "description": .text("Ink on PDF pages: a library of templates and characters over HTTP."),
                "license": .object(["name": .text("GPL-3.0-or-later"), "identifier": .text("GPL-3.0-or-later")]),
            ]),
            "paths": .object(paths.mapValues { .object($0) }),
            "security": .list([.object(["cookie": .list([])]), .object(["bearer": .list([])]), .object([:])]),
            "components": .object([
                "schemas": try Body.decode(JSONValue.self, Array(schemas.utf8)),
                "securitySchemes": .object([
                    "bearer": .object(["type": .text("http"), "scheme": .text("bearer")]),
                    "cookie": .object(["type": .text("apiKey"), "in": .text("cookie"), "name": .text("limn")]),
                ]),
                "responses": .object([
                    "Problem": .object([
                        "description": .text("Why the request failed (RFC 9457)."),
                        "content": .object([
                            "application/problem+json": .object([
                                "schema": .object(["$ref": .text("#/components/schemas/Problem")])
                            ])
                        ]),
                    ])
                ]),
            ]),
        ])
    }
}
