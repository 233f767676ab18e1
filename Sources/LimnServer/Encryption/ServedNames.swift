// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// The names and addresses for which a certificate is issued.
struct ServedNames: Hashable, Sendable {
    /// The DNS names in lower case, sorted.
    let domains: [String]
    /// The IP addresses, 4 or 16 bytes each in network byte order, sorted.
    let addresses: [[UInt8]]

    /// Collects the names and addresses from a list of hosts.
    ///
    /// - Parameter hosts: names and addresses, optionally with a port, and with brackets around IPv6 addresses.
    ///   Anything else is ignored.
    init(_ hosts: [String]) {
        var domains: Set<String> = []
        var addresses: Set<[UInt8]> = []
        for host in hosts {
            let name = Self.withoutPort(host)
            if let address = Self.address(name) {
                addresses.insert(address)
            } else if Self.isDomain(name) {
                domains.insert(name)
            }
        }
        self.domains = domains.sorted()
        self.addresses = addresses.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private static func withoutPort(_ host: String) -> String {
        let host = host.lowercased()
        if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
        // A host with several colons and no brackets is an IPv6 address.
        guard host.count(where: { $0 == ":" }) == 1 else { return host }
        return String(host.prefix { $0 != ":" })
    }

    /// Returns the bytes of an IP address; nil if the text is not an address.
    static func address(_ text: String) -> [UInt8]? {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: &four) { Array($0) } }
        var sixteen = in6_addr()
        if inet_pton(AF_INET6, text, &sixteen) == 1 { return withUnsafeBytes(of: &sixteen) { Array($0) } }
        return nil
    }

    /// Returns whether a name consists of labels of letters, digits, hyphens and underscores.
    private static func isDomain(_ name: String) -> Bool {
        guard (1...253).contains(name.utf8.count) else { return false }
        return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            (1...63).contains(part.utf8.count)
                && part.utf8.allSatisfy { byte in
                    (97...122).contains(byte) || (48...57).contains(byte) || byte == 45 || byte == 95
                }
        }
    }
}
