// SPDX-License-Identifier: GPL-3.0-or-later

internal import NIOCore
internal import Synchronization

/// How many connections there are, in all and of each address.
final class ConnectionLimits: Sendable {
    private let total: Int
    private let perAddress: Int?
    private let open = Mutex<(all: Int, byAddress: [String: Int])>((0, [:]))

    /// The most of one address unless another number is given.
    private static let usual = 256

    /// - Parameters:
    ///   - total: the most at once.
    ///   - perAddress: the most of one address; nil for the usual number, and for any number of this host.
    init(total: Int, perAddress: Int?) {
        self.total = total
        self.perAddress = perAddress
    }

    /// How many there are.
    var count: Int { open.withLock(\.all) }

    /// Counts a connection until it closes.
    ///
    /// - Returns: whether there was room for it.
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
