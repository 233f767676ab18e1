// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import NIOCore
internal import Synchronization

/// The addresses of the server. The port is known as soon as the server listens.
final class ServerAddress: Sendable {
    private let options: ServerOptions
    private let names: Mutex<(port: Int, hosts: Set<String>)>

    init(_ options: ServerOptions) {
        self.options = options
        names = Mutex((options.port, []))
    }

    /// Sets the port that the system has assigned. Before this call, ``isOwn(host:)`` returns false for all hosts.
    func listen(at port: Int) {
        let hosts = Set(
            ownNames().flatMap { name -> [String] in
                let shown = (name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name).lowercased()
                return port == standardPort ? [shown, "\(shown):\(port)"] : ["\(shown):\(port)"]
            } + options.names.map { $0.lowercased() })
        names.withLock { $0 = (port, hosts) }
    }

    /// The port on which the server listens.
    var port: Int { names.withLock(\.port) }

    /// Returns whether the value of a `Host` field names this server.
    func isOwn(host: String) -> Bool { names.withLock { $0.hosts.contains(host.lowercased()) } }

    /// Returns whether the value of an `Origin` field is the origin of the server's own pages.
    func isOwn(origin: String) -> Bool {
        let origin = origin.lowercased()
        guard origin.hasPrefix("\(scheme)://") else { return false }
        return isOwn(host: String(origin.dropFirst(scheme.count + 3)))
    }

    /// `http` or `https`.
    var scheme: String { options.tls == nil ? "http" : "https" }

    private var standardPort: Int { options.tls == nil ? 80 : 443 }

    /// The address to show to people, with a trailing slash.
    ///
    /// A server at all addresses is shown at the one of the local network, since few tablets can look up the names of
    /// their neighbors; by its name if it is in no local network.
    var shown: String {
        let everywhere = Self.isEverywhere(options.host)
        let host = everywhere ? Self.localAddress() ?? ProcessInfo.processInfo.hostName.lowercased() : options.host
        return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
    }

    /// Returns whether a host means all addresses of this machine.
    private static func isEverywhere(_ host: String) -> Bool { ["0.0.0.0", "::", "[::]", "*"].contains(host) }

    /// Returns the names that certainly belong to this host. Another site cannot make a browser send one of them in the
    /// `Host` field.
    private func ownNames() -> [String] { Self.ownNames(options) }

    /// Returns the names and addresses under which clients reach the server.
    static func served(_ options: ServerOptions) -> ServedNames {
        ServedNames(ownNames(options) + options.names + (options.isLoopback ? [] : ["localhost", "127.0.0.1", "::1"]))
    }

    /// Returns a private IPv4 address of this machine (RFC 1918); nil if there is none.
    private static func localAddress() -> String? {
        let addresses = (try? System.enumerateDevices().compactMap { $0.address?.ipAddress }) ?? []
        let local = addresses.filter { text in
            guard let bytes = ServedNames.address(text), bytes.count == 4 else { return false }
            return switch bytes[0] {
            case 10: true
            case 172: (16..<32).contains(bytes[1])
            case 192: bytes[1] == 168
            default: false
            }
        }
        // Containers mostly have addresses that begin with 172, homes do not.
        return local.first { !$0.hasPrefix("172.") } ?? local.first
    }

    private static func ownNames(_ options: ServerOptions) -> [String] {
        if options.isLoopback { return ["localhost", "127.0.0.1", "::1", options.host] }
        guard isEverywhere(options.host) else { return [options.host] }
        let host = ProcessInfo.processInfo.hostName.lowercased()
        let addresses = (try? System.enumerateDevices().compactMap { $0.address?.ipAddress }) ?? []
        return ["localhost", host, host.hasSuffix(".local") ? host : "\(host).local"] + addresses
    }
}
