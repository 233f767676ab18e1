// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnWorker
public import SystemPackage

/// The options of a server.
public struct ServerOptions: Sendable {
    /// The source of the TLS certificate.
    public enum TLS: Sendable {
        /// PEM files with a certificate and its key.
        case files(certificate: FilePath, key: FilePath)
        /// A certificate from the library's own authority, which is created if it does not exist.
        case own
    }

    /// The folder of the library. It is created if it does not exist.
    public var library: FilePath
    /// The host name or address to listen on.
    public var host = "127.0.0.1"
    /// The port; 0 means any free port.
    public var port = 8420
    /// The source of the TLS certificate; nil for a server without TLS.
    public var tls: TLS?
    /// Whether other hosts may connect without encryption.
    public var isInsecure = false
    /// Whether authentication is skipped. Allowed on loopback addresses only.
    public var skipsAuthentication = false
    /// The largest body of an upload, in bytes. Bodies of other requests have smaller limits of their own.
    public var maximumUpload = 512 << 20
    /// The largest size of the library, in bytes, with its trash and the files of jobs. What would exceed it is answered
    /// by 507; removing goes on.
    public var quota = 20 << 30
    /// The number of documents that are read at once, at least 1. Each has a worker process. With two or more, one person's
    /// documents never take all of them.
    public var workers = max(2, WorkerPool.Configuration.processors)
    /// The limits for each worker.
    public var limits = WorkerLimits()
    /// Additional names of the server, as `name` or `name:port`, for example behind a proxy. Requests for other names are
    /// refused.
    public var names: [String] = []
    /// Whether the first lines on standard output are one JSON object.
    public var writesJSON = false
    /// Whether the address is opened in a browser.
    public var opensBrowser = false

    /// Whether the parts of each request are logged as spans with their durations.
    public var logsSpans = false
    /// The address of an OpenTelemetry collector that gets spans and metrics as OTLP over HTTP; nil for none. The paths
    /// `/v1/traces` and `/v1/metrics` are added to it.
    public var collector: String?

    /// The maximum number of open connections.
    public var maximumConnections = 4096
    /// The maximum number of open connections per address; nil for 256. The default does not apply to loopback
    /// addresses, which proxies use.
    public var maximumConnectionsPerAddress: Int?

    /// The factor for the time limits of slow connections, 0.001…1000.
    public var patience = 1.0

    /// Creates options with the default values.
    public init(library: FilePath) { self.library = library }

    /// Whether only this host can connect.
    var isLoopback: Bool { LoopbackHost.isLoopback(host) }

    /// Checks that the options do not contradict each other. ``Server/init(_:)`` calls it.
    ///
    /// - Throws: ``ServerError`` for a value out of range; if there is no authentication, but ``host`` is no loopback
    ///   address; and if ``host`` is no loopback address, but there is neither ``tls`` nor ``isInsecure``.
    public func validate() throws(ServerError) {
        guard (0...65_535).contains(port) else { throw ServerError("A port must be a number from 0 to 65535.") }
        guard patience.isFinite, (0.001...1000).contains(patience) else {
            throw ServerError("The patience must be a number from 0.001 to 1000.")
        }
        guard (1...100_000).contains(maximumConnections),
            maximumConnectionsPerAddress.map({ (1...100_000).contains($0) }) ?? true
        else { throw ServerError("A number of connections must be from 1 to 100000.") }
        if let collector, CollectorAddress(collector) == nil {
            throw ServerError("A collector is an address such as http://127.0.0.1:4318, without a query or a password.")
        }
        guard maximumUpload > 0, quota > 0 else { throw ServerError("A limit in bytes must be larger than 0.") }
        guard isLoopback || !skipsAuthentication else {
            throw ServerError("Without authentication, a server listens only on this host (127.0.0.1, ::1, localhost).")
        }
        guard isLoopback || tls != nil || isInsecure else {
            throw ServerError(
                "Other hosts would connect without encryption: --tls self makes a certificate, --tls-cert gives one, and "
                    + "--insecure allows it.")
        }
    }
}

/// The reason why a server cannot start.
public struct ServerError: Error, CustomStringConvertible, Sendable {
    /// The error as a sentence.
    public let description: String

    /// Creates an error from a sentence.
    public init(_ description: String) { self.description = description }
}

/// Recognizes loopback hosts, which only programs on this machine can reach.
enum LoopbackHost {
    /// Returns whether a name or an address is `localhost` or a loopback address.
    static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if host == "localhost" || host == "::1" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
