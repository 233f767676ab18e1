// SPDX-License-Identifier: GPL-3.0-or-later

internal import Crypto
internal import Foundation
internal import LimnFiles
internal import SwiftASN1
internal import SystemPackage
internal import X509

/// The certificate authority of a library. Devices that trust the authority trust the library's server.
///
/// Its private key is stored in the library's folder. Somebody who steals the key can impersonate only the names in
/// ``NameConstraints``: the names of the server, names in home networks, and private addresses.
struct CertificateAuthority {
    let certificate: Certificate
    private let key: P256.Signing.PrivateKey

    /// The validity of an authority's certificate, in seconds.
    private static let lifetime = 10 * 365 * 86_400.0
    /// The remaining validity, in seconds, below which a starting server replaces the authority.
    private static let reserve = 120 * 86_400.0
    /// The time, in seconds, by which the clocks of other devices may be slow.
    static let tolerance = 3600.0

    private static let keyType = "PRIVATE KEY"
    private static let certificateType = "CERTIFICATE"

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
                throw ServerError("The authority in \(path) is damaged; move it away to start anew.")
            }
        }
        if let found, found.certificate.notValidAfter > now.addingTimeInterval(reserve), found.mayCertify(names) {
            return found
        }
        do {
            let made = try CertificateAuthority(for: names, now: now)
            try CertificateStorage.write(try made.pem, to: path)
            try CertificateStorage.write(try made.certificate.serializeAsPEM().pemString, to: certificatePath(folder))
            return made
        } catch { throw ServerError("The authority cannot be made in \(folder): \(error)") }
    }

    /// Returns the path of the certificate that people install on their devices.
    static func certificatePath(_ folder: FilePath) -> FilePath { folder.appending("authority-certificate.pem") }

    private init(pem: String) throws {
        let documents = try PEMDocument.parseMultiple(pemString: pem)
        guard let key = documents.first(where: { $0.discriminator == Self.keyType }),
            let certificate = documents.first(where: { $0.discriminator == Self.certificateType })
        else { throw ServerError("not an authority") }
        self.key = try P256.Signing.PrivateKey(pemRepresentation: key.pemString)
        self.certificate = try Certificate(pemDocument: certificate)
        guard self.certificate.publicKey == Certificate.PublicKey(self.key.publicKey) else {
            throw ServerError("not the authority's key")
        }
    }

    private var pem: String {
        get throws { key.pemRepresentation + "\n" + (try certificate.serializeAsPEM().pemString) + "\n" }
    }

    // MARK: Creation

    private init(for names: ServedNames, now: Date) throws {
        key = P256.Signing.PrivateKey()
        let publicKey = Certificate.PublicKey(key.publicKey)
        let mark = SHA256.hash(data: key.publicKey.rawRepresentation).prefix(4).hexadecimal("")
        let subject = try DistinguishedName {
            OrganizationName("Limn")
            CommonName("Limn authority \(mark)")
        }
        let constraints = NameConstraints(
            permittedDNSDomains: Set(names.domains + Self.homeDomains).sorted(),
            permittedIPRanges: (Self.homeRanges + names.addresses.map { $0 + $0.map { _ in 0xff } })
                .map { ASN1OctetString(contentBytes: $0[...]) })
        certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
            notValidBefore: now.addingTimeInterval(-Self.tolerance),
            notValidAfter: now.addingTimeInterval(Self.lifetime),
            issuer: subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                Critical(constraints)
                SubjectKeyIdentifier(hash: publicKey)
            }, issuerPrivateKey: Certificate.PrivateKey(key))
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
        guard let constraints = try? certificate.extensions.nameConstraints else { return false }
        let ranges = constraints.permittedIPRanges.map { Array($0.bytes) }
        return names.domains.allSatisfy { name in
            constraints.permittedDNSDomains.contains { name == $0 || name.hasSuffix(".\($0)") }
        }
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
    func certify(
        _ publicKey: P256.Signing.PublicKey, for names: ServedNames, now: Date, lifetime: Double
    ) throws -> Certificate {
        let publicKey = Certificate.PublicKey(publicKey)
        return try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
            notValidBefore: max(now.addingTimeInterval(-Self.tolerance), certificate.notValidBefore),
            notValidAfter: min(now.addingTimeInterval(lifetime), certificate.notValidAfter),
            issuer: certificate.subject, subject: try DistinguishedName { CommonName("Limn") },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(
                    names.domains.map { .dnsName($0) }
                        + names.addresses.map { .ipAddress(ASN1OctetString(contentBytes: $0[...])) })
                SubjectKeyIdentifier(hash: publicKey)
                AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: certificate.publicKey).keyIdentifier)
            }, issuerPrivateKey: Certificate.PrivateKey(key))
    }

    /// The SHA-256 fingerprint of the certificate in the form that devices show: pairs of upper-case hexadecimal
    /// digits, separated by colons.
    var fingerprint: String {
        get throws {
            var serializer = DER.Serializer()
            try serializer.serialize(certificate)
            return SHA256.hash(data: serializer.serializedBytes).hexadecimal(":")
        }
    }
}

extension Sequence<UInt8> {
    /// Returns pairs of upper-case hexadecimal digits.
    fileprivate func hexadecimal(_ separator: String) -> String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: separator)
    }
}
