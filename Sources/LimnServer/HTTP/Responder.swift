// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import Tracing

/// Responds to every request; the outermost layer of the server.
///
/// The responder checks the request, finds the route, identifies the person, calls the handler, and turns errors into
/// responses. It adds the security headers to every response.
struct Responder: HTTPResponder {
    typealias Context = ServerContext

    let table: RouteTable
    let gate: Gate
    /// The logger for requests.
    let logger: Logger

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        var trace = ServiceContext.topLevel
        InstrumentationSystem.instrument.extract(request.headers, into: &trace, using: RequestFields())
        return await withSpan("request", context: trace, ofKind: .server) { span in
            await respond(to: request, context, span)
        }
    }

    private func respond(to request: Request, _ context: ServerContext, _ span: any Span) async -> Response {
        var context = context
        let start = ContinuousClock.now
        var response: Response
        do { response = try await answer(request, &context) } catch {
            let problem = Problem(error)
            if problem.status == .internalServerError {
                logger.error("failed", metadata: ["error": "\(type(of: error))"])
            }
            response = Answer.problem(problem)
        }
        SecurityHeaders.add(to: &response)
        response.headers[.requestID] = context.requestID
        // Browsers keep answers apart by this tag.
        if context.identity.role != nil { response.headers[.person] = context.identity.tag }
        response = request.method == .head ? response.withoutBody() : response.paced(by: context.channel.eventLoop)
        span.operationName = "\(Telemetry.word(for: request.method)) \(context.route ?? "none")"
        span.attributes["request"] = context.requestID
        span.attributes["status"] = response.status.code
        if response.status.kind == .serverError { span.setStatus(SpanStatus(code: .error)) }
        log(request, context, response, .now - start)
        return response
    }

    private func answer(_ request: Request, _ context: inout ServerContext) async throws -> Response {
        let (path, query) = Self.parts(of: request.head.path ?? "")
        let match = Result { () throws(Problem) in try table.match(request.method, path) }
        try gate.check(request, (try? match.get()) ?? .nothing)
        context.query = try Query(query)
        switch try match.get() {
        case .nothing:
            guard NotFoundPage.isWanted(by: request, path) else { throw Problem.notFound() }
            return NotFoundPage.answer(to: request)
        case .wrongMethod(let allowed):
            let names = Set(allowed.map(\.rawValue) + (allowed.contains(.get) ? ["HEAD"] : [])).sorted()
            throw Problem(
                .methodNotAllowed, "wrong-method", "The method \(request.method.rawValue) is not allowed here.",
                headers: [.allow: names.joined(separator: ", ")])
        case .route(let route, let segments):
            context.route = route.name
            context.segments = segments
            if route.isPrompt { return try await route.handler(request, context) }
            let known = context
            context.identity = try await withTaskExecutorPreference(HandlerThreads.shared) { [gate] in
                try await gate.identity(of: request, known, for: route)
            }
            let ready = context
            return try await withTaskExecutorPreference(HandlerThreads.shared) {
                try await route.handler(request, ready)
            }
        }
    }

    /// Splits a request target, which may be in absolute form (RFC 9112, 3.2.2), into its path and query.
    static func parts(of target: String) -> (path: String, query: String?) {
        var rest = target[...]
        for scheme in ["http://", "https://"] where rest.lowercased().hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count)
            rest = rest.firstIndex(where: { $0 == "/" || $0 == "?" }).map { rest[$0...] } ?? "/"
        }
        let sides = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return (sides.first.map { String($0) } ?? "", sides.count > 1 ? String(sides[1]) : nil)
    }

    /// Logs one line per request. The line contains the route instead of the path, and no names, texts or tokens.
    private func log(_ request: Request, _ context: ServerContext, _ response: Response, _ duration: Duration) {
        Telemetry.record(request, route: context.route, status: response.status.code, duration)
        var metadata: Logger.Metadata = [
            "request": "\(context.requestID)", "method": "\(request.method.rawValue.prefix(16))",
            "route": "\(context.route ?? "none")", "status": "\(response.status.code)",
            "milliseconds": "\(duration.milliseconds)",
        ]
        if let parent = TraceParent(request) {
            metadata["trace"] = "\(parent.trace)"
            metadata["parent"] = "\(parent.span)"
        }
        logger.info("request", metadata: metadata)
    }
}

extension HTTPField.Name {
    /// The field for the id of a request.
    static let requestID = Self.known("X-Request-Id")
    /// The field for the opaque tag of the person who is answered.
    static let person = Self.known("Limn-Person")
    /// The field that empties a browser's stores (Clear Site Data, W3C).
    static let clearSiteData = Self.known("Clear-Site-Data")

    /// Returns the field name for a literal that is known to be valid.
    static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("not a field name: \(name)") }
        return name
    }
}

extension Duration {
    /// The duration in milliseconds, rounded to microseconds.
    var milliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1000 + (Double(attoseconds) / 1e12).rounded() / 1000
    }
}

extension Response {
    /// Returns the response to HEAD: the head of the response to GET, without its body.
    fileprivate func withoutBody() -> Response {
        var copy = self
        let length = body.contentLength
        copy.body = ResponseBody()
        copy.headers[.contentLength] = length.map { "\($0)" }
        return copy
    }

    /// Returns the response with a body that is made only as fast as it is sent.
    ///
    /// SwiftNIO's writer suspends while the channel is full, but learns of that from the event loop. Without waiting for
    /// the loop, a whole body is written, and takes memory, before the loop has looked at its beginning.
    fileprivate func paced(by loop: any EventLoop) -> Response {
        if let length = body.contentLength, length <= Answer.piece { return self }
        var copy = self
        copy.body = ResponseBody(contentLength: body.contentLength) { [body] writer in
            let paced = writer.map { buffer in
                try await loop.submit {}.get()
                return buffer
            }
            try await body.write(paced)
        }
        return copy
    }
}
