// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Somebody who watches.
final class Watcher {
    struct Event {
        var id = ""
        var kind = ""
        var data: [String: Any] = [:]
    }

    private let connection: Connection
    private var rest = ""

    init(_ server: RunningServer, _ headers: [String: String] = [:], receiveBuffer: Int32? = nil) throws {
        connection = try server.connect(receiveBuffer: receiveBuffer)
        try connection.send(RunningServer.bytes("GET", "/events", headers, nil, server.port))
        let status = try connection.line()
        guard status.hasPrefix("HTTP/1.1 200") else { throw RunningServer.Failure(description: status) }
        while try connection.line().trimmingCharacters(in: .whitespacesAndNewlines) != "" {}
    }

    /// The next event of a kind; others are passed over.
    func next(_ kind: String) throws -> Event {
        var event = Event()
        while true {
            let line = try line()
            if line.hasPrefix("id: ") { event.id = String(line.dropFirst(4)) }
            if line.hasPrefix("event: ") { event.kind = String(line.dropFirst(7)) }
            if line.hasPrefix("data: ") {
                event.data =
                    (try JSONSerialization.jsonObject(with: Data(line.dropFirst(6).utf8))) as? [String: Any] ?? [:]
            }
            guard line.isEmpty else { continue }
            if event.kind == kind { return event }
            event = Event()
        }
    }

    /// A line of the stream, without the chunks in which it comes.
    private func line() throws -> String {
        while true {
            if let end = rest.firstIndex(of: "\n") {
                defer { rest = String(rest[rest.index(after: end)...]) }
                return String(rest[..<end])
            }
            let size = try connection.line().trimmingCharacters(in: .whitespacesAndNewlines)
            guard let count = Int(size, radix: 16), count > 0 else {
                throw RunningServer.Failure(description: "the stream ends")
            }
            rest += String(decoding: try connection.bytes(count), as: UTF8.self)
            _ = try connection.bytes(2)
        }
    }
}
