// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// The names and addresses that a certificate is for.
struct ServedNames: Hashable, Sendable {
    /// Names as in DNS, in lower case, sorted.
    let domains: [String]
    /// Addresses of 4 or 16 bytes, in network order, sorted.
    let addresses: [[UInt8]]

    /// - Parameter hosts: names and addresses, which may have a port behind them and brackets around them. What is neither
    ///   a name nor an address is left out.
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
        // Several colons without brackets are an IPv6 address.
        guard host.count(where: { $0 == ":" }) == 1 else { return host }
        return String(host.prefix { $0 != ":" })
    }

    /// The bytes of an IP address; nil for what is none.
    static func address(_ text: String) -> [UInt8]? {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: &four) { Array($0) } }
        var sixteen = in6_addr()
        if inet_pton(AF_INET6, text, &sixteen) == 1 { return withUnsafeBytes(of: &sixteen) { Array($0) } }
        return nil
    }

    /// Letters, digits, hyphens and underscores, in parts between dots.
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
