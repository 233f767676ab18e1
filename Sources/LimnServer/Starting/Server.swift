// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Hummingbird
internal import LimnFiles
internal import LimnAccess
internal import Logging
internal import NIOCore
internal import ServiceLifecycle

/// An HTTP server for a library.
public struct Server: Sendable {
    private let options: ServerOptions
    private let services: Services
    private let credential: (any TLSCredentialSource)?

    /// The longest time that running requests have to complete after a signal.
    private static let patience = Duration.seconds(10)

    /// Opens the library.
    ///
    /// - Throws: ``ServerError`` if the options contradict each other, or the library cannot be opened.
    public init(_ options: ServerOptions) throws(ServerError) {
        try options.validate()
        self.options = options
        services = try Services(options)
        switch options.tls {
        case nil: credential = nil
        case .files(let certificate, let key): credential = try CertificateFiles(certificate: certificate, key: key)
        case .own: credential = try OwnCertificate(in: options.library, for: ServerAddress.served(options))
        }
    }

    /// Runs the server until a signal stops it. After the first signal, running requests may complete; the second
    /// signal ends the process at once.
    ///
    /// - Throws: ``ServerError`` if the server cannot listen on the address.
    public func run() async throws {
        var logger = Logger(label: "limn") { _ in JSONLogHandler() }
        logger.logLevel = .info
        var quiet = logger
        quiet.logLevel = .warning
        LargeBlocks.giveBack()
        let options = optionsForOpenFiles(quiet)
        let table = RouteTable(services.routeGroups + [StudioRoutes(files: services.studio)])
        let application = Application(
            responder: Responder(table: table, gate: Gate(services: services), logger: logger),
            server: ServerChannels.builder(options, credential),
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: options.port), backlog: 1024),
            onServerRunning: { [services, credential] channel in
                services.address.listen(at: channel.localAddress?.port ?? options.port)
                ServerPlace.tell(services.address.shown, in: options.library)
                Announcement.write(services, authority: credential as? OwnCertificate)
                ServiceManager.tell(.ready)
            },
            logger: quiet)
        var configuration = ServiceGroupConfiguration(services: [application], logger: quiet)
        configuration.maximumGracefulShutdownDuration = Self.patience
        let group = ServiceGroup(configuration: configuration)
        let signals = StopSignals {
            ServiceManager.tell(.stopping)
            Task { await group.triggerGracefulShutdown() }
        }
        defer { withExtendedLifetime(signals) {} }
        services.workshop.start(services)
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
