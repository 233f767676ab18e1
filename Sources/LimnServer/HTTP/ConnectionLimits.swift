// SPDX-License-Identifier: GPL-3.0-or-later

internal import NIOCore
internal import Synchronization

/// Limits the number of open connections, in total and per address.
final class ConnectionLimits: Sendable {
    private let total: Int
    private let perAddress: Int?
    private let open = Mutex<(all: Int, byAddress: [String: Int])>((0, [:]))

    /// The default maximum number of connections per address.
    private static let usual = 256

    /// Creates limits without open connections.
    ///
    /// - Parameters:
    ///   - total: the maximum number of connections.
    ///   - perAddress: the maximum number of connections per address; nil for the default of 256, which does not apply
    ///     to loopback addresses.
    init(total: Int, perAddress: Int?) {
        self.total = total
        self.perAddress = perAddress
    }

    /// The number of open connections.
    var count: Int { open.withLock(\.all) }

    /// Counts a connection until it closes, if the limits allow it.
    ///
    /// - Returns: whether the connection is within the limits.
    func admit(_ channel: any Channel) -> Bool {
        let address = channel.remoteAddress?.ipAddress ?? ""
        let limit = perAddress ?? (address.isEmpty || LoopbackHost.isLoopback(address) ? total : Self.usual)
        let isAdmitted = open.withLock { open in
            guard open.all < total, open.byAddress[address, default: 0] < limit else { return false }
            open.all += 1
            open.byAddress[address, default: 0] += 1
            return true
        }
        guard isAdmitted else { return false }
        channel.closeFuture.whenComplete { [self] _ in
            open.withLock { open in
                open.all -= 1
                let rest = (open.byAddress[address] ?? 1) - 1
                open.byAddress[address] = rest > 0 ? rest : nil
            }
        }
        return true
    }
}
