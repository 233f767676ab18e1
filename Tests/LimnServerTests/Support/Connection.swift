// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport

/// A connection to a server, byte by byte, so that tests can also send what no client would.
final class Connection {
    private let socket: Int32
    private var received: [UInt8] = []

    /// What went wrong.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Connects to a port of this host.
    ///
    /// - Parameter timeout: how long a read may wait, in seconds.
    init(port: Int, timeout: Int = Patience.limit, receiveBuffer: Int32? = nil) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Failure(description: "no socket") }
        var limit = timeval(tv_sec: timeout, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        if var size = receiveBuffer {
            setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // A throw runs `deinit`, which closes the socket.
        guard code == 0 else { throw Failure(description: "cannot connect: \(String(cString: strerror(errno)))") }
    }

    deinit { close(socket) }

    /// Sends text as it is.
    func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Sends bytes as they are.
    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw Failure(description: "cannot send: \(String(cString: strerror(errno)))") }
            rest = rest.dropFirst(count)
        }
    }

    /// Ends the connection in both directions.
    func end() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// Says that nothing more will be sent.
    func finishSending() { shutdown(socket, Int32(SHUT_WR)) }

    /// Reads the head of an answer, and leaves its body unread.
    ///
    /// - Throws: ``Failure`` where the connection ends before the head does.
    func head() throws -> Reply {
        let head = try take(through: Array("\r\n\r\n".utf8))
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map { String($0) }
        guard let first = lines.first, first.hasPrefix("HTTP/1.1 "), let status = Int(first.dropFirst(9).prefix(3))
        else {
            throw Failure(description: "not an answer: \(lines.first ?? "")")
        }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name = sides[0].lowercased()
            let value = sides.count > 1 ? sides[1].trimmingCharacters(in: .whitespaces) : ""
            headers[name] = headers[name].map { "\($0), \(value)" } ?? value
        }
        return Reply(status: status, headers: headers, body: [])
    }

    /// Reads an answer.
    ///
    /// - Parameter isHead: whether it answers HEAD and so has no body.
    /// - Throws: ``Failure`` where the connection ends before the answer does.
    func reply(isHead: Bool = false) throws -> Reply {
        let head = try self.head()
        let (status, headers) = (head.status, head.headers)
        if isHead || status == 204 || status == 304 || status < 200 {
            return head
        }
        if headers["transfer-encoding"] == "chunked" {
            return Reply(status: status, headers: headers, body: try chunks())
        }
        guard let length = headers["content-length"].flatMap({ Int($0) }) else {
            return Reply(status: status, headers: headers, body: try rest())
        }
        return Reply(status: status, headers: headers, body: try take(length))
    }

    /// Reads to the end of the connection.
    ///
    /// - Throws: ``Failure`` where it does not end in time.
    func rest() throws -> [UInt8] {
        while try fill() {}
        defer { received = [] }
        return received
    }

    /// Whether the server has ended the connection; waits for what it sends before.
    func isEnded() -> Bool { (try? rest()) != nil }

    /// Reads to the end of a line, without that.
    func line() throws -> String {
        String(decoding: try take(through: [10]).dropLast(), as: UTF8.self)
    }

    /// Reads so many bytes.
    func bytes(_ count: Int) throws -> [UInt8] { try take(count) }

    private func chunks() throws -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let size = try line().trimmingCharacters(in: .whitespaces)
            guard let count = Int(size, radix: 16) else { throw Failure(description: "not a chunk: \(size)") }
            if count == 0 {
                _ = try line()
                return body
            }
            body += try take(count)
            _ = try take(2)
        }
    }

    private func take(_ count: Int) throws -> [UInt8] {
        while received.count < count {
            guard try fill() else { throw Failure(description: "the answer ends early") }
        }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }

    private func take(through end: [UInt8]) throws -> [UInt8] {
        var start = 0
        while true {
            if received.count >= end.count {
                for index in start...(received.count - end.count)
                where received[index..<(index + end.count)].elementsEqual(end) {
                    return try take(index + end.count)
                }
                start = received.count - end.count + 1
            }
            guard try fill() else { throw Failure(description: "the connection ended without an answer") }
        }
    }

    /// - Returns: whether there was more.
    private func fill() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(socket, &buffer, buffer.count, 0)
        if count < 0, errno == ECONNRESET { return false }
        guard count >= 0 else { throw Failure(description: "nothing came: \(String(cString: strerror(errno)))") }
        received += buffer.prefix(count)
        return count > 0
    }
}
