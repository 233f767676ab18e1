// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnWorker
public import SystemPackage

/// How a server is started.
public struct ServerOptions: Sendable {
    /// Where the connection's encryption comes from.
    public enum TLS: Sendable {
        /// A certificate and its key, as PEM files.
        case files(certificate: FilePath, key: FilePath)
        /// A certificate by an authority of the library's own, which is made where there is none.
        case own
    }

    /// The folder of the library; made where there is none.
    public var library: FilePath
    /// The name or the address to listen at.
    public var host = "127.0.0.1"
    /// The port; 0 picks a free one.
    public var port = 8420
    /// Encryption; nil for none.
    public var tls: TLS?
    /// Whether other hosts than this one may connect without encryption.
    public var isInsecure = false
    /// Whether nobody is asked who they are. Only on loopback.
    public var skipsAuthentication = false
    /// The largest body of an upload, in bytes.
    public var maximumUpload = 512 << 20
    /// The most that the library may hold, in bytes.
    public var quota = 20 << 30
    /// The number of documents that are read at once.
    public var workers = WorkerPool.Configuration.processors
    /// What each worker may use.
    public var limits = WorkerLimits()
    /// Further names under which the server is reached, as `name` or `name:port`, such as behind a proxy.
    public var names: [String] = []
    /// Whether the first lines on standard output are one JSON object.
    public var writesJSON = false
    /// Whether the address is opened in a browser.
    public var opensBrowser = false

    /// The most connections at once.
    public var maximumConnections = 4096
    /// The most connections of one address at once; nil for 256, and for any number of this host, where proxies run.
    public var maximumConnectionsPerAddress: Int?

    /// How patient the server is with slow connections: 1 for the usual times, which are multiplied by this.
    public var patience = 1.0

    /// Makes options with the usual values.
    public init(library: FilePath) { self.library = library }

    /// Whether only this host can connect.
    var isLoopback: Bool { LoopbackHost.isLoopback(host) }

    /// Checks that the options do not contradict each other.
    ///
    /// - Throws: ``ServerError``.
    public func validate() throws(ServerError) {
        guard (0...65_535).contains(port) else { throw ServerError("A port is a number from 0 to 65535.") }
        guard patience.isFinite, (0.001...1000).contains(patience) else {
            throw ServerError("Patience is a number from 0.001 to 1000.")
        }
        guard (1...100_000).contains(maximumConnections),
            maximumConnectionsPerAddress.map({ (1...100_000).contains($0) }) ?? true
        else { throw ServerError("A number of connections is from 1 to 100000.") }
        guard maximumUpload > 0, quota > 0 else { throw ServerError("A limit in bytes is larger than 0.") }
        guard isLoopback || !skipsAuthentication else {
            throw ServerError("Without authentication, a server only listens at this host (127.0.0.1, ::1, localhost).")
        }
        guard isLoopback || tls != nil || isInsecure else {
            throw ServerError(
                "Other hosts would connect without encryption: have a certificate made, give one, or allow it as insecure."
            )
        }
    }
}

/// Why a server cannot be started, as a sentence.
public struct ServerError: Error, CustomStringConvertible, Sendable {
    /// The sentence.
    public let description: String

    /// Makes an error.
    public init(_ description: String) { self.description = description }
}

/// Addresses that only programs on this host reach.
enum LoopbackHost {
    /// Whether a name or an address is this host itself.
    static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if host == "localhost" || host == "::1" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
