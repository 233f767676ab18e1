// SPDX-License-Identifier: GPL-3.0-or-later

internal import CGnuTLS
internal import Foundation

/// A call of GnuTLS failed.
struct X509Error: Error, CustomStringConvertible {
    let description: String

    /// Throws unless a call was successful. GnuTLS returns negative codes for errors.
    static func check(_ code: Int32) throws(X509Error) {
        guard code < 0 else { return }
        throw X509Error(description: String(cString: gnutls_strerror(code)))
    }
}

/// A private key on the curve P-256.
final class X509PrivateKey: @unchecked Sendable {
    // Unchecked: the handle is not changed after the initializer.
    fileprivate let handle: gnutls_x509_privkey_t

    /// Creates a random key.
    init() throws(X509Error) {
        handle = try Self.empty()
        try X509Error.check(gnutls_x509_privkey_generate(handle, GNUTLS_PK_ECDSA, limn_gnutls_p256_bits(), 0))
    }

    /// Reads the key of a PEM text, which may contain other things.
    init(pem: String) throws(X509Error) {
        handle = try Self.empty()
        let handle = handle
        try X509Error.check(
            withDatum(Array(pem.utf8)) { datum in
                gnutls_x509_privkey_import2(handle, datum, GNUTLS_X509_FMT_PEM, nil, 0)
            })
    }

    deinit { gnutls_x509_privkey_deinit(handle) }

    private static func empty() throws(X509Error) -> gnutls_x509_privkey_t {
        var key: gnutls_x509_privkey_t?
        try X509Error.check(gnutls_x509_privkey_init(&key))
        guard let key else { throw X509Error(description: "no memory") }
        return key
    }

    /// The key as PKCS #8 (RFC 5958) in PEM.
    var pem: String {
        get throws(X509Error) {
            var datum = gnutls_datum_t()
            try X509Error.check(
                gnutls_x509_privkey_export2_pkcs8(handle, GNUTLS_X509_FMT_PEM, nil, GNUTLS_PKCS_PLAIN.rawValue, &datum))
            defer { limn_gnutls_free(datum) }
            return datum.text
        }
    }

    /// The SHA-256 hash of the public key. A certificate for this key has the same.
    var identifier: [UInt8] {
        get throws(X509Error) {
            try bytes(limit: 64) {
                gnutls_x509_privkey_get_key_id(self.handle, GNUTLS_KEYID_USE_SHA256.rawValue, $0, $1)
            }
        }
    }
}

/// An X.509 certificate (RFC 5280).
final class X509Certificate: @unchecked Sendable {
    // Unchecked: the handle is not changed after the initializer.
    private let handle: gnutls_x509_crt_t

    /// What a certificate certifies.
    enum Role {
        /// An authority that certifies only these domains and address ranges. A range is an address and its mask.
        case authority(domains: [String], ranges: [[UInt8]])
        /// A server with these names.
        case server(ServedNames)
    }

    /// Creates a certificate and signs it by ECDSA with SHA-256.
    ///
    /// - Parameters:
    ///   - subject: the organization, which may be empty, and the common name.
    ///   - issuer: the authority's certificate; nil if the certificate signs itself.
    ///   - issuerKey: the authority's key.
    init(
        for key: X509PrivateKey, _ role: Role, subject: (organization: String, name: String), from begin: Date,
        to end: Date, issuer: X509Certificate?, issuerKey: X509PrivateKey
    ) throws(X509Error) {
        handle = try Self.empty()
        try X509Error.check(gnutls_x509_crt_set_version(handle, 3))
        // Positive, and as long as RFC 5280 allows.
        var serial = (0..<20).map { _ in UInt8.random(in: 0...255) }
        serial[0] = serial[0] & 0x3f | 0x40
        try X509Error.check(gnutls_x509_crt_set_serial(handle, serial, serial.count))
        try X509Error.check(gnutls_x509_crt_set_activation_time(handle, Self.seconds(begin)))
        try X509Error.check(gnutls_x509_crt_set_expiration_time(handle, Self.seconds(end)))
        for (identifier, text) in [("2.5.4.10", subject.organization), ("2.5.4.3", subject.name)] where !text.isEmpty {
            try X509Error.check(
                gnutls_x509_crt_set_dn_by_oid(handle, identifier, 0, text, UInt32(clamping: text.utf8.count)))
        }
        try X509Error.check(gnutls_x509_crt_set_key(handle, key.handle))
        switch role {
        case .authority(let domains, let ranges):
            try X509Error.check(gnutls_x509_crt_set_basic_constraints(handle, 1, 0))
            try X509Error.check(
                gnutls_x509_crt_set_key_usage(handle, UInt32(clamping: GNUTLS_KEY_KEY_CERT_SIGN | GNUTLS_KEY_CRL_SIGN)))
            try constrain(domains, ranges)
        case .server(let names):
            try X509Error.check(gnutls_x509_crt_set_basic_constraints(handle, 0, -1))
            try X509Error.check(gnutls_x509_crt_set_key_usage(handle, UInt32(clamping: GNUTLS_KEY_DIGITAL_SIGNATURE)))
            try X509Error.check(gnutls_x509_crt_set_key_purpose_oid(handle, "1.3.6.1.5.5.7.3.1", 0))
            let all =
                names.domains.map { (GNUTLS_SAN_DNSNAME, Array($0.utf8)) }
                + names.addresses.map { (GNUTLS_SAN_IPADDRESS, $0) }
            for (kind, name) in all {
                try X509Error.check(
                    gnutls_x509_crt_set_subject_alt_name(
                        handle, kind, name, UInt32(clamping: name.count), UInt32(clamping: GNUTLS_FSAN_APPEND)))
            }
        }
        let own = try key.identifier.prefix(20)
        try X509Error.check(gnutls_x509_crt_set_subject_key_id(handle, Array(own), own.count))
        if let issuer {
            let identifier = try issuer.subjectKeyIdentifier
            try X509Error.check(gnutls_x509_crt_set_authority_key_id(handle, identifier, identifier.count))
        }
        try X509Error.check(
            gnutls_x509_crt_sign2(handle, issuer?.handle ?? handle, issuerKey.handle, GNUTLS_DIG_SHA256, 0))
    }

    /// Reads the first certificate of a PEM text, which may contain other things.
    init(pem: String) throws(X509Error) {
        handle = try Self.empty()
        let handle = handle
        try X509Error.check(
            withDatum(Array(pem.utf8)) { gnutls_x509_crt_import(handle, $0, GNUTLS_X509_FMT_PEM) })
    }

    deinit { gnutls_x509_crt_deinit(handle) }

    private static func seconds(_ date: Date) -> time_t {
        time_t(exactly: date.timeIntervalSince1970.rounded(.down)) ?? .max
    }

    private static func empty() throws(X509Error) -> gnutls_x509_crt_t {
        var certificate: gnutls_x509_crt_t?
        try X509Error.check(gnutls_x509_crt_init(&certificate))
        guard let certificate else { throw X509Error(description: "no memory") }
        return certificate
    }

    private func constrain(_ domains: [String], _ ranges: [[UInt8]]) throws(X509Error) {
        var made: gnutls_x509_name_constraints_t?
        try X509Error.check(gnutls_x509_name_constraints_init(&made))
        guard let constraints = made else { throw X509Error(description: "no memory") }
        defer { gnutls_x509_name_constraints_deinit(constraints) }
        let all = domains.map { (GNUTLS_SAN_DNSNAME, Array($0.utf8)) } + ranges.map { (GNUTLS_SAN_IPADDRESS, $0) }
        for (kind, name) in all {
            try X509Error.check(
                withDatum(name) { gnutls_x509_name_constraints_add_permitted(constraints, kind, $0) })
        }
        try X509Error.check(gnutls_x509_crt_set_name_constraints(handle, constraints, 1))
    }

    // MARK: What it says

    /// The time before which the certificate is not valid.
    var begin: Date { Date(timeIntervalSince1970: Double(gnutls_x509_crt_get_activation_time(handle))) }
    /// The time after which the certificate is not valid.
    var end: Date { Date(timeIntervalSince1970: Double(gnutls_x509_crt_get_expiration_time(handle))) }

    /// The certificate in PEM.
    var pem: String {
        get throws(X509Error) {
            var datum = gnutls_datum_t()
            try X509Error.check(gnutls_x509_crt_export2(handle, GNUTLS_X509_FMT_PEM, &datum))
            defer { limn_gnutls_free(datum) }
            return datum.text
        }
    }

    /// The SHA-256 hash of the certificate.
    var fingerprint: [UInt8] {
        get throws(X509Error) {
            try bytes(limit: 64) { gnutls_x509_crt_get_fingerprint(self.handle, GNUTLS_DIG_SHA256, $0, $1) }
        }
    }

    private var subjectKeyIdentifier: [UInt8] {
        get throws(X509Error) {
            try bytes(limit: 256) { gnutls_x509_crt_get_subject_key_id(self.handle, $0, $1, nil) }
        }
    }

    /// Returns whether the certificate is for a key.
    func isFor(_ key: X509PrivateKey) -> Bool {
        let own = try? bytes(limit: 64) {
            gnutls_x509_crt_get_key_id(self.handle, GNUTLS_KEYID_USE_SHA256.rawValue, $0, $1)
        }
        guard let own, let other = try? key.identifier else { return false }
        return own == other
    }

    /// Returns whether an authority has signed the certificate, and may sign it. The time is not considered.
    func isSigned(by authority: X509Certificate) -> Bool {
        var authorities: [gnutls_x509_crt_t?] = [authority.handle]
        var status: UInt32 = 0
        let flags = GNUTLS_VERIFY_DISABLE_TIME_CHECKS.rawValue
        return gnutls_x509_crt_verify(handle, &authorities, 1, flags, &status) == 0 && status == 0
    }

    /// The DNS names and addresses of a server's certificate; nil if it has others, too.
    var names: (domains: Set<String>, addresses: Set<[UInt8]>)? {
        var domains: Set<String> = []
        var addresses: Set<[UInt8]> = []
        for index in UInt32(0)... {
            var (size, kind) = (1024, UInt32(0))
            var buffer = [UInt8](repeating: 0, count: size)
            let code = gnutls_x509_crt_get_subject_alt_name2(handle, index, &buffer, &size, &kind, nil)
            if code == GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE { break }
            guard code >= 0 else { return nil }
            switch gnutls_x509_subject_alt_name_t(kind) {
            case GNUTLS_SAN_DNSNAME: domains.insert(String(decoding: buffer.prefix(size), as: UTF8.self))
            case GNUTLS_SAN_IPADDRESS: addresses.insert(Array(buffer.prefix(size)))
            default: return nil
            }
        }
        return (domains, addresses)
    }

    /// The domains and address ranges that an authority may certify; nil if it has no name constraints.
    var constraints: (domains: [String], ranges: [[UInt8]])? {
        var made: gnutls_x509_name_constraints_t?
        guard gnutls_x509_name_constraints_init(&made) == 0, let constraints = made else { return nil }
        defer { gnutls_x509_name_constraints_deinit(constraints) }
        guard gnutls_x509_crt_get_name_constraints(handle, constraints, 0, nil) == 0 else { return nil }
        var domains: [String] = []
        var ranges: [[UInt8]] = []
        for index in UInt32(0)... {
            var kind: UInt32 = 0
            var name = gnutls_datum_t()
            guard gnutls_x509_name_constraints_get_permitted(constraints, index, &kind, &name) == 0 else { break }
            switch gnutls_x509_subject_alt_name_t(kind) {
            case GNUTLS_SAN_DNSNAME: domains.append(name.text)
            case GNUTLS_SAN_IPADDRESS:
                ranges.append(Array(UnsafeBufferPointer(start: name.data, count: Int(clamping: name.size))))
            default: break
            }
        }
        return (domains, ranges)
    }
}

extension gnutls_datum_t {
    fileprivate var text: String {
        String(decoding: UnsafeBufferPointer(start: data, count: Int(clamping: size)), as: UTF8.self)
    }
}

/// Passes bytes to a call of GnuTLS. They are valid during the call.
private func withDatum(_ bytes: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) -> Int32) -> Int32 {
    var bytes = bytes
    return bytes.withUnsafeMutableBufferPointer { buffer in
        var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(clamping: buffer.count))
        return body(&datum)
    }
}

/// Returns the bytes that a call of GnuTLS writes into a buffer with a limit.
private func bytes(
    limit: Int, _ body: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Int>) -> Int32
) throws(X509Error) -> [UInt8] {
    var (buffer, size) = ([UInt8](repeating: 0, count: limit), limit)
    try X509Error.check(buffer.withUnsafeMutableBufferPointer { body($0.baseAddress!, &size) })
    return Array(buffer.prefix(size))
}
