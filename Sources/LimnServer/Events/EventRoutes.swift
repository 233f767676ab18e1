// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ServiceLifecycle

/// `/events`: changes as Server-Sent Events.
struct EventRoutes: RouteGroup {
    let services: Services

    /// The interval of the comment lines that reveal a client that has disconnected.
    private static let heartbeat = Duration.seconds(15)

    var routes: [Route] { [Route(.get, "\(Self.base)/events", watch)] }

    private struct Presence: Encodable {
        let name: String
        let watching: Bool
    }

    @Sendable private func watch(_ request: Request, _ context: ServerContext) async throws -> Response {
        let channel = context.channel
        let listener = EventListener(context.identity) { channel.close(promise: nil) }
        let hub = services.events
        let last = try request.headers[.lastEventID] ?? context.query.one("lastEventId")
        guard request.method == .get else { return Self.response(ResponseBody()) }
        guard let number = hub.add(listener, after: last) else {
            throw Problem(
                .serviceUnavailable, "busy", "Too many clients are watching for changes.", headers: [.retryAfter: "30"])
        }
        let name = context.identity.name
        // Only people who share a character with a person learn the person's name.
        let audience = context.identity.isOwner ? EventHub.Audience.everyone : .seeing(context.identity.characters)
        hub.send("presence", Presence(name: name, watching: true), to: audience)
        channel.closeFuture.whenComplete { _ in
            listener.finish()
            // If a client disconnects before the head is written, the body below never starts.
            hub.remove(number)
        }
        let credential = AccessService.Credential(request, cookie: services.cookieName)
        return Self.response(
            ResponseBody { [services] writer in
                defer {
                    hub.remove(number)
                    if !hub.listening.contains(name) {
                        hub.send("presence", Presence(name: name, watching: false), to: audience)
                    }
                }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        while true {
                            try await Task.sleep(for: Self.heartbeat)
                            // Access may have been revoked meanwhile.
                            guard await services.isStill(context.identity, credential, channel) else {
                                return listener.finish()
                            }
                            listener.take(Array(": limn\n\n".utf8))
                        }
                    }
                    for await bytes in listener.events.cancelOnGracefulShutdown() {
                        try await writer.write(ByteBuffer(bytes: bytes))
                        listener.sent(bytes)
                    }
                    group.cancelAll()
                }
                try await writer.finish(nil)
            })
    }

    private static func response(_ body: ResponseBody) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store", .accelBuffering: "no"],
            body: body)
    }
}

extension Services {
    /// Returns whether a person is still signed in with the same rights.
    fileprivate func isStill(
        _ identity: Identity, _ credential: AccessService.Credential, _ channel: any Channel
    ) async -> Bool {
        if options.skipsAuthentication { return true }
        return (try? await access.identity(of: credential, from: channel)) == identity
    }
}

extension HTTPField.Name {
    /// The id of the last event that a client has received.
    static let lastEventID = known("Last-Event-ID")
    /// The field that makes proxies forward events without buffering.
    static let accelBuffering = known("X-Accel-Buffering")
}
