// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import LimnServer

/// A server that a service manager runs.
@Suite struct ServiceTests {
    /// A socket at which datagrams arrive.
    private func datagrams(at path: String) throws -> Int32 {
        let receiver = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(receiver, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(receiver, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(receiver >= 0 && code == 0)
        return receiver
    }

    private func next(_ receiver: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = recv(receiver, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    @Test func `the service manager is told when the server is ready, and when it stops`() throws {
        let folder = try TemporaryFolder()
        let receiver = try datagrams(at: folder.path("n"))
        defer { close(receiver) }
        let server = try RunningServer(environment: ["NOTIFY_SOCKET": folder.path("n")])
        #expect(next(receiver) == "READY=1")
        server.send(signal: SIGTERM)
        #expect(next(receiver) == "STOPPING=1")
        #expect(server.wait() == 0)
        #expect(!ServiceManager.tell(.ready, at: nil) && !ServiceManager.tell(.ready, at: folder.path("none")))
        #expect(!ServiceManager.tell(.ready, at: "relative"))
    }

    @Test func `the settings that are installed are settings, and the unit has few rights`() throws {
        let packaging = Project.folder.appendingPathComponent("Packaging/systemd")
        guard
            case .serve(let options) = try ServerSettings.action(
                ["--config", packaging.appendingPathComponent("limn.toml").path], [:])
        else {
            Issue.record("nothing is served")
            return
        }
        #expect(options.port == 8420 && options.host == "127.0.0.1" && !options.skipsAuthentication)
        let unit = packaging.appendingPathComponent("limn.service").path
        let judged = try run(
            try Requirement.tool("systemd-analyze"), "security", "--offline=true", "--threshold=20", "--no-pager", unit)
        #expect(judged.status == 0, "\(String(decoding: judged.stdout, as: UTF8.self).suffix(200))")
    }

    @Test func `a server that may open few files takes fewer connections, and goes on`() throws {
        let server = try RunningServer(openFiles: 300)
        // The crowd stays for some seconds: once a second, libdispatch looks at the threads of the process.
        let crowd = """
            import socket, time
            held = [socket.create_connection(("127.0.0.1", \(server.port)), 60) for _ in range(400)]
            time.sleep(3)
            """
        #expect(try TestSupport.run("python3", "-c", crowd).status == 0)
        #expect(try server.request("GET", "/characters").status == 200)
        #expect(try String(contentsOfFile: server.log, encoding: .utf8).contains("max-connections"))
    }

    /// A TCP socket that listens at a free port, as a service manager opens it.
    private func listening(at host: String) throws -> (socket: Int32, port: Int) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr(host)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        try #require(isBound)
        return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }

    @Test func `a socket of the service manager is served, and who connected before the server started is answered`()
        throws
    {
        let (listener, port) = try listening(at: "127.0.0.1")
        let early = try Connection(port: port, timeout: 60)
        try early.send("GET /version HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
        let server = try RunningServer(socket: listener)
        close(listener)
        #expect(server.port == port)
        let reply = try early.reply()
        #expect(reply.status == 200)
        #expect(reply.headers["date"]?.hasSuffix(" GMT") == true)
        #expect(try server.request("GET", "/characters").status == 200)
        server.send(signal: SIGTERM)
        #expect(server.wait() == 0)
    }

    @Test func `a socket for all hosts needs encryption, and only sockets that listen are taken`() throws {
        let everywhere = try listening(at: "0.0.0.0").socket
        let mute = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { [everywhere, mute].forEach { close($0) } }
        for (socket, sentence) in [(everywhere, "without encryption"), (mute, "something other than a listening")] {
            #expect {
                try RunningServer([], socket: socket)
            } throws: { error in
                "\(error)".contains(sentence)
            }
        }
    }

    @Test func `dates of responses are written as HTTP has them`() {
        #expect(DateField.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(DateField.text(0) == "Thu, 01 Jan 1970 00:00:00 GMT")
    }
}
