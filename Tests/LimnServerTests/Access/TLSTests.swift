// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import NIOSSL
import SystemPackage
import TestSupport
import Testing

@testable import LimnServer

/// A server whose library has made its own certificate. curl and openssl judge it.
@Suite struct TLSTests {
    private func folder(_ server: RunningServer) -> String { "\(server.library)/server/tls" }
    private func authority(_ server: RunningServer) -> String { "\(folder(server))/authority-certificate.pem" }

    private func tool(_ name: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
        let finished = try run(try Requirement.tool(name), arguments.map { Array($0.utf8) })
        return (finished.status, String(decoding: finished.stdout, as: UTF8.self) + finished.stderr)
    }

    private func curl(_ server: RunningServer, _ path: String, _ options: String...) throws -> (
        status: Int32, text: String
    ) {
        let address = path.hasPrefix("http") ? path : "https://127.0.0.1:\(server.port)\(path)"
        return try tool("curl", ["-sS", "-m", "20", "--cacert", authority(server)] + options + [address])
    }

    @Test func `curl trusts the server through its authority, by name and by address, in HTTP 1.1 and HTTP 2`() throws {
        let server = try RunningServer(["--tls", "self", "--no-auth"])
        #expect(server.address == "https://127.0.0.1:\(server.port)/")
        for host in ["127.0.0.1", "localhost", "[::1]"] {
            // The server listens at one address, whatever name the certificate is asked for.
            let at = ["--connect-to", "\(host):\(server.port):127.0.0.1:\(server.port)"]
            for (option, version) in [("--http1.1", "1.1"), ("--http2", "2")] {
                let found = try curl(
                    server, "https://\(host):\(server.port)/version", option, at[0], at[1], "-w", " %{http_version}")
                #expect(found.status == 0, "\(found.text)")
                #expect(
                    found.text.contains("\"name\":\"limn\"") && found.text.hasSuffix(" \(version)"), "\(found.text)")
            }
        }
        let distrusting = try tool("curl", ["-sS", "-m", "20", "https://127.0.0.1:\(server.port)/version"])
        #expect(distrusting.status == 60)
    }

    @Test func `the fingerprint that is shown is the authority's, and its key is private`() throws {
        let server = try RunningServer(["--tls", "self", "--no-auth"])
        let found = try tool("openssl", ["x509", "-in", authority(server), "-noout", "-fingerprint", "-sha256"])
        let digits = try #require(found.text.split(separator: "=").last).trimmingCharacters(in: .newlines)
        #expect(digits.count == 95)
        #expect(server.told.contains { $0.hasSuffix(digits) })
        for name in ["authority.pem", "certificate.pem"] {
            let mode = try FileManager.default.attributesOfItem(atPath: "\(folder(server))/\(name)")[.posixPermissions]
            #expect(mode as? Int == 0o600, "\(name)")
        }
        #expect(
            try FileManager.default.attributesOfItem(atPath: folder(server))[.posixPermissions] as? Int == 0o700)
    }

    @Test func `openssl verifies the chain for the address, and refuses old versions`() throws {
        let server = try RunningServer(["--tls", "self", "--no-auth"])
        let base = ["s_client", "-connect", "127.0.0.1:\(server.port)", "-CAfile", authority(server)]
        let found = try tool("openssl", base + ["-verify_return_error", "-verify_ip", "127.0.0.1", "-alpn", "h2"])
        #expect(found.text.contains("Verify return code: 0 (ok)") && found.text.contains("ALPN protocol: h2"))
        let other = try tool("openssl", base + ["-verify_return_error", "-verify_hostname", "evil.example"])
        #expect(other.status != 0)
        #expect(try tool("openssl", base + ["-tls1_1"]).status != 0)
    }

    @Test func `a restart keeps authority and certificate, so that nobody is asked again`() throws {
        let server = try RunningServer(["--tls", "self", "--no-auth"])
        let files = ["authority.pem", "certificate.pem"]
        let before = try files.map { try Data(contentsOf: URL(fileURLWithPath: "\(folder(server))/\($0)")) }
        server.send(signal: SIGTERM)
        #expect(server.wait() == 0)
        let again = try RunningServer(["--tls", "self", "--no-auth"], after: server)
        #expect(try files.map { try Data(contentsOf: URL(fileURLWithPath: "\(folder(again))/\($0)")) } == before)
        #expect(try curl(again, "/livez").text == "ok\n")
    }

    @Test func `the cookie under TLS is secure and bound to the host, and plain HTTP gets nothing`() throws {
        let server = try RunningServer(["--tls", "self"])
        let link = server.link.dropFirst(server.address.count - 1)
        let plain = try server.connect()
        try plain.send("GET \(link) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
        let refused = try plain.reply()
        #expect(refused.status == 400 && refused.headers["set-cookie"] == nil && refused.text.contains("https://"))
        #expect(plain.isEnded())
        let origin = "Origin: \(server.address.dropLast())"
        let code = "code=\(server.link.drop { $0 != "=" }.dropFirst())"
        let found = try curl(server, "/sign-in", "-i", "-H", origin, "--data", code).text
        let cookie = try #require(found.split(separator: "\r\n").first { $0.lowercased().hasPrefix("set-cookie:") })
        #expect(cookie.contains(" __Host-limn-\(server.port)=") && cookie.hasSuffix("; Secure"))
        #expect(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict") && cookie.contains("; Path=/;"))
        #expect(!cookie.contains("Domain"))
    }

    @Test func `a handshake that does not begin, or drips, is ended`() throws {
        let server = try RunningServer(["--tls", "self", "--no-auth", "--patience", "0.03"])
        #expect(try server.connect().isEnded())
        let dripping = try server.connect()
        var count = 0
        // The beginning of a handshake record of 512 bytes.
        while count < 500, (try? dripping.send([[22, 3, 1, 2, 0, 1][min(count, 5)]])) != nil {
            usleep(20_000)
            count += 1
        }
        #expect(count < 500)
        #expect(try curl(server, "/livez").text == "ok\n")
    }

    @Test func `a certificate renews itself before it ends, without a restart`() throws {
        let folder = try TemporaryFolder()
        let clock = Clock()
        let names = ServedNames(["localhost", "127.0.0.1:8420", "[fe80::1]:8420", "no name!"])
        #expect(names.domains == ["localhost"] && names.addresses.map(\.count) == [4, 16])
        let own = try OwnCertificate(in: FilePath(folder.path("")), for: names, now: { clock.now })
        func served() throws -> [UInt8] { try own.current().chain[0].toDERBytes() }
        let first = try served()
        clock.now += OwnCertificate.lifetime - OwnCertificate.reserve - 60
        #expect(try served() == first)
        clock.now += 120
        let second = try served()
        #expect(second != first)
        #expect(try served() == second)
        let again = try OwnCertificate(in: FilePath(folder.path("")), for: names, now: { clock.now })
        #expect(try again.current().chain[0].toDERBytes() == second && again.fingerprint == own.fingerprint)
        // Another name needs another certificate, and one outside of what the authority may certify another authority.
        let near = try OwnCertificate(in: FilePath(folder.path("")), for: ServedNames(["pi.local"]), now: { clock.now })
        #expect(near.fingerprint == own.fingerprint)
        let far = try OwnCertificate(in: FilePath(folder.path("")), for: ServedNames(["a.example"]), now: { clock.now })
        #expect(far.fingerprint != own.fingerprint)
    }

    @Test func `who steals the authority can pose as no other site`() throws {
        let folder = try TemporaryFolder()
        let path = FilePath(folder.path(""))
        let authority = try CertificateAuthority.stored(in: path, for: ServedNames(["localhost"]), now: Date())
        let file = CertificateAuthority.certificatePath(path).string
        for (name, isGood) in [
            ("localhost", true), ("pi.local", true), ("192.168.1.7", true), ("fd00::7", true), ("bank.example", false),
            ("9.9.9.9", false), ("2001:db8::1", false),
        ] {
            let leaf = try authority.certify(
                X509PrivateKey(), for: ServedNames([name]), now: Date(), lifetime: 86_400
            ).pem
            let place = folder.path("leaf.pem")
            try Data(leaf.utf8).write(to: URL(fileURLWithPath: place))
            let found = try tool(
                "openssl", ["verify", "-purpose", "sslserver", "-x509_strict", "-CAfile", file, place])
            #expect((found.status == 0) == isGood, "\(name): \(found.text)")
            #expect(isGood || found.text.contains("permitted subtree violation"), "\(name): \(found.text)")
        }
    }

    @Test func `a damaged authority is an error, and is not replaced`() throws {
        let folder = try TemporaryFolder()
        let path = FilePath(folder.path(""))
        _ = try CertificateAuthority.stored(in: path, for: ServedNames(["localhost"]), now: Date())
        try Data("-----BEGIN".utf8).write(to: URL(fileURLWithPath: folder.path("authority.pem")))
        #expect(throws: ServerError.self) {
            try CertificateAuthority.stored(in: path, for: ServedNames(["localhost"]), now: Date())
        }
        #expect(try String(contentsOfFile: folder.path("authority.pem"), encoding: .utf8) == "-----BEGIN")
    }

    @Test func `files of a certificate are read again when somebody has renewed them`() throws {
        let folder = try TemporaryFolder()
        let (certificate, key) = (folder.path("cert.pem"), folder.path("key.pem"))
        func make() throws {
            let made = try tool(
                "openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "9",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out",
                    certificate,
                ])
            #expect(made.status == 0, "\(made.text)")
        }
        try make()
        let files = try CertificateFiles(certificate: FilePath(certificate), key: FilePath(key), pause: .zero)
        let first = try files.current().chain[0].toDERBytes()
        let old = try Data(contentsOf: URL(fileURLWithPath: key))
        try make()
        let second = try files.current().chain[0].toDERBytes()
        #expect(first != second)
        // A key that does not fit changes nothing.
        try old.write(to: URL(fileURLWithPath: key))
        #expect(try files.current().chain[0].toDERBytes() == second)
        #expect(throws: ServerError.self) {
            try CertificateFiles(certificate: FilePath(certificate), key: FilePath(key))
        }
        try make()
        let server = try RunningServer(["--no-auth", "--tls-cert", certificate, "--tls-key", key])
        let found = try tool(
            "curl", ["-sS", "--cacert", certificate, "https://localhost:\(server.port)/livez", "--http2", "-4"])
        #expect(found.text == "ok\n")
    }
}

/// A clock that a test sets.
private final class Clock: @unchecked Sendable {
    // Unchecked: the test alone uses it, on one thread.
    var now = Date()
}
