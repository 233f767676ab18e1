// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// Notifies the service manager that has started this process (sd_notify(3)).
///
/// A notification is a datagram of `NAME=value` lines, sent to the socket in the environment variable `NOTIFY_SOCKET`.
enum ServiceManager {
    /// The state of the service.
    enum State: String {
        /// The server accepts requests.
        case ready = "READY=1"
        /// The server is shutting down.
        case stopping = "STOPPING=1"
    }

    /// Sends the state. Does nothing if there is no socket.
    ///
    /// - Parameter path: the path of the socket. A path that begins with `@` is in the abstract namespace.
    /// - Returns: whether the state was sent.
    @discardableResult static func tell(
        _ state: State, at path: String? = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"]
    ) -> Bool {
        guard let path, let first = path.utf8.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "@") else {
            return false
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        if first == UInt8(ascii: "@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = MemoryLayout<sa_family_t>.size + bytes.count + (first == UInt8(ascii: "/") ? 1 : 0)
        let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        let message = Array(state.rawValue.utf8)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(socket, message, message.count, Int32(MSG_NOSIGNAL), $0, socklen_t(length)) == message.count
            }
        }
    }
}
