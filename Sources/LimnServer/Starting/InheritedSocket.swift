// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// A listening socket that the service manager has opened for this process (socket activation, sd_listen_fds(3)).
struct InheritedSocket: Hashable, Sendable {
    /// The descriptor of the socket.
    let descriptor: Int32
    /// The numeric address at which the socket listens.
    let host: String
    /// The port at which the socket listens.
    let port: Int

    /// The first descriptor that a service manager passes.
    private static let first: Int32 = 3

    /// Takes the socket that is meant for this process. Child processes get neither the socket nor its variables.
    ///
    /// - Returns: nil if there is none.
    /// - Throws: ``ServerError`` if there are several, or if it is not a listening TCP socket.
    static func take(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws(ServerError) -> Self?
    {
        guard let owner = environment["LISTEN_PID"], pid_t(owner) == getpid(),
            let count = environment["LISTEN_FDS"].flatMap({ Int($0) }), count > 0
        else { return nil }
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        guard count == 1 else { throw ServerError("The service manager passes \(count) sockets; one is expected.") }
        _ = fcntl(first, F_SETFD, FD_CLOEXEC)
        var (listens, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        guard getsockopt(first, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens != 0,
            let (host, port) = address(of: first)
        else { throw ServerError("The service manager passes something other than a listening TCP socket.") }
        return InheritedSocket(descriptor: first, host: host, port: port)
    }

    /// Returns the local address of a TCP socket; nil for other sockets.
    private static func address(of socket: Int32) -> (host: String, port: Int)? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var service = [CChar](repeating: 0, count: Int(NI_MAXSERV))
        let isFound = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                getsockname(socket, address, &length) == 0
                    && [sa_family_t(AF_INET), sa_family_t(AF_INET6)].contains(address.pointee.sa_family)
                    && getnameinfo(
                        address, length, &host, socklen_t(host.count), &service, socklen_t(service.count),
                        NI_NUMERICHOST | NI_NUMERICSERV) == 0
            }
        }
        let texts = [host, service].map { String(decoding: $0.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self) }
        guard isFound, let port = Int(texts[1]) else { return nil }
        return (texts[0], port)
    }
}
