// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import LimnFiles

/// The description of a method of a path (an operation of OpenAPI 3.1).
struct OpenAPIOperation: Sendable {
    /// The content of a request or a response, in one media type.
    struct Content: Sendable {
        let type: String
        /// The name of the schema; nil for binary content.
        let schema: String?

        static func json(_ schema: String) -> Content { Content(type: "application/json", schema: schema) }
        static func bytes(_ type: String = "application/octet-stream") -> Content { Content(type: type, schema: nil) }
    }

    /// A parameter in the path, the query or a header field.
    struct Parameter: Sendable {
        let name: String
        let place: String
        let schema: JSONValue
        var isRequired = false

        static func query(
            _ name: String, _ schema: JSONValue = .type("string"), required: Bool = false
        ) -> Parameter {
            Parameter(name: name, place: "query", schema: schema, isRequired: required)
        }

        static func header(_ name: String, required: Bool = false) -> Parameter {
            Parameter(name: name, place: "header", schema: .type("string"), isRequired: required)
        }
    }

    let method: HTTPRequest.Method
    let path: String
    /// The operation id, from which code generators derive function names.
    let id: String
    let summary: String
    let parameters: [Parameter]
    let body: [Content]
    let isBodyRequired: Bool
    /// The successful responses and redirects, by status code.
    let answers: [Int: [Content]]

    init(
        _ method: HTTPRequest.Method, _ path: String, _ id: String, _ summary: String, _ parameters: [Parameter] = [],
        body: [Content] = [], optionalBody: Bool = false, answers: [Int: [Content]]
    ) {
        self.method = method
        self.path = path
        self.id = id
        self.summary = summary
        self.parameters = parameters
        self.body = body
        isBodyRequired = !optionalBody
        self.answers = answers
    }

    /// The operation object for the document.
    var json: JSONValue {
        var object: [String: JSONValue] = [
            "operationId": .text(id), "summary": .text(summary), "responses": .object(responses),
        ]
        let all = pathParameters + parameters
        if !all.isEmpty {
            object["parameters"] = .list(
                all.map { parameter in
                    .object([
                        "name": .text(parameter.name), "in": .text(parameter.place), "schema": parameter.schema,
                        "required": .flag(parameter.isRequired),
                    ])
                })
        }
        if !body.isEmpty {
            object["requestBody"] = .object([
                "required": .flag(isBodyRequired), "content": Self.contents(body),
            ])
        }
        return .object(object)
    }

    private var responses: [String: JSONValue] {
        var responses: [String: JSONValue] = ["default": .object(["$ref": .text("#/components/responses/Problem")])]
        for (status, contents) in answers {
            var answer: [String: JSONValue] = ["description": .text(HTTPResponse.Status(code: status).reasonPhrase)]
            if !contents.isEmpty { answer["content"] = Self.contents(contents) }
            responses["\(status)"] = .object(answer)
        }
        return responses
    }

    private static func contents(_ contents: [Content]) -> JSONValue {
        var object: [String: JSONValue] = [:]
        for content in contents {
            object[content.type] = .object(
                content.schema.map { ["schema": .object(["$ref": .text("#/components/schemas/\($0)")])] } ?? [:])
        }
        return .object(object)
    }

    /// The parameters for the variable segments of the path.
    private var pathParameters: [Parameter] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map { part in
            let name = String(part.dropFirst().dropLast())
            let schema: JSONValue =
                switch name {
                case "template", "character": .object(["type": .text("string"), "pattern": .text("^[0-9a-z]{12}$")])
                case "page": .object(["type": .text("integer"), "minimum": .integer(1)])
                case "job": .object(["type": .text("string"), "pattern": .text("^[0-9a-f]{32}$")])
                default: .object(["type": .text("string"), "minLength": .integer(1)])
                }
            return Parameter(name: name, place: "path", schema: schema, isRequired: true)
        }
    }
}

extension JSONValue {
    /// Returns the schema of a simple type.
    static func type(_ name: String) -> JSONValue { .object(["type": .text(name)]) }
    /// Returns the schema of a string enumeration.
    static func words(_ words: String...) -> JSONValue {
        .object(["type": .text("string"), "enum": .list(words.map { .text($0) })])
    }
    /// Returns the schema of an integer in a range.
    static func integer(from low: Int, to high: Int) -> JSONValue {
        .object(["type": .text("integer"), "minimum": .integer(low), "maximum": .integer(high)])
    }
}
