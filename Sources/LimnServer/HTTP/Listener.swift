// SPDX-License-Identifier: GPL-3.0-or-later

internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOExtras
internal import NIOHTTP1
internal import NIOPosix
internal import ServiceLifecycle

/// Accepts connections and answers their requests until the server shuts down.
///
/// Hummingbird's own server binds its address itself. This one can also use a socket that another process has opened.
struct Listener: Service {
    /// Where connections come from.
    enum Place: Sendable {
        /// A host name or address, and a port; 0 for any free one.
        case address(host: String, port: Int)
        /// The descriptor of a socket that listens already.
        case socket(Int32)
    }

    let place: Place
    let responder: Responder
    /// Makes the channels of connections from the closure that answers a request.
    let channels: @Sendable (@escaping HTTPChannelHandler.Responder) throws -> any ServerChildChannel
    let logger: Logger
    /// Called once, when connections are accepted.
    let onListening: @Sendable (any Channel) -> Void

    /// The number of connections that the kernel keeps until they are accepted.
    private static let backlog: Int32 = 1024

    func run() async throws { try await serve(try channels(answer)) }

    /// Answers a request.
    private func answer(_ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel) async throws {
        let context = ServerContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        var response = try await responder.respond(to: request, context: context)
        response.headers[.date] = DateField.now()
        do { try await writer.write(response: response.head, body: response.body) } catch is HTTPParserError {
            // A parser's error would be answered, but a part of this response may be written already.
            throw CancellationError()
        }
    }

    private func serve(_ connections: some ServerChildChannel) async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let quiescing = ServerQuiescingHelper(group: group)
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: Self.backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        quiescing.makeServerChannelHandler(channel: channel))
                }
            }
        let prepare = { @Sendable [logger] (channel: any Channel) in
            connections.setup(channel: channel, logger: logger)
        }
        let listening =
            switch place {
            case .address(let host, let port):
                try await bootstrap.bind(host: host, port: port, childChannelInitializer: prepare)
            case .socket(let descriptor):
                try await bootstrap.bind(descriptor, childChannelInitializer: prepare)
            }
        await withGracefulShutdownHandler {
            onListening(listening.channel)
            await withDiscardingTaskGroup { tasks in
                do {
                    try await listening.executeThenClose { accepted in
                        for try await connection in accepted {
                            tasks.addTask { await connections.handle(value: connection, logger: logger) }
                        }
                    }
                } catch { logger.error("accepting has failed", metadata: ["error": "\(type(of: error))"]) }
            }
        } onGracefulShutdown: {
            quiescing.initiateShutdown(promise: nil)
        }
    }
}
