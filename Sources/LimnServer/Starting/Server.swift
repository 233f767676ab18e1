// SPDX-License-Identifier: GPL-3.0-or-later

internal import Dispatch
internal import Foundation
internal import Hummingbird
internal import LimnFiles
internal import LimnAccess
internal import Logging
internal import NIOCore
internal import ServiceLifecycle

/// An HTTP server for a library.
///
/// Documents are read by workers of its own, which are separate processes. A process has one server, because signals,
/// metrics and the tracer belong to the process.
public struct Server: Sendable {
    private let options: ServerOptions
    private let services: Services
    private let credential: (any TLSCredentialSource)?
    /// The socket of the service manager, which takes the place of the host and the port in the options.
    private let socket: InheritedSocket?

    /// The longest time that running requests have to complete after a signal.
    private static let patience = Duration.seconds(8)
    /// The time after a signal at which the process ends, whoever is still reading.
    private static let end = 9.0

    /// Opens the library, and makes the certificate where one of the library's own is wanted.
    ///
    /// If the service manager has opened a socket for this process (`LISTEN_FDS`), the server listens there instead of
    /// at the host and port of the options.
    ///
    /// - Throws: ``ServerError`` if the options contradict each other, if the library cannot be opened, if the
    ///   certificate cannot be read or made, or if the service manager passes something else than one listening socket.
    public init(_ options: ServerOptions) throws(ServerError) {
        var options = options
        socket = try InheritedSocket.take()
        if let socket { (options.host, options.port) = (socket.host, socket.port) }
        try options.validate()
        self.options = options
        services = try Services(options)
        switch options.tls {
        case nil: credential = nil
        case .files(let certificate, let key): credential = try CertificateFiles(certificate: certificate, key: key)
        case .own: credential = try OwnCertificate(in: options.library, for: ServerAddress.served(options))
        }
    }

    /// Runs the server until a signal stops it. After the first signal, running requests may complete for 8 seconds, and the
    /// process ends within 10; the second signal ends the process at once. Jobs that did not complete are resumed by the next server.
    ///
    /// When the server listens, it prints its address and the owner's sign-in link to standard output, and tells the
    /// service manager (sd_notify(3)). Requests are logged to standard error as lines of JSON.
    ///
    /// - Throws: ``ServerError`` if the server cannot listen on the address.
    public func run() async throws {
        var logger = Logger(label: "limn") { _ in JSONLogHandler() }
        logger.logLevel = .info
        var quiet = logger
        quiet.logLevel = .warning
        LargeBlocks.giveBack()
        let exporter = options.collector.flatMap { CollectorAddress($0) }.map { [services] address in
            OTLPExporter(address, quiet) { try? await services.threads.run { Telemetry.snapshot(services) } }
        }
        var sinks: [@Sendable (EndedSpan) -> Void] = []
        if options.logsSpans { sinks.append { [logger] in $0.log(to: logger) } }
        if let exporter { sinks.append { exporter.take($0) } }
        if !sinks.isEmpty { SpanTracer.start(sinks) }
        if services.studio.files.isEmpty {
            quiet.warning("The studio's files are missing: browsers find only the API. LIMN_STUDIO names their folder.")
        }
        let options = optionsForOpenFiles(quiet)
        let table = RouteTable(services.routeGroups + [StudioRoutes(files: services.studio)])
        let listener = Listener(
            place: socket.map { .socket($0.descriptor) } ?? .address(host: options.host, port: options.port),
            responder: Responder(table: table, gate: Gate(services: services), logger: logger),
            channels: { [credential] in try ServerChannels.make(options, credential, $0) },
            logger: quiet,
            onListening: { [services, credential] channel in
                services.address.listen(at: channel.localAddress?.port ?? options.port)
                ServerPlace.tell(services.address.shown, in: options.library)
                Announcement.write(services, authority: credential as? OwnCertificate)
                ServiceManager.tell(.ready)
            })
        // Without a name, the group describes the service, with every file of the studio and all else that it holds.
        // The last service stops first, so that the spans of the last requests are sent, too.
        let parts = [
            exporter.map { ServiceGroupConfiguration.ServiceConfiguration(service: $0, serviceName: "OTLPExporter") },
            .init(service: listener, serviceName: "Listener"),
        ].compactMap(\.self)
        var configuration = ServiceGroupConfiguration(services: parts, logger: quiet)
        configuration.maximumGracefulShutdownDuration = Self.patience
        let group = ServiceGroup(configuration: configuration)
        let signals = StopSignals {
            ServiceManager.tell(.stopping)
            Task { await group.triggerGracefulShutdown() }
            // Nothing that was acknowledged is lost: it is on the disk.
            StopSignals.queue.asyncAfter(deadline: .now() + Self.end) { _exit(0) }
        }
        defer { withExtendedLifetime(signals) {} }
        services.workshop.start(services)
        defer { services.workshop.end() }
        let handwriting = Task { [services, quiet] in
            await HandwritingService(services: services, logger: quiet).run()
        }
        defer { handwriting.cancel() }
        let foreign = Task { [services] in
            await ForeignChanges(library: services.library, events: services.events, threads: services.threads).run()
        }
        defer { foreign.cancel() }
        do { try await group.run() } catch let error as IOError {
            throw ServerError("The server cannot listen at \(options.host):\(options.port): \(error.description)")
        } catch let error as SocketAddressError {
            throw ServerError("The server cannot listen at \(options.host):\(options.port): \(error)")
        }
    }

    /// Returns the options with no more connections than this process may have open.
    ///
    /// Each connection may need two descriptors. A process without any left cannot accept or answer, and libdispatch
    /// may end it.
    private func optionsForOpenFiles(_ logger: Logger) -> ServerOptions {
        var options = options
        let wanted = options.maximumConnections
        let possible = OpenFileLimit.raise(toHold: 2 * wanted) / 2
        guard possible < wanted else { return options }
        options.maximumConnections = max(1, possible)
        logger.warning(
            "The limit of open files of this process allows fewer connections than the setting max-connections.",
            metadata: ["setting": "\(wanted)", "connections": "\(options.maximumConnections)"])
        return options
    }
}
