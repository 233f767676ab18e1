// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// The certificate authority of a library. Devices that trust the authority trust the library's server.
///
/// Its private key is stored in the library's folder. Somebody who steals the key can impersonate only the names in
/// its name constraints: the names of the server, names in home networks, and private addresses.
struct CertificateAuthority {
    let certificate: X509Certificate
    private let key: X509PrivateKey

    /// The validity of an authority's certificate, in seconds.
    private static let lifetime = 10 * 365 * 86_400.0
    /// The remaining validity, in seconds, below which a starting server replaces the authority.
    private static let reserve = 120 * 86_400.0
    /// The time, in seconds, by which the clocks of other devices may be slow.
    static let tolerance = 3600.0

    // MARK: Storage

    /// Returns the authority in a folder. It is created if it is missing, expires soon, or may not certify the names.
    ///
    /// A new authority consists of two files: `authority.pem`, which contains the private key, and
    /// `authority-certificate.pem`, which people install on their devices. Only the owner may read the files.
    ///
    /// - Throws: ``ServerError`` if a file cannot be read or written.
    static func stored(in folder: FilePath, for names: ServedNames, now: Date) throws(ServerError)
        -> CertificateAuthority
    {
        let path = folder.appending("authority.pem")
        let found = try CertificateStorage.read(path).map { bytes throws(ServerError) in
            do { return try CertificateAuthority(pem: String(decoding: bytes, as: UTF8.self)) } catch {
                throw ServerError("The authority in \(path) is damaged; move it away to make a new one.")
            }
        }
        if let found, found.certificate.end > now.addingTimeInterval(reserve), found.mayCertify(names) {
            return found
        }
        do {
            let made = try CertificateAuthority(for: names, now: now)
            try CertificateStorage.write(try made.pem, to: path)
            try CertificateStorage.write(try made.certificate.pem, to: certificatePath(folder))
            return made
        } catch { throw ServerError("The authority cannot be made in \(folder): \(error)") }
    }

    /// Returns the path of the certificate that people install on their devices.
    static func certificatePath(_ folder: FilePath) -> FilePath { folder.appending("authority-certificate.pem") }

    private init(pem: String) throws {
        key = try X509PrivateKey(pem: pem)
        certificate = try X509Certificate(pem: pem)
        guard certificate.isFor(key) else { throw ServerError("not the authority's key") }
    }

    private var pem: String {
        get throws { try key.pem + certificate.pem }
    }

    // MARK: Creation

    private init(for names: ServedNames, now: Date) throws {
        key = try X509PrivateKey()
        let mark = try key.identifier.prefix(4).hexadecimal("")
        certificate = try X509Certificate(
            for: key,
            .authority(
                domains: Set(names.domains + Self.homeDomains).sorted(),
                ranges: Self.homeRanges + names.addresses.map { $0 + $0.map { _ in 0xff } }),
            subject: ("Limn", "Limn authority \(mark)"), from: now.addingTimeInterval(-Self.tolerance),
            to: now.addingTimeInterval(Self.lifetime), issuer: nil, issuerKey: key)
    }

    /// Domains that no public authority certifies: this host and home networks.
    private static let homeDomains = ["localhost", "local", "home.arpa", "lan"]

    /// Private address ranges (RFC 1918, 4193, 3927, 6598, and loopback), each followed by its mask.
    private static let homeRanges: [[UInt8]] =
        [
            [127, 0, 0, 0, 255, 0, 0, 0], [10, 0, 0, 0, 255, 0, 0, 0], [172, 16, 0, 0, 255, 240, 0, 0],
            [192, 168, 0, 0, 255, 255, 0, 0], [169, 254, 0, 0, 255, 255, 0, 0], [100, 64, 0, 0, 255, 192, 0, 0],
        ] + [
            sixteen([], 1) + [UInt8](repeating: 0xff, count: 16), sixteen([0xfc]) + sixteen([0xfe]),
            sixteen([0xfe, 0x80]) + sixteen([0xff, 0xc0]),
        ]

    private static func sixteen(_ first: [UInt8], _ last: UInt8 = 0) -> [UInt8] {
        first + [UInt8](repeating: 0, count: 15 - first.count) + [last]
    }

    /// Returns whether the name constraints allow the authority to certify all names.
    private func mayCertify(_ names: ServedNames) -> Bool {
        guard let (domains, ranges) = certificate.constraints else { return false }
        return names.domains.allSatisfy { name in domains.contains { name == $0 || name.hasSuffix(".\($0)") } }
            && names.addresses.allSatisfy { address in
                ranges.contains { range in
                    range.count == 2 * address.count
                        && zip(address, zip(range, range.dropFirst(address.count))).allSatisfy { $0 & $1.1 == $1.0 }
                }
            }
    }

    // MARK: Certification

    /// Creates a certificate for a server's key.
    ///
    /// - Parameter lifetime: the validity in seconds. The certificate never outlives the authority.
    func certify(_ key: X509PrivateKey, for names: ServedNames, now: Date, lifetime: Double) throws -> X509Certificate {
        try X509Certificate(
            for: key, .server(names), subject: ("", "Limn"),
            from: max(now.addingTimeInterval(-Self.tolerance), certificate.begin),
            to: min(now.addingTimeInterval(lifetime), certificate.end), issuer: certificate, issuerKey: self.key)
    }

    /// The SHA-256 fingerprint of the certificate in the form that devices show: pairs of upper-case hexadecimal
    /// digits, separated by colons.
    var fingerprint: String {
        get throws { try certificate.fingerprint.hexadecimal(":") }
    }
}

extension Sequence<UInt8> {
    /// Returns pairs of upper-case hexadecimal digits.
    fileprivate func hexadecimal(_ separator: String) -> String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: separator)
    }
}
