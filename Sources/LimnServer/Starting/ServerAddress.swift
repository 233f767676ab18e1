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
        let host = everywhere ? Self.networkAddress() ?? ProcessInfo.processInfo.hostName.lowercased() : options.host
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

    /// Returns the IPv4 address from which this machine speaks to others; nil if it is in no network. Nothing is sent.
    private static func networkAddress() -> String? {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // A place that exists nowhere (RFC 5737): the way there is the way to everybody.
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = UInt16(9).bigEndian
        place.sin_addr.s_addr = inet_addr("198.51.100.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isFound = withUnsafeMutablePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isFound, place.sin_addr.s_addr != 0 else { return nil }
        return String(cString: inet_ntoa(place.sin_addr))
    }

    private static func ownNames(_ options: ServerOptions) -> [String] {
        if options.isLoopback { return ["localhost", "127.0.0.1", "::1", options.host] }
        guard isEverywhere(options.host) else { return [options.host] }
        let host = ProcessInfo.processInfo.hostName.lowercased()
        let addresses = (try? System.enumerateDevices().compactMap { $0.address?.ipAddress }) ?? []
        return ["localhost", host, host.hasSuffix(".local") ? host : "\(host).local"] + addresses
    }
}
